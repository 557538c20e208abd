<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the base text alone: the same file without its notes and without the apparatus on them. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.tei-c.org/ns/1.0" xpath-default-namespace="http://www.tei-c.org/ns/1.0"
    exclude-result-prefixes="#all">

  <xsl:mode on-no-match="shallow-copy"/>
  <xsl:key name="anchor" match="anchor" use="@xml:id"/>

  <xsl:template match="body//note | body//space[@corresp]"/>
  <xsl:template match="ab[not(seg)]"/>
  <xsl:template match="ab/@next | ab/@prev"/>
  <xsl:template match="app[key('anchor', substring(@from, 2))/ancestor::note]"/>
  <xsl:template match="back[not(.//app[key('anchor', substring(@from, 2))[not(ancestor::note)]])]"/>
</xsl:stylesheet>
