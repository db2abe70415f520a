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
SELECT vendor_id, sum(total_amount), min(pickup_datetime), max(note), median(trip_distance) FROM 'trips.csv' WHERE passenger_count > 1 AND note LIKE '%text%' GROUP BY ALL ORDER BY ALL;
SELECT trip_id, total_amount FROM 'trips.csv' WHERE total_amount BETWEEN 20 AND 21 ORDER BY total_amount DESC, trip_id LIMIT 5;
SELECT count(DISTINCT trip_id % 1000) FROM 'trips.csv';
SELECT z.borough, count(*) FROM 'trips.csv' t JOIN 'zones.csv' z ON t.passenger_count = z.zone_id GROUP BY z.borough ORDER BY 2 DESC;
CREATE TABLE zones AS FROM 'zones.csv';
INSERT INTO zones VALUES (1000, 'elsewhere', DATE '2020-01-01');
SELECT borough, opened, row_number() OVER (PARTITION BY borough ORDER BY opened) AS n FROM zones QUALIFY n <= 2 ORDER BY ALL;
WITH y AS (SELECT year(opened) AS y, count(*) AS n FROM zones GROUP BY 1) SELECT * FROM y WHERE n = (SELECT max(n) FROM y);
DESCRIBE zones;
SELECT upper(borough) || '!' AS b, coalesce(NULL, zone_id) AS c, CASE WHEN zone_id > 5 THEN 'x' ELSE 'y' END AS d FROM zones LIMIT 3;
.mode csv
SELECT * FROM 'trips.csv' WHERE trip_id % 100 = 0;
.mode json
SELECT * FROM 'trips.csv' WHERE trip_id % 1000 = 0;
.mode jsonlines
SELECT vendor_id, [passenger_count] AS l, {'a': cab_type} AS s FROM 'trips.csv' LIMIT 100;
.mode markdown
SELECT cab_type, count(*) FROM 'trips.csv' GROUP BY cab_type;
.mode box
SELECT * FROM 'zones.csv' LIMIT 10;
.mode line
SELECT * FROM 'zones.csv' LIMIT 2;
.mode duckbox
.tables
