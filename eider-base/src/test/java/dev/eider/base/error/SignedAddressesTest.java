// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SignedAddressesTest {
  @Test
  void queriesOfAddressesAreHidden() {
    String text =
        "Could not open \"https://a.b/c.csv?sig=x&y=z\": HTTP 403 of 'HTTP://d/e?f' or g?";
    assertEquals(
        "Could not open \"https://a.b/c.csv?...\": HTTP 403 of 'HTTP://d/e?...' or g?",
        SignedAddresses.cut(text));
    assertEquals(
        "Could not open \"https://a.b/c.csv?*********\": HTTP 403 of 'HTTP://d/e?*' or g?",
        SignedAddresses.masked(text));
    EiderException e = EiderException.io(text, null);
    assertEquals("IO Error: " + SignedAddresses.cut(text), e.getMessage());
    assertEquals(SignedAddresses.cut(text), e.at(3).detail());
  }

  @Test
  void othersStayAsTheyAre() {
    for (String text :
        new String[] {"", "a ? b", "s3://b/a?c.csv", "https://a.b/c", "https://a?"}) {
      assertEquals(text, SignedAddresses.cut(text));
      assertEquals(text, SignedAddresses.masked(text));
    }
    String masked = SignedAddresses.masked("https://a/b?secret end");
    assertEquals(masked, SignedAddresses.cut(masked));
  }
}
