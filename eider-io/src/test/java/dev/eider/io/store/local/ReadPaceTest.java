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

  private void copies(int pieces, long nanos) {
    for (int i = 0; i < pieces; i++) {
      pace.copied(PIECE, nanos);
    }
  }

  @Test
  void aKeptMappingThatIsFasterStays() {
    reads(100, 100_000);
    copies(1_000, 80_000);
    assertTrue(pace.mappingPays());
  }

  @Test
  void aKeptMappingThatIsNotClearlyFasterIsGivenUpForGood() {
    reads(100, 100_000);
    copies(255, 95_000);
    assertTrue(pace.mappingPays(), "that may be chance");
    copies(1, 95_000);
    assertFalse(pace.mappingPays());
    copies(1_000, 10_000);
    assertFalse(pace.mappingPays());
  }

  @Test
  void aMappingThatBecomesSlowIsGivenUp() {
    reads(100, 100_000);
    copies(640, 50_000);
    copies(256, 500_000);
    assertFalse(pace.mappingPays());
  }

  @Test
  void windowsThatAreSlowNowAndThenAreForgiven() {
    reads(100, 100_000);
    for (int i = 0; i < 20; i++) {
      copies(192, 500_000);
      copies(64, 50_000);
    }
    assertTrue(pace.mappingPays());
  }

  @Test
  void nothingIsDecidedFromFewOrSmallPieces() {
    reads(63, 100_000);
    copies(1_000, 900_000);
    assertTrue(pace.mappingPays());
    for (int i = 0; i < 1_000; i++) {
      pace.read(1_000, 1);
      pace.copied(1_000, 1_000_000);
    }
    assertTrue(pace.mappingPays());
  }
}
