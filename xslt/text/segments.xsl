<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → JSON lines: one object for each base segment, note and head, in reading order. docs/reference.md names the keys. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:import href="../common/text.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:key name="person" match="person" use="@xml:id"/>
  <xsl:key name="prefix" match="prefixDef" use="@ident"/>

  <!-- A raw file by the part of its address that names it: what is not ASCII is written as percent and bytes there. -->
  <xsl:key name="file" match="bibl[@type = 'digital']"
      use="string-join(tokenize(idno[@type = 'filename'], '/') ! encode-for-uri(.), '/')"/>

  <xsl:template match="/">
    <xsl:apply-templates select="/TEI/text/body/(.//seg | .//note | .//head | .//trailer)"/>
  </xsl:template>

  <xsl:template match="seg | note | head | trailer">
    <xsl:variable name="ranges" select="tokenize(@corresp)"/>
    <xsl:variable name="range" select="tokenize($ranges[1], '[:,]')"/>
    <xsl:variable name="places" as="xs:integer*"
        select="$ranges ! tokenize(substring-after(., ':'), ',') ! xs:integer(.)"/>
    <xsl:variable name="address" select="
        key('prefix', $range[1]) ! substring-before(substring-after(@replacementPattern, 'raw/'), '#')"/>
    <xsl:variable name="file" select="(key('file', iri-to-uri($address))/idno[@type = 'filename'], $address)[1]"/>
    <xsl:variable name="record" select="map:merge((
        map {
          'id': string(@xml:id),
          'element': local-name(),
          'layer': string((self::seg | self::note)/@type),
          'juan': string(ancestor::div[@subtype = 'juan']/@n),
          'section': string(ancestor::div[@type = 'textpart'][1][not(@subtype = 'juan')]/@subtype),
          'unit': string(parent::ab/@n),
          'slot': string(@subtype),
          'text': zs:text(.),
          'marker': string(label),
          'sign': string(pc[1]),
          'evidence': substring(@ana, 2),
          'certainty': string(@cert),
          'target': substring(@target, 2)
        },
        self::note ! map {
          'voice': substring(@resp, 2),
          'person': string(key('person', substring(@resp, 2))/persName[1]),
          'work': substring(@source, 2)
        },
        $range[3] ! map {
          'file': string($file),
          'start': min($places),
          'end': max($places)
        },
        (: a passage that is not one stretch of its file: its stretches in the order of reading :)
        $ranges[2] ! map { 'ranges': string-join($ranges ! substring-after(., ':'), ' ') }))"/>
    <xsl:value-of select="
        '{' || string-join(
          sort(map:keys($record), (), function($key) { index-of($order, $key) })[string($record(.)) != '']
            ! (serialize(., map { 'method': 'json' }) || ':' || serialize($record(.), map { 'method': 'json' })),
          ',') || '}&#10;'"/>
  </xsl:template>

  <!-- Keys in a fixed order, empty ones left out, so that the same edition gives the same bytes. -->
  <xsl:variable name="order" as="xs:string*" select="
      'id', 'element', 'layer', 'voice', 'person', 'work', 'juan', 'section', 'unit', 'slot', 'text', 'marker', 'sign',
      'target', 'file', 'start', 'end', 'ranges', 'evidence', 'certainty'"/>
</xsl:stylesheet>
