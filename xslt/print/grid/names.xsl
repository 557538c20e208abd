<?xml version="1.0" encoding="UTF-8"?>
<!-- What things are called on the page: a juan, a leaf, a place, a witness. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:f="urn:zhushu:functions" version="3.0"
    exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="../../common/han-numbers.xsl"/>

  <xsl:key name="witness" match="witness" use="@xml:id"/>

  <!-- a leaf or column in words, or digit by digit (一四四) -->
  <xsl:function name="f:number" as="xs:string">
    <xsl:param name="number" as="xs:integer"/>
    <xsl:sequence select="if ($numerals eq 'digits') then han:digits(string($number)) else han:number($number)"/>
  </xsl:function>

  <!-- 卷五: as the header names the juan, else from its number -->
  <xsl:function name="f:juan-label" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="named" select="f:juan-entry($juan)/locus[1]"/>
    <xsl:sequence select="
        if ($named) then f:plain($named)
        else if ($juan/@n castable as xs:positiveInteger) then '卷' || han:number(xs:integer($juan/@n))
        else '卷' || $juan/@n"/>
  </xsl:function>

  <xsl:function name="f:juan-entry" as="element(msItem)?">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="$tei//msItem[@n = $juan/@n][1]"/>
  </xsl:function>

  <!-- a sign in a run → where it stands: 葉二上三行 -->
  <xsl:function name="f:place" as="xs:string" xpath-default-namespace="">
    <xsl:param name="sign" as="element()"/>
    <xsl:variable name="column" select="$sign/ancestor::column"/>
    <xsl:sequence select="'葉' || $column/ancestor::leaf/@label || (if ($column/../@side eq 'a') then '上' else '下')
                          || f:number($column/@n) || '行'"/>
  </xsl:function>

  <!-- "#WYG" → what the header calls the witness, its siglum where that is all there is -->
  <xsl:function name="f:witness-name" as="xs:string">
    <xsl:param name="pointer" as="xs:string"/>
    <xsl:variable name="siglum" select="substring-after(tokenize($pointer)[1], '#')"/>
    <xsl:variable name="witness" select="key('witness', $siglum, $tei)[1]"/>
    <xsl:sequence select="($witness//msName/f:plain(.), tokenize($witness)[1], $siglum)[. ne ''][1]"/>
  </xsl:function>
</xsl:stylesheet>
