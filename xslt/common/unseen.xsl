<?xml version="1.0" encoding="UTF-8"?>
<!-- Characters that no reader sees: what Unicode calls default ignorable, and signs that end a line. Some turn a line round,
     break it or are forbidden in PDF, so the printed editions pass over them. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:unseen="urn:zhushu:unseen" exclude-result-prefixes="#all">

  <!-- the inside of a class of a regular expression -->
  <xsl:variable name="unseen:signs" as="xs:string" select="
      '&#x85;&#xAD;&#x34F;&#x61C;&#x115F;&#x1160;&#x17B4;&#x17B5;&#x180B;-&#x180F;&#x200B;-&#x200F;&#x2028;-&#x202E;&#x2060;-&#x206F;'
      || '&#x3164;&#xFEFF;&#xFFA0;&#xFFF0;-&#xFFF8;&#x1BCA0;-&#x1BCA3;&#x1D173;-&#x1D17A;&#xE0000;-&#xE00FF;&#xE01F0;-&#xE0FFF;'"/>
  <!-- variation selectors are not seen either, but say which form of the character before is meant -->
  <xsl:variable name="unseen:selectors" as="xs:string" select="'&#xFE00;-&#xFE0F;&#xE0100;-&#xE01EF;'"/>

  <!-- Those of the signs that the file holds. Looked for in every character of it where nobody says. -->
  <xsl:param name="unseen" as="xs:string" select="
      distinct-values(string-to-codepoints(replace(string-join((string(/), //@*)), '[^' || $unseen:signs || ']', ''))) => codepoints-to-string()"/>

  <!-- Text → the same without them; variation selectors stay. -->
  <xsl:function name="unseen:without" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="if ($unseen eq '') then $text else translate($text, $unseen, '')"/>
  </xsl:function>

</xsl:stylesheet>
