// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringVectorTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void keepsTextsOfEveryLengthAroundTheInlineLimit() {
    StringVector vector = new StringVector(LogicalType.VARCHAR, 64);
    for (int length = 0; length < 40; length++) {
      vector.set(length, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP".substring(0, length));
    }
    for (int length = 0; length < 40; length++) {
      assertEquals(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP".substring(0, length),
          vector.getString(length));
      assertEquals(length, vector.length(length));
    }
  }

  @Test
  void viewsNameTheBufferWithoutCopying() {
    byte[] buffer = utf8("xxshort,a string that is not short,yy");
    StringVector vector = new StringVector(LogicalType.VARCHAR, 2);
    int index = vector.addBuffer(buffer);
    vector.setView(0, index, 2, 5);
    vector.setView(1, index, 8, 26);
    assertEquals("short", vector.getString(0));
    assertEquals("a string that is not short", vector.getString(1));
    assertSame(buffer, vector.buffer(1));
    buffer[8] = 'A';
    assertEquals("A string that is not short", vector.getString(1));
  }

  @Test
  void copiedAndViewedTextsAreEqualAndHashEqual() {
    byte[] buffer = utf8("0123456789abcdef0123456789abcdef");
    for (int length = 0; length <= 32; length++) {
      StringVector viewed = new StringVector(LogicalType.VARCHAR, 1);
      viewed.setView(0, viewed.addBuffer(buffer), 0, length);
      StringVector copied = new StringVector(LogicalType.VARCHAR, 1);
      copied.set(0, buffer, 0, length);
      assertTrue(CompareKernels.equalString(viewed, 0, copied, 0), "length " + length);
      long[] a = new long[1];
      long[] b = new long[1];
      HashKernels.hash(viewed, 1, a);
      HashKernels.hash(copied, 1, b);
      assertArrayEquals(a, b);
      assertEquals(a[0], HashKernels.hashBytes(buffer, 0, length));
    }
  }

  @Test
  void ordersByUnsignedBytes() {
    Random random = new Random(7);
    String[] samples = new String[60];
    for (int i = 0; i < samples.length; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) ("ab\u007f".charAt(random.nextInt(3)));
      }
      samples[i] = new String(bytes, StandardCharsets.UTF_8);
    }
    samples[0] = "é";
    samples[1] = "z";
    StringVector vector = new StringVector(LogicalType.VARCHAR, samples.length);
    for (int i = 0; i < samples.length; i++) {
      vector.set(i, samples[i]);
    }
    for (int i = 0; i < samples.length; i++) {
      for (int j = 0; j < samples.length; j++) {
        assertEquals(
            Integer.signum(Arrays.compareUnsigned(utf8(samples[i]), utf8(samples[j]))),
            Integer.signum(CompareKernels.compareString(vector, i, vector, j)),
            samples[i] + " ? " + samples[j]);
      }
    }
  }

  @Test
  void gatherSharesBuffersAndKeepsNulls() {
    StringVector source = new StringVector(LogicalType.VARCHAR, 8);
    for (int i = 0; i < 8; i++) {
      source.set(i, "a value that needs a buffer " + i);
    }
    source.setNull(3);
    StringVector target = new StringVector(LogicalType.VARCHAR, 8);
    target.gather(source, new int[] {7, 3, 0}, 3);
    assertEquals("a value that needs a buffer 7", target.getString(0));
    assertTrue(target.isNull(1));
    assertEquals("a value that needs a buffer 0", target.getString(2));
    assertSame(source.buffer(7), target.buffer(0));
  }

  @Test
  void manyLongTextsSpanSeveralOwnBlocks() {
    StringVector vector = new StringVector(LogicalType.VARCHAR, 2000);
    for (int i = 0; i < 2000; i++) {
      vector.set(i, "row " + i + " " + "x".repeat(i % 97));
    }
    for (int i = 0; i < 2000; i++) {
      assertEquals("row " + i + " " + "x".repeat(i % 97), vector.getString(i));
    }
    long before = vector.sizeInBytes();
    vector.reset();
    assertTrue(vector.sizeInBytes() < before);
    vector.set(0, "again and again and again");
    assertEquals("again and again and again", vector.getString(0));
    assertNotEquals(0, vector.bufferCount());
  }

  @Test
  void aReservationMayBeShortened() {
    StringVector vector = new StringVector(LogicalType.VARCHAR, 3);
    int at = vector.reserve(100);
    byte[] text = utf8("twenty bytes of text");
    System.arraycopy(text, 0, vector.ownBuffer(), at, text.length);
    vector.setOwn(0, at, text.length);
    vector.set(1, "the next long text follows");
    assertEquals("twenty bytes of text", vector.getString(0));
    assertEquals("the next long text follows", vector.getString(1));
  }
}
