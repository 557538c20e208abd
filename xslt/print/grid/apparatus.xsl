<?xml version="1.0" encoding="UTF-8"?>
<!-- The end of the book: 校勘記 (corrections and variants), then the characters that stay doubtful, missing or unknown.
     Items again, set like text: what it is about as base text, what there is to say as a note. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:han="urn:zhushu:han-numbers" xmlns:names="urn:zhushu:names"
    xmlns:f="urn:zhushu:functions" version="3.0"
    exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <!-- places named for one doubtful or unknown character; the count is always given -->
  <xsl:variable name="places-named" as="xs:integer" select="24"/>

  <!-- The juan, with their leaves → the items of the lists; none where there is nothing to list. -->
  <xsl:function name="f:apparatus" as="map(*)*">
    <xsl:param name="juan" as="map(*)*"/>
    <xsl:variable name="signs" as="map(*)*" select="$juan ! f:signs(.)"/>
    <xsl:variable name="lists" as="map(*)*" select="
        f:corrections($signs[?atom?as eq 'app']),
        f:places('疑字', $signs[?atom?as eq 'unclear']),
        f:places('闕字', $signs[?atom?as eq 'gap']),
        f:places('未識字', $signs[?atom?as eq 'g'])"/>
    <xsl:if test="exists($lists)">
      <xsl:sequence select="f:supplied-head('juan', $title || '校勘記'), $lists"/>
    </xsl:if>
  </xsl:function>

  <!-- What a juan has beside plain text: maps of atom, text, juan and place. -->
  <xsl:function name="f:signs" as="map(*)*">
    <xsl:param name="juan" as="map(*)"/>
    <xsl:sequence select="
        for $leaf in $juan?leaves, $run in $leaf?runs, $piece in $run?pieces[?atom?as = ('app', 'unclear', 'gap', 'g')]
        return map{'atom': $piece?atom, 'text': $piece?text, 'juan': $juan?label, 'place': f:place($leaf?label, $run?c)}"/>
  </xsl:function>

  <!-- an entry: what it is about as base text, what there is to say as a note -->
  <xsl:function name="f:entry" as="map(*)+">
    <xsl:param name="about" as="map(*)*"/>
    <xsl:param name="remark" as="map(*)*"/>
    <xsl:sequence select="
        map{'kind': 'base', 'supplied': true(), 'followed': true(), 'atoms': $about},
        map{'kind': 'note', 'supplied': true(), 'atoms': $remark}"/>
  </xsl:function>

  <!-- 1. Corrections and variants, juan by juan -->

  <xsl:function name="f:corrections" as="map(*)*">
    <xsl:param name="signs" as="map(*)*"/>
    <xsl:for-each-group select="$signs" group-adjacent="?juan">
      <xsl:sequence select="
          f:supplied-head('chapter', current-grouping-key()),
          current-group() ! f:correction(., key('app-id', ?atom?ref, $tei)[1])"/>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:function name="f:correction" as="map(*)+">
    <xsl:param name="sign" as="map(*)"/>
    <xsl:param name="app" as="element(app)"/>
    <!-- a remark in another language has no place in a column -->
    <xsl:variable name="remark" as="xs:string?" select="$app/note[1][not(matches(., '[A-Za-z]'))] ! f:plain(.)"/>
    <xsl:sequence select="f:entry(
        (f:listed($sign), $app/lem ! f:atoms(.)),
        (f:words($sign?place),
         $app/rdg ! (f:words(names:reading(.)), f:atoms(.)[not($app/rdg/@type = 'lacuna')]),
         f:words(names:authority($app)),
         $remark ! (f:words('　'), f:words(.))))"/>
  </xsl:function>

  <!-- the atom of a sign as it stands in a list: not from the text -->
  <xsl:function name="f:listed" as="map(*)">
    <xsl:param name="sign" as="map(*)"/>
    <xsl:sequence select="map:merge((
        $sign?atom, map{'from': '', 'layer': '', 'text': $sign?text, 'w': string-length($sign?text)}),
        map{'duplicates': 'use-last'})"/>
  </xsl:function>

  <!-- 2. Characters that are doubtful, missing or unknown: each once, with the places where it stands -->

  <xsl:function name="f:places" as="map(*)*">
    <xsl:param name="heading" as="xs:string"/>
    <xsl:param name="signs" as="map(*)*"/>
    <xsl:if test="exists($signs)">
      <xsl:sequence select="f:supplied-head('chapter', $heading)"/>
    </xsl:if>
    <xsl:for-each-group select="$signs" group-by="(?atom?ref, ?text)[1]">
      <xsl:variable name="places" as="map(*)*">
        <xsl:for-each-group select="subsequence(current-group(), 1, $places-named)" group-adjacent="?juan">
          <xsl:sequence select="
              f:words(current-grouping-key() || string-join(distinct-values(current-group()?place)))"/>
        </xsl:for-each-group>
      </xsl:variable>
      <xsl:sequence select="f:entry(f:listed(.), (
          f:described(?atom?ref), f:words('凡' || han:number(count(current-group())) || '見'),
          $places,
          f:words('等')[count(current-group()) gt $places-named]))"/>
    </xsl:for-each-group>
  </xsl:function>

  <!-- what is known of an unresolved character: its private-use code point, the name it has in its source, its parts; of
       one that no font draws its code point, which is its id -->
  <xsl:function name="f:described" as="map(*)*">
    <xsl:param name="id" as="xs:string?"/>
    <xsl:variable name="glyph" select="$id ! key('glyph', ., $tei)[1]"/>
    <xsl:for-each select="$id[empty($glyph)], $glyph/mapping[@type eq 'PUA'], ($glyph/localProp[@name eq 'entity']/@value, $glyph/mapping[@type eq 'raw'])[1],
                          $glyph/mapping[@type eq 'IDS']">
      <xsl:sequence select="f:words(normalize-space(.)) ! map:put(., 'whole', true()), f:words('　')"/>
    </xsl:for-each>
  </xsl:function>
</xsl:stylesheet>
