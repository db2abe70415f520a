// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Trip records in the shape of the "billion taxi rides" file: 51 columns, one header line, LF,
 * about 418 bytes a row, 15.9 % of the rows with a quoted field that holds commas. All values are
 * invented.
 */
public final class TaxiGenerator extends RowSource {
  /** Changed whenever the bytes for the same arguments change. */
  static final int VERSION = 1;

  public static final String HEADER =
      "trip_id,vendor_id,pickup_datetime,dropoff_datetime,store_and_fwd_flag,rate_code_id,"
          + "pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude,passenger_count,"
          + "trip_distance,fare_amount,extra,mta_tax,tip_amount,tolls_amount,ehail_fee,"
          + "improvement_surcharge,total_amount,payment_type,trip_type,pickup,dropoff,cab_type,"
          + "precipitation,snow_depth,snowfall,max_temperature,min_temperature,average_wind_speed,"
          + "pickup_nyct2010_gid,pickup_ctlabel,pickup_borocode,pickup_boroname,pickup_ct2010,"
          + "pickup_boroct2010,pickup_cdeligibil,pickup_ntacode,pickup_ntaname,pickup_puma,"
          + "dropoff_nyct2010_gid,dropoff_ctlabel,dropoff_borocode,dropoff_boroname,dropoff_ct2010,"
          + "dropoff_boroct2010,dropoff_cdeligibil,dropoff_ntacode,dropoff_ntaname,dropoff_puma\n";

  private static final long FIRST_TRIP_ID = 649_084_905L;
  private static final LocalDate FIRST_DAY = LocalDate.of(2009, 1, 1);
  private static final LocalDate SURCHARGE_SINCE = LocalDate.of(2015, 1, 1);
  private static final int DAYS =
      (int) (LocalDate.of(2016, 1, 1).toEpochDay() - FIRST_DAY.toEpochDay());
  private static final int SURCHARGE_DAY =
      (int) (SURCHARGE_SINCE.toEpochDay() - FIRST_DAY.toEpochDay());
  private static final int SECONDS_PER_DAY = 86_400;

  /**
   * Share of tracts with a comma in their name, per million: 1 - (1 - 0.99 p)^2 = 0.159 (1 % of the
   * places are empty).
   */
  private static final int COMMA_PER_MILLION = 83_766;

