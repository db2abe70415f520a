// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store.s3;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** The XML of replies and requests: small trees without attributes that matter. */
final class S3Xml {
  private static final XMLInputFactory FACTORY = factory();

  /** Replies nest three deep; more is none of theirs. */
  private static final int DEPTH_MAX = 20;

  private S3Xml() {}

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    // A reply comes from outside: it names no other file and defines nothing.
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * An element.
   *
   * @param name without its namespace
   * @param text its own text
   * @param children in order
   */
  record Element(String name, StringBuilder text, List<Element> children) {
    /** The text of the first child of a name, or null. */
    @Nullable String get(String child) {
      for (Element element : children) {
        if (element.name.equals(child)) {
          return element.text.toString();
        }
      }
      return null;
    }

    /** The text of the first child of a name, or nothing. */
    String text(String child) {
      String text = get(child);
      return text == null ? "" : text;
    }

    /** All children of a name. */
    List<Element> all(String child) {
      List<Element> all = new ArrayList<>();
      for (Element element : children) {
        if (element.name.equals(child)) {
          all.add(element);
        }
      }
      return all;
    }
  }

  /** The root of a document, or null when it is none. */
  static @Nullable Element parse(byte[] document) {
    try {
      XMLStreamReader reader;
      synchronized (FACTORY) {
        reader = FACTORY.createXMLStreamReader(new ByteArrayInputStream(document));
      }
      List<Element> open = new ArrayList<>();
      Element root = null;
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            Element element =
                new Element(reader.getLocalName(), new StringBuilder(), new ArrayList<>());
            if (!open.isEmpty()) {
              open.getLast().children.add(element);
            } else if (root == null) {
              root = element;
            }
            open.add(element);
            if (open.size() > DEPTH_MAX) {
              return null;
            }
          }
          case XMLStreamConstants.END_ELEMENT -> open.removeLast();
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (!open.isEmpty()) {
              open.getLast().text.append(reader.getText());
            }
          }
          case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE -> {
            return null;
          }
          default -> {}
        }
      }
      return root;
    } catch (XMLStreamException e) {
      return null;
    }
  }

  /** Text for a document; line ends as references, which parsers keep. */
  static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\n', '\r', '\t' -> out.append("&#").append((int) c).append(';');
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /** Whether XML 1.0 has all characters of a text. */
  static boolean canHold(String text) {
    return text.chars()
        .noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0xFFFE);
  }
}
