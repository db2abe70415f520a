-- The training run of the AOT cache (bin/build-dist): what these statements touch is loaded, linked
-- and profiled ahead of time, so that it costs nothing when a user's first query needs it.
-- Run in a directory that holds trips.csv (120,000 rows) and zones.csv, both written by TrainingData.java beside this file.
-- Add statements of the kinds that people type first; leave out what is rare.
SELECT 1;
SELECT count(*) FROM 'trips.csv';
SELECT * FROM 'trips.csv' LIMIT 10;
SELECT cab_type, count(*) FROM 'trips.csv' GROUP BY cab_type;
SELECT passenger_count, avg(total_amount) FROM 'trips.csv' GROUP BY passenger_count;
SELECT passenger_count, year(pickup_datetime), count(*) FROM 'trips.csv' GROUP BY 1, 2;
SELECT passenger_count, year(pickup_datetime), round(trip_distance), count(*) FROM 'trips.csv' GROUP BY 1, 2, 3 ORDER BY 2, 4 DESC;
