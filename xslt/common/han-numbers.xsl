<?xml version="1.0" encoding="UTF-8"?>
<!-- Whole numbers as Chinese writes them: 5 → 五, 15 → 十五, 120 → 一百二十, 2026 as digits → 二〇二六. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:han="urn:zhushu:han-numbers" exclude-result-prefixes="#all">

  <xsl:variable name="han:digits" as="xs:string" select="'〇一二三四五六七八九'"/>

  <!-- Digits one by one, as years are written. Anything that is not a digit stays. -->
  <xsl:function name="han:digits" as="xs:string">
    <xsl:param name="number" as="xs:string"/>
    <xsl:sequence select="translate($number, '0123456789', $han:digits)"/>
  </xsl:function>

  <!-- With the powers of ten, from 0 to 9999; larger numbers digit by digit. -->
  <xsl:function name="han:number" as="xs:string">
    <xsl:param name="number" as="xs:integer"/>
    <xsl:choose>
      <xsl:when test="$number lt 0 or $number gt 9999">
        <xsl:sequence select="han:digits(string($number))"/>
      </xsl:when>
      <xsl:when test="$number eq 0">〇</xsl:when>
      <xsl:when test="$number ge 10 and $number lt 20">
        <xsl:sequence select="'十' || (if ($number gt 10) then han:number($number - 10) else '')"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="power" select="if ($number ge 1000) then 3 else if ($number ge 100) then 2 else if ($number ge 10) then 1 else 0"/>
        <xsl:variable name="unit" select="(1, 10, 100, 1000)[$power + 1]"/>
        <xsl:variable name="rest" select="$number mod $unit"/>
        <xsl:variable name="skipped" select="$rest gt 0 and $power gt 1 and $rest * 10 lt $unit"/>
        <xsl:variable name="tail" select="if ($rest ge 10 and $rest lt 20 and $power gt 1) then '一' || han:number($rest) else han:number($rest)"/>
        <xsl:sequence select="han:digits(string($number idiv $unit)) || ('', '十', '百', '千')[$power + 1]
          || (if ($skipped) then '〇' else '') || (if ($rest gt 0) then $tail else '')"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

</xsl:stylesheet>
