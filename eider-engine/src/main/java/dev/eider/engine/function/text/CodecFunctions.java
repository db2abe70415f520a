// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Digests, base64, hexadecimal, binary, URL escapes, and bytes as text. */
final class CodecFunctions {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private CodecFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType type : List.of(LogicalType.VARCHAR, LogicalType.BLOB)) {
      digest(registry, "md5", "MD5", type);
      digest(registry, "md5_number", "MD5", type);
      digest(registry, "sha1", "SHA-1", type);
      digest(registry, "sha256", "SHA-256", type);
      for (String name : List.of("hex", "to_hex")) {
        Kernels.toText(
            registry, name, type, (text, result, row) -> result.set(row, hex(bytes(text))));
      }
    }
    for (String name : List.of("base64", "to_base64")) {
      Kernels.toText(
          registry,
          name,
          LogicalType.BLOB,
          (text, result, row) -> result.set(row, Base64.getEncoder().encodeToString(bytes(text))));
    }
    Kernels.toText(
        registry,
        "from_base64",
        LogicalType.VARCHAR,
        LogicalType.BLOB,
        (text, result, row) -> {
          set(result, row, decodeBase64(text));
        });
    for (String name : List.of("unhex", "from_hex")) {
      Kernels.toText(
          registry,
          name,
          LogicalType.VARCHAR,
          LogicalType.BLOB,
          (text, result, row) -> set(result, row, unhex(text.text())));
    }
    for (String name : List.of("bin", "to_binary")) {
      Kernels.toText(
          registry,
          name,
          LogicalType.VARCHAR,
          (text, result, row) -> {
            StringBuilder bits = new StringBuilder();
            for (byte b : bytes(text)) {
              for (int k = 7; k >= 0; k--) {
                bits.append((char) ('0' + (b >> k & 1)));
              }
            }
            result.set(row, bits.toString());
          });
    }
    for (String name : List.of("unbin", "from_binary")) {
      Kernels.toText(
          registry,
          name,
          LogicalType.VARCHAR,
          LogicalType.BLOB,
          (text, result, row) -> set(result, row, unbin(text.text())));
    }
    Kernels.toText(
        registry,
        "encode",
        LogicalType.VARCHAR,
        LogicalType.BLOB,
        (text, result, row) -> result.set(row, text.bytes, text.offset, text.length));
    Kernels.toText(
        registry,
        "decode",
        LogicalType.BLOB,
        (text, result, row) -> {
          if (!isUtf8(bytes(text))) {
            throw EiderException.conversion(
                "Failure in decode: could not convert blob to UTF8 string, the blob contained"
                    + " invalid UTF8 characters. ");
          }
          result.set(row, text.bytes, text.offset, text.length);
        });
    Kernels.toText(
        registry,
        "url_encode",
        LogicalType.VARCHAR,
        (text, result, row) -> result.set(row, urlEncode(bytes(text))));
    Kernels.toText(
        registry,
        "url_decode",
        LogicalType.VARCHAR,
        (text, result, row) -> set(result, row, urlDecode(bytes(text))));
  }

  private static byte[] bytes(TextCursor text) {
    return Arrays.copyOfRange(text.bytes, text.offset, text.end());
  }

  private static void set(StringVector result, int row, byte[] bytes) {
    result.set(row, bytes, 0, bytes.length);
  }

  private static byte[] decodeBase64(TextCursor text) {
    if (text.length % 4 != 0) {
      throw EiderException.conversion(
          "Could not decode string \""
              + text.text()
              + "\" as base64: length must be a multiple of 4");
    }
    for (int i = 0; i < text.length; i++) {
      byte b = text.bytes[text.offset + i];
      boolean padding = b == '=' && i >= text.length - 2;
      if (!isBase64(b) && !padding) {
        throw EiderException.conversion(
            "Could not decode string \""
                + text.text()
                + "\" as base64: invalid byte value '"
                + (b & 0xFF)
                + "' at position "
                + i);
      }
    }
    try {
      return Base64.getDecoder().decode(bytes(text));
    } catch (IllegalArgumentException e) {
      throw EiderException.conversion(
          "Could not decode string \"" + text.text() + "\" as base64: " + e.getMessage());
    }
  }

  private static boolean isBase64(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '+'
        || b == '/';
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw EiderException.notImplemented("This Java runtime has no " + algorithm + " digest");
    }
  }

  private static void digest(
      FunctionRegistry registry, String name, String algorithm, LogicalType type) {
    LogicalType returns = name.equals("md5_number") ? LogicalType.UHUGEINT : LogicalType.VARCHAR;
    Kernels.add(registry, name, List.of(type), returns, () -> new DigestKernel(digest(algorithm)));
  }

  /** The digest in hexadecimal, or its bytes as a little-endian number. */
  private static final class DigestKernel implements ScalarKernel {
    private final MessageDigest digest;
    private final TextCursor text = new TextCursor();

    DigestKernel(MessageDigest digest) {
      this.digest = digest;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        text.load((StringVector) arguments[0].vector(), arguments[0].index(i));
        digest.update(text.bytes, text.offset, text.length);
        byte[] bytes = digest.digest();
        if (result instanceof WideVector wide) {
          wide.set(i, word(bytes, 0), word(bytes, 8));
        } else {
          ((StringVector) result).set(i, BasicFunctions.lowerCase(hex(bytes)));
        }
      }
    }

    private static long word(byte[] bytes, int from) {
      long word = 0;
      for (int k = 7; k >= 0; k--) {
        word = word << 8 | (bytes[from + k] & 0xFF);
      }
      return word;
    }
  }

  static String hex(byte[] bytes) {
    char[] digits = new char[2 * bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      digits[2 * i] = HEX[bytes[i] >> 4 & 15];
      digits[2 * i + 1] = HEX[bytes[i] & 15];
    }
    return new String(digits);
  }

  private static byte[] unhex(String text) {
    String even = (text.length() & 1) == 0 ? text : "0" + text;
    byte[] bytes = new byte[even.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(even.charAt(2 * i), 16);
      int low = Character.digit(even.charAt(2 * i + 1), 16);
      if (high < 0 || low < 0) {
        throw EiderException.invalidInput(
            "Invalid input for hex digit: " + even.charAt(high < 0 ? 2 * i : 2 * i + 1));
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }

  private static byte[] unbin(String text) {
    String padded = "0".repeat((8 - text.length() % 8) % 8) + text;
    byte[] bytes = new byte[padded.length() / 8];
    for (int i = 0; i < padded.length(); i++) {
      char c = padded.charAt(i);
      if (c != '0' && c != '1') {
        throw EiderException.invalidInput("Invalid input for binary digit: " + c);
      }
      bytes[i / 8] |= (byte) ((c - '0') << (7 - i % 8));
    }
    return bytes;
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String urlEncode(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length + 16);
    for (byte b : bytes) {
      boolean plain =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '-'
              || b == '_'
              || b == '.'
              || b == '~';
      if (plain) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
      }
    }
    return out.toString();
  }

  private static byte[] urlDecode(byte[] bytes) {
    byte[] out = new byte[bytes.length];
    int size = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%' && i + 2 < bytes.length) {
        int high = Character.digit(bytes[i + 1], 16);
        int low = Character.digit(bytes[i + 2], 16);
        if (high >= 0 && low >= 0) {
          out[size++] = (byte) (high << 4 | low);
          i += 2;
          continue;
        }
      }
      out[size++] = bytes[i];
    }
    byte[] decoded = Arrays.copyOf(out, size);
    if (!isUtf8(decoded)) {
      throw EiderException.invalidInput(
          "Failed to decode string \""
              + new String(bytes, StandardCharsets.UTF_8)
              + "\" using URL decoding - decoded value is invalid UTF8");
    }
    return decoded;
  }
}
