// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class SvgPlotTest {
  private static Document draw(Plot plot) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(SvgPlot.draw(plot).getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> all(Document document, String tag, String attribute) {
    List<String> out = new ArrayList<>();
    NodeList nodes = document.getElementsByTagName(tag);
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      out.add(attribute.isEmpty() ? element.getTextContent() : element.getAttribute(attribute));
    }
    return out;
  }

  @Test
  void curvesAreStepsWithinTheAxes() throws Exception {
    Plot plot =
        new Plot(
            "p",
            "a < b & c",
            "seconds",
            "MB/s",
            List.of(
                new Plot.Curve("low", 0.5, new double[] {0, 100}),
                new Plot.Curve("high", 0.5, new double[] {600, 0, 300, 600})),
            List.of(new Plot.Level("link", 625)));
    Document document = draw(plot);
    List<String> texts = all(document, "text", "");
    assertTrue(texts.containsAll(List.of("a < b & c", "low", "high", "link", "MB/s")), "" + texts);
    assertTrue(texts.containsAll(List.of("0", "0.5", "2", "100", "600")), "" + texts);
    // From (0, 0) up and right by half a second; two seconds are 770 units wide.
    String low =
        all(document, "path", "d").stream().filter(d -> d.contains("H455.0")).findFirst().get();
    assertEquals("M70.0 370.0V370.0H262.5V322.8H455.0V370.0", low);
  }

  @Test
  void nothingAtAllIsStillADocument() throws Exception {
    Document document = draw(new Plot("p", "t", "x", "y", List.of(), List.of()));
    assertEquals("svg", document.getDocumentElement().getTagName());
  }

  @Test
  void ticksAreRound() {
    assertEquals(0.5, SvgPlot.roundStep(3.1), 1e-12);
    assertEquals(100, SvgPlot.roundStep(656), 1e-9);
    assertEquals(1, SvgPlot.roundStep(8), 1e-12);
    assertEquals(2, SvgPlot.roundStep(8.1), 1e-12);
  }
}
