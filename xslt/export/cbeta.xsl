<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the manner of the Buddhist canon's files: base text in p, notes inline in it as note place="inline", one
     paragraph a unit, rare characters as char. For tools that read that shape; the units and voices stay on the notes. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.tei-c.org/ns/1.0" xpath-default-namespace="http://www.tei-c.org/ns/1.0"
    exclude-result-prefixes="#all">

  <xsl:mode on-no-match="shallow-copy"/>

  <xsl:template match="ab[@type = 'unit']">
    <p><xsl:apply-templates select="@xml:id | @n | node()"/></p>
  </xsl:template>
  <xsl:template match="ab/seg">
    <seg><xsl:apply-templates select="@xml:id | @type | node()"/></seg>
  </xsl:template>
  <xsl:template match="body//note">
    <note><xsl:apply-templates select="@xml:id | @type | @place | @resp | @target | node()"/></note>
  </xsl:template>
  <xsl:template match="body//space[@corresp] | fw"/>
  <xsl:template match="glyph">
    <char><xsl:apply-templates select="@* | node()"/></char>
  </xsl:template>
  <xsl:template match="refsDecl"/>
</xsl:stylesheet>
