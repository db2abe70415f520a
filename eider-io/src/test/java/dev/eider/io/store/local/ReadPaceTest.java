// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.local;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReadPaceTest {
  private static final int PIECE = 1 << 20;
  private final ReadPace pace = new ReadPace();

  private void reads(int pieces, long nanos) {
    for (int i = 0; i < pieces; i++) {
      pace.read(PIECE, nanos);
    }
  }

  private void copies(int pieces, long nanos, boolean first) {
    for (int i = 0; i < pieces; i++) {
      pace.copied(PIECE, nanos, first);
    }
  }

  @Test
  void aKeptMappingThatIsFasterStays() {
    reads(100, 100_000);
    copies(1_000, 80_000, false);
    assertTrue(pace.mappingPays());
  }

  @Test
  void aKeptMappingThatIsNotClearlyFasterIsGivenUpForGood() {
    reads(100, 100_000);
    copies(64, 95_000, false);
    assertFalse(pace.mappingPays());
    copies(1_000, 10_000, false);
    assertFalse(pace.mappingPays());
  }

  @Test
  void aMappingThatBecomesSlowIsGivenUp() {
    reads(100, 100_000);
    copies(640, 50_000, false);
    copies(64, 500_000, false);
    assertFalse(pace.mappingPays());
  }

  @Test
  void theFirstTouchMayTakeTwiceAsLong() {
    reads(100, 100_000);
    copies(640, 190_000, true);
    assertTrue(pace.mappingPays());
    copies(64, 210_000, true);
    assertFalse(pace.mappingPays());
  }

  @Test
  void nothingIsDecidedFromFewOrSmallPieces() {
    reads(63, 100_000);
    copies(1_000, 900_000, false);
    assertTrue(pace.mappingPays());
    for (int i = 0; i < 1_000; i++) {
      pace.read(1_000, 1);
      pace.copied(1_000, 1_000_000, false);
    }
    assertTrue(pace.mappingPays());
  }
}
