<?xml version="1.0" encoding="UTF-8"?>
<!-- What a reader sees of the text: mode "zs:text" turns a passage into its visible characters, without line ends,
     apparatus or layout. For every stylesheet that needs the plain text of an element. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:key name="zs:glyph" match="glyph | char" use="@xml:id"/>

  <!-- What stands for a character that no code point has: its description where known, else 〓. -->
  <xsl:function name="zs:gaiji" as="xs:string">
    <xsl:param name="g" as="element(g)"/>
    <xsl:variable name="glyph" select="key('zs:glyph', substring($g/@ref, 2), root($g))"/>
    <xsl:sequence select="($glyph/mapping[@type = 'IDS']/string(), '〓')[1]"/>
  </xsl:function>

  <xsl:function name="zs:text" as="xs:string">
    <xsl:param name="node" as="node()?"/>
    <xsl:variable name="parts" as="xs:string*">
      <xsl:apply-templates select="$node/node()" mode="zs:text"/>
    </xsl:variable>
    <xsl:sequence select="string-join($parts)"/>
  </xsl:function>

  <xsl:template match="text()" mode="zs:text" as="xs:string">
    <xsl:sequence select="translate(string(.), '&#10;&#13;&#9;', '')"/>
  </xsl:template>
  <xsl:template match="g[not(node())]" mode="zs:text" as="xs:string">
    <xsl:sequence select="zs:gaiji(.)"/>
  </xsl:template>
  <xsl:template match="gap[@unit = 'character']" mode="zs:text" as="xs:string">
    <xsl:sequence select="string-join((1 to xs:integer((@quantity, 1)[1])) ! '□')"/>
  </xsl:template>
  <xsl:template match="space[ancestor::cell or ancestor::head or ancestor::fw]" mode="zs:text" as="xs:string">
    <xsl:sequence select="'　'"/>
  </xsl:template>
  <xsl:template match="*" mode="zs:text" as="xs:string*">
    <xsl:apply-templates mode="zs:text"/>
  </xsl:template>
</xsl:stylesheet>
