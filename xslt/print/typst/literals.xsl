<?xml version="1.0" encoding="UTF-8"?>
<!-- Strings, arrays and calls as Typst writes them. Text never becomes markup: it stands in string literals. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:typ="urn:zhushu:typst" xmlns:unseen="urn:zhushu:unseen" exclude-result-prefixes="#all">

  <xsl:import href="../../common/unseen.xsl"/>

  <!-- What is printed. -->
  <xsl:function name="typ:string" as="xs:string">
    <xsl:param name="text" as="xs:string?"/>
    <xsl:sequence select="typ:name(unseen:without(string($text)))"/>
  </xsl:function>

  <!-- An id, code point for code point. A Typst string may hold line ends. -->
  <xsl:function name="typ:name" as="xs:string">
    <xsl:param name="text" as="xs:string?"/>
    <xsl:sequence select="'&quot;' || (if (contains($text, '\') or contains($text, '&quot;')) then replace($text, '[\\&quot;]', '\\$0') else $text) || '&quot;'"/>
  </xsl:function>

  <!-- An array; the comma at the end keeps one item an array. -->
  <xsl:function name="typ:array" as="xs:string">
    <xsl:param name="items" as="xs:string*"/>
    <xsl:sequence select="'(' || string-join($items, ', ') || (if (count($items) eq 1) then ',' else '') || ')'"/>
  </xsl:function>

  <xsl:function name="typ:let" as="xs:string">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="entries" as="xs:string*"/>
    <xsl:sequence select="'#let ' || $name || ' = (' || (if (exists($entries)) then '&#10;' || string-join($entries ! ('  ' || . || ',&#10;')) else ':') || ')&#10;'"/>
  </xsl:function>

  <xsl:function name="typ:call" as="xs:string">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="arguments" as="xs:string*"/>
    <xsl:sequence select="$name || '(' || string-join($arguments, ', ') || ')'"/>
  </xsl:function>

  <!-- A call that stands in running text: apart from a string, which is text. -->
  <xsl:function name="typ:inline" as="map(xs:string, xs:string)">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="arguments" as="xs:string*"/>
    <xsl:sequence select="map { 'call': typ:call($name, $arguments) }"/>
  </xsl:function>

  <!-- Running text (strings and inline calls) → the arguments of a call: neighbouring strings become one literal. -->
  <xsl:function name="typ:arguments" as="xs:string*">
    <xsl:param name="pieces" as="item()*"/>
    <xsl:for-each-group select="$pieces" group-adjacent=". instance of xs:string">
      <xsl:choose>
        <xsl:when test="not(current-grouping-key())">
          <xsl:sequence select="current-group() ! .('call')"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:variable name="text" select="string-join(current-group())"/>
          <xsl:if test="$text ne ''">
            <xsl:sequence select="typ:string($text)"/>
          </xsl:if>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:function>

</xsl:stylesheet>