  private static final byte[] WKB_POINT = "0101000020E6100000".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] YELLOW = "yellow,".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GREEN = "green,".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_ZONE = ",,,,,,,,,".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOISE_ZEROS = "0000000".getBytes(StandardCharsets.US_ASCII);

  /** {@code yyyy-mm-dd} of each day, two more than the pickups need. */
  private final byte[][] days = new byte[DAYS + 2][];

  /** The six weather columns of each day with a comma behind each. */
  private final byte[][] weather = new byte[DAYS][];

  private final TaxiZones zones = new TaxiZones();

  public TaxiGenerator(long rows, long seed) {
    super(rows, seed, 1024);
    for (int day = 0; day < days.length; day++) {
      days[day] = FIRST_DAY.plusDays(day).toString().getBytes(StandardCharsets.US_ASCII);
    }
    for (int day = 0; day < DAYS; day++) {
      weather[day] = weatherOf(day).getBytes(StandardCharsets.US_ASCII);
    }
  }

  @Override
  String header() {
    return HEADER;
  }

  @Override
  void row(long row, SeededRandom r, RowBuffer out) {
    boolean green = r.chance(8, 100);
    boolean card = r.chance(55, 100);
    int pickupDay = r.below(DAYS);
    int pickupSecond = r.below(SECONDS_PER_DAY);
    // Hundredths of a mile; the cap keeps the column's width as in the original.
    int distance = r.chance(6, 1000) ? 0 : (int) Math.min(9_999, r.exponential(290));
    int seconds = 60 + distance * 2 + r.below(900);

    out.putLong(FIRST_TRIP_ID + row);
    out.put(',');
    vendor(green, r, out);
    timestamp(pickupDay, pickupSecond, out);
    timestamp(pickupDay, pickupSecond + seconds, out);
    out.put(r.chance(97, 100) ? 'N' : r.chance(1, 2) ? '0' : 'Y');
    out.put(',');
    out.put((char) (r.chance(97, 100) ? '1' : '2' + r.below(5)));
    out.put(',');

    boolean pickupKnown = !r.chance(1, 100);
    boolean dropoffKnown = !r.chance(1, 100);
    int pickupLon = 73_700_000 + r.below(330_000);
    int pickupLat = 40_580_000 + r.below(320_000);
    int dropoffLon = 73_700_000 + r.below(330_000);
    int dropoffLat = 40_580_000 + r.below(320_000);
    point(pickupKnown, pickupLon, pickupLat, r, out);
    point(dropoffKnown, dropoffLon, dropoffLat, r, out);

    passengers(r, out);
    out.putDecimal(distance, 2);
    out.put(',');
    money(green, card, pickupDay, distance, r, out);
    geometry(pickupKnown, pickupLon, pickupLat, out);
    geometry(dropoffKnown, dropoffLon, dropoffLat, out);
    out.put(green ? GREEN : YELLOW);
    out.put(weather[pickupDay]);
    zone(r, out);
    out.put(',');
    zone(r, out);
    out.put('\n');
  }

  private static void vendor(boolean green, SeededRandom r, RowBuffer out) {
    boolean first = r.chance(1, 2);
    if (green) {
      out.put(first ? '1' : '2');
    } else {
      out.put(first ? 'V' : 'C');
      out.put(first ? 'T' : 'M');
      out.put(first ? 'S' : 'T');
    }
    out.put(',');
  }

  private void timestamp(int day, int second, RowBuffer out) {
    int carry = second / SECONDS_PER_DAY;
    int rest = second % SECONDS_PER_DAY;
    out.put(days[day + carry]);
    out.put(' ');
    out.putDigits(rest / 3600, 2);
    out.put(':');
    out.putDigits(rest / 60 % 60, 2);
    out.put(':');
    out.putDigits(rest % 60, 2);
    out.put(',');
  }

  private static void point(boolean known, int lon, int lat, SeededRandom r, RowBuffer out) {
    if (!known) {
      out.put('0');
      out.put(',');
      out.put('0');
      out.put(',');
      return;
    }
    coordinate(-lon, r, out);
    coordinate(lat, r, out);
  }

  /** Millionths of a degree, in two thirds of the cases as a sum of doubles would print it. */
  private static void coordinate(int millionths, SeededRandom r, RowBuffer out) {
    int noise = r.below(1000);
    if (noise >= 680) {
      out.putDecimal(millionths, 6);
    } else {
      int positive = Math.abs(millionths);
      if (millionths < 0) {
        out.put('-');
      }
      out.putLong(positive / 1_000_000);
      out.put('.');
      out.putDigits(positive % 1_000_000, 6);
      out.put(NOISE_ZEROS);
      if (millionths > 0) {
        out.put('0');
      }
      out.put((char) ('1' + noise % 9));
    }
    out.put(',');
  }

  private static void passengers(SeededRandom r, RowBuffer out) {
    int pick = r.below(10_000);
    if (pick >= 5) {
      int count;
      if (pick < 7_000) {
        count = 1;
      } else if (pick < 8_500) {
        count = 2;
      } else if (pick < 9_900) {
        count = 3 + pick % 4;
      } else {
        int rare = pick % 4;
        count = rare == 0 ? 0 : 6 + rare;
      }
      out.put((char) ('0' + count));
    }
    out.put(',');
  }

  /** Columns 12 to 21; amounts are in cents. */
  private static void money(
      boolean green, boolean card, int day, int distance, SeededRandom r, RowBuffer out) {
    int fare = 250 + (distance * 5 / 2 + r.below(400)) / 50 * 50;
    int extra = r.chance(1, 2) ? 0 : r.chance(3, 4) ? 50 : 100;
    int tax = r.chance(99, 100) ? 50 : 0;
    int tip = card ? fare * (15 + r.below(11)) / 100 : 0;
    int tolls = r.chance(5, 100) ? 480 + 53 * r.below(2) : 0;
    int surcharge = day >= SURCHARGE_DAY ? 30 : 0;
    amount(fare, out);
    amount(extra, out);
    amount(tax, out);
    amount(tip, out);
    amount(tolls, out);
    // ehail_fee: never filled for most green trips.
    if (!green || r.chance(1, 5)) {
      out.put('0');
    }
    out.put(',');
    if (surcharge != 0 || r.chance(9, 10)) {
      out.putDecimal(surcharge, 2);
    }
    out.put(',');
    amount(fare + extra + tax + tip + tolls + surcharge, out);
    if (green) {
      out.put(card ? '1' : '2');
    } else {
      out.put('C');
      out.put(card ? 'R' : 'S');
      out.put(card ? 'D' : 'H');
    }
    out.put(',');
    int type = r.below(100);
    if (green ? type < 98 : type < 60) {
      out.put(green ? (type < 95 ? '1' : '2') : '0');
    }
    out.put(',');
  }

  private static void amount(int cents, RowBuffer out) {
    out.putDecimal(cents, 2);
    out.put(',');
  }

  private static void geometry(boolean known, int lon, int lat, RowBuffer out) {
    if (known) {
      out.put(WKB_POINT);
      out.putHexLittleEndian(Double.doubleToRawLongBits(-lon / 1e6));
      out.putHexLittleEndian(Double.doubleToRawLongBits(lat / 1e6));
    }
    out.put(',');
  }

  private void zone(SeededRandom r, RowBuffer out) {
    if (r.chance(1, 100)) {
      out.put(NO_ZONE);
    } else if (r.chance(COMMA_PER_MILLION, 1_000_000)) {
      out.put(zones.withComma(r));
    } else {
      out.put(zones.plain(r));
    }
  }

  private static String weatherOf(int day) {
    SeededRandom r = new SeededRandom(0x77656174L, day);
    RowBuffer out = new RowBuffer();
    int month = FIRST_DAY.plusDays(day).getMonthValue();
    boolean winter = month <= 2 || month == 12;
    int high = 34 + 8 * (6 - Math.abs(7 - month)) + r.below(14);
    out.putDecimal(r.chance(2, 3) ? 0 : 1 + r.below(220), 2);
    out.put(',');
    out.putDecimal(winter && r.chance(1, 3) ? 12 * r.below(100) : 0, 1);
    out.put(',');
    out.putDecimal(winter && r.chance(1, 8) ? 1 + r.below(90) : 0, 1);
    out.put(',');
    out.putLong(high);
    out.put(',');
    out.putLong(high - 8 - r.below(12));
    out.put(',');
    out.putDecimal(200 + r.below(1200), 2);
    out.put(',');
    return new String(out.array(), 0, out.length(), StandardCharsets.US_ASCII);
  }
}
