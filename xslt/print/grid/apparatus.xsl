<?xml version="1.0" encoding="UTF-8"?>
<!-- The end of the book: 校勘記 (corrections and variants), then the characters that stay doubtful, missing or unknown.
     Items again, set like text: what it is about as base text, what there is to say as a note. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:f="urn:zhushu:functions" version="3.0" expand-text="yes"
    exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <!-- places named for one doubtful or unknown character; the count is always given -->
  <xsl:variable name="places-named" as="xs:integer" select="24"/>

  <!-- The juan as placed → the items of the lists; none where there is nothing to list. -->
  <xsl:function name="f:apparatus" as="element()*" xpath-default-namespace="">
    <xsl:param name="juan" as="element(juan)*"/>
    <xsl:variable name="lists" as="element(item)*">
      <xsl:sequence select="f:corrections($juan)"/>
      <xsl:sequence select="f:places('疑字', $juan//unclear)"/>
      <xsl:sequence select="f:places('闕字', $juan//gap)"/>
      <xsl:sequence select="f:places('未識字', $juan//g)"/>
    </xsl:variable>
    <xsl:if test="$lists">
      <xsl:sequence select="f:heading('juan', $title || '校勘記'), $lists"/>
    </xsl:if>
  </xsl:function>

  <xsl:function name="f:heading" as="element()">
    <xsl:param name="type" as="xs:string"/>
    <xsl:param name="text" as="xs:string"/>
    <item kind="head" type="{$type}" supplied="yes">
      <xsl:sequence select="f:words($text)"/>
    </item>
  </xsl:function>

  <!-- 1. Corrections and variants, juan by juan -->

  <xsl:function name="f:corrections" as="element()*" xpath-default-namespace="">
    <xsl:param name="juan" as="element(juan)*"/>
    <xsl:for-each select="$juan[.//app]">
      <xsl:sequence select="f:heading('chapter', @label)"/>
      <xsl:for-each select=".//app">
        <xsl:sequence select="f:correction(., key('app-id', @ref, $tei)[1])"/>
      </xsl:for-each>
    </xsl:for-each>
  </xsl:function>

  <xsl:function name="f:correction" as="element()*">
    <xsl:param name="sign" as="element()"/>
    <xsl:param name="app" as="element(app)"/>
    <item kind="base" supplied="yes">
      <app w="0" from="" n="{$sign/@n}" ref="{$sign/@ref}"/>
      <xsl:apply-templates select="$app/lem" mode="atom"/>
    </item>
    <item kind="note" supplied="yes">
      <xsl:sequence select="f:words(f:place($sign))"/>
      <xsl:for-each select="$app/rdg">
        <xsl:sequence select="f:words(if (@type eq 'lacuna') then '原闕'
                                      else if (@type eq 'variant') then f:witness-name(@wit) || '作'
                                      else '原作')"/>
        <xsl:if test="not(@type eq 'lacuna')">
          <xsl:apply-templates select="." mode="atom"/>
        </xsl:if>
      </xsl:for-each>
      <xsl:sequence select="f:words(f:authority($app))"/>
      <!-- a remark in another language has no place in a column -->
      <xsl:if test="$app/note and not(matches($app/note[1], '[A-Za-z]'))">
        <xsl:sequence select="f:words('　' || f:plain($app/note[1]))"/>
      </xsl:if>
    </item>
  </xsl:function>

  <!-- on whose word the text departs from the page -->
  <xsl:function name="f:authority" as="xs:string">
    <xsl:param name="app" as="element(app)"/>
    <xsl:variable name="done" select="if ($app/rdg/@type = 'lacuna') then '補' else '改'"/>
    <xsl:sequence select="
        if ($app/rdg/@type = 'variant') then ''
        else if ($app/lem/@wit) then '據' || f:witness-name($app/lem/@wit) || $done
        else '今' || $done"/>
  </xsl:function>

  <!-- 2. Characters that are doubtful, missing or unknown: each once, with the places where it stands -->

  <xsl:function name="f:places" as="element()*" xpath-default-namespace="">
    <xsl:param name="heading" as="xs:string"/>
    <xsl:param name="signs" as="element()*"/>
    <xsl:if test="$signs">
      <xsl:sequence select="f:heading('chapter', $heading)"/>
    </xsl:if>
    <xsl:for-each-group select="$signs" group-by="(@ref, string())[1]">
      <item kind="base" supplied="yes">
        <xsl:element name="{local-name()}">
          <xsl:attribute name="w" select="1"/>
          <xsl:copy-of select="@*"/>
          <xsl:value-of select="substring(., 1, 1)"/>
        </xsl:element>
      </item>
      <item kind="note" supplied="yes">
        <xsl:sequence select="f:words(f:described(.) || '凡' || han:number(count(current-group())) || '見')"/>
        <xsl:for-each-group select="subsequence(current-group(), 1, $places-named)" group-adjacent="string(ancestor::juan/@label)">
          <xsl:sequence select="f:words(current-grouping-key() || string-join(distinct-values(current-group() ! f:place(.))))"/>
        </xsl:for-each-group>
        <xsl:if test="count(current-group()) gt $places-named">
          <xsl:sequence select="f:words('等')"/>
        </xsl:if>
      </item>
    </xsl:for-each-group>
  </xsl:function>

  <!-- what is known of an unresolved character: its private-use code point, the name it has in its source, its parts -->
  <xsl:function name="f:described" as="xs:string">
    <xsl:param name="sign" as="element()"/>
    <xsl:variable name="glyph" select="key('glyph', string($sign/@ref), $tei)[1]"/>
    <xsl:sequence select="string-join(($glyph/mapping[@type = ('PUA', 'raw')], $glyph/localProp[@name eq 'entity']/@value,
                                       $glyph/mapping[@type eq 'IDS']) ! (f:plain(.) || '　'))"/>
  </xsl:function>
</xsl:stylesheet>
