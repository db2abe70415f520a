// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

import java.nio.charset.StandardCharsets;

/**
 * The invented places of the taxi file. A place is a neighbourhood with a few census tracts; the
 * ten columns about a tract are rendered once.
 *
 * <p>Names with commas are kept apart, so that the share of rows with a quoted field can be set
 * exactly.
 */
final class TaxiZones {
  private static final int TRACTS = 24;

  private static final String[] BOROUGHS = {
    "Manhattan", "Bronx", "Brooklyn", "Queens", "Staten Island"
  };
  private static final String[] BOROUGH_CODES = {"MN", "BX", "BK", "QN", "SI"};

  /** Borough (0 to 4) and name; weights follow from repetition of the borough. */
  private static final String[] PLAIN = {
    "0Midtown North-Theater Rows",
    "0Midtown South",
    "0Upper West Terrace",
    "0Upper East Terrace",
    "0Harbour Point-Seaward",
    "0Greenfield Village",
    "0Old Foundry-Cast Iron Quarter",
    "0Canal Side-Lantern Market",
    "0Gramercy Gardens",
    "0Turtle Creek-East Midtown",
    "0Murray Rise-Kips Landing",
    "0Lincoln Heights",
    "0Central Harlem Plateau",
    "0Washington Bluff",
    "0Clinton Docks",
    "0Hudson Terraces-Chelsea Works",
    "0Lenox Rise-Roosevelt Reach",
    "0Yorkville Mills",
    "0East Village",
    "0West Village",
    "0park-cemetery-etc-Manhattan",
    "1Mott Landing-Port Reach",
    "1Fordham Rise",
    "1Kingsbridge Fields",
    "1Pelham Shore",
    "2Williams Bridge North",
    "2Fort Green Meadow",
    "2Park Ridge-Gowanus Basin",
    "2Bushwick Commons",
    "2Crown Rise North",
    "2Brooklyn Terrace-Cobble Rise",
    "2Bay Ridge Shore",
    "3Astoria Works",
    "3Hunters Landing-Sunny Side",
    "3Jackson Rise",
    "3Forest Mills",
    "3Flushing Creek",
    "3Airport",
    "3Ridgewood Commons",
    "4Saint Anne-New Brighton Shore"
  };

  private static final String[] WITH_COMMA = {
    "0Battery Shore, Lower Manhattan", "0Marble Rise, Inwood Hollow",
        "0Stuyvesant Yards, Cooper Place",
    "1Riverdale, Fieldston Woods", "2Dumbo, Vinegar Rise, Boerum Place", "2Sunset Shore, West",
    "3Elmhurst, Maspeth Mills", "3Queens Bridge, Ravens Wood, Long Reach"
  };

  private final byte[][] plain;
  private final byte[][] withComma;

  TaxiZones() {
    plain = render(PLAIN, 0);
    withComma = render(WITH_COMMA, PLAIN.length);
  }

  /** The ten columns of a random tract, separated by commas; no field is quoted. */
  byte[] plain(SeededRandom random) {
    return plain[random.below(plain.length)];
  }

  /** The ten columns of a random tract whose neighbourhood name is quoted. */
  byte[] withComma(SeededRandom random) {
    return withComma[random.below(withComma.length)];
  }

  private static byte[][] render(String[] names, int firstZone) {
    byte[][] out = new byte[names.length * TRACTS][];
    for (int zone = 0; zone < names.length; zone++) {
      for (int tract = 0; tract < TRACTS; tract++) {
        out[zone * TRACTS + tract] =
            render(names[zone], firstZone + zone, tract).getBytes(StandardCharsets.UTF_8);
      }
    }
    return out;
  }

  private static String render(String place, int zone, int tract) {
    int borough = place.charAt(0) - '0';
    String name = place.substring(1);
    SeededRandom random = new SeededRandom(0x7A6F6E65L, zone * 1000L + tract);
    int whole = 1 + random.below(480);
    int part = random.chance(1, 3) ? 1 + random.below(3) : 0;
    String label = part == 0 ? Integer.toString(whole) : whole + ".0" + part;
    String code = pad(whole, 4) + pad(part, 2);
    return String.join(
        ",",
        Integer.toString(zone * TRACTS + tract + 1),
        label,
        Integer.toString(borough + 1),
        BOROUGHS[borough],
        code,
        (borough + 1) + code,
        random.chance(11, 20) ? "I" : "E",
        BOROUGH_CODES[borough] + pad(zone + 1, 2),
        name.indexOf(',') >= 0 ? '"' + name + '"' : name,
        Integer.toString(3701 + borough * 100 + zone % 10));
  }

  private static String pad(int value, int digits) {
    String text = Integer.toString(value);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
