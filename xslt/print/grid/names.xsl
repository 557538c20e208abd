<?xml version="1.0" encoding="UTF-8"?>
<!-- What numbers and places are called on the page. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:f="urn:zhushu:functions" version="3.0" exclude-result-prefixes="#all">

  <!-- 131411 → U+20153 -->
  <xsl:function name="f:code-point" as="xs:string">
    <xsl:param name="code" as="xs:integer"/>
    <xsl:sequence select="'U+' || string-join((1048576, 65536, 4096, 256, 16, 1)[. le 4096 or . le $code]
        ! substring('0123456789ABCDEF', $code idiv . mod 16 + 1, 1))"/>
  </xsl:function>

  <!-- a leaf or column in words, or digit by digit (一四四) -->
  <xsl:function name="f:number" as="xs:string">
    <xsl:param name="number" as="xs:integer"/>
    <xsl:sequence select="if ($numerals eq 'digits') then han:digits(string($number)) else han:number($number)"/>
  </xsl:function>

  <!-- a leaf and a column of its juan → the place in words: 葉二上三行 -->
  <xsl:function name="f:place" as="xs:string">
    <xsl:param name="leaf" as="xs:string"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:sequence select="'葉' || $leaf || (if (f:side($c) eq 'a') then '上' else '下') || f:number($c mod $C + 1) || '行'"/>
  </xsl:function>
</xsl:stylesheet>
