<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the leaves of the woodblock grid as SVG, one below the other, or one of them: leaf = "juan5-2".
     All parameters of ../print/grid.xsl hold here too. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:names="urn:zhushu:names" xmlns:svg="urn:zhushu:svg" xmlns="http://www.w3.org/2000/svg" version="3.0" exclude-result-prefixes="#all">

  <xsl:import href="../print/grid.xsl"/>
  <xsl:import href="../print/svg.xsl"/>

  <xsl:param name="leaf" as="xs:string" select="''"/>

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:template match="/">
    <xsl:variable name="made" as="document-node()">
      <xsl:document>
        <xsl:apply-imports/>
      </xsl:document>
    </xsl:variable>
    <xsl:variable name="grid" as="element(grid)" select="$made/grid"/>
    <xsl:variable name="leaves" select="
        if (exists(names:all-juan(/))) then $grid/juan/leaf[$leaf = ('', svg:leaf-id(.))] else ()"/>
    <xsl:variable name="width" select="svg:width($grid)"/>
    <svg version="1.1" width="{svg:n($width)}mm" height="{svg:n(count($leaves) * $svg:height)}mm"
        viewBox="0 0 {svg:n($width)} {svg:n(count($leaves) * $svg:height)}">
      <xsl:for-each select="$leaves">
        <svg id="{svg:leaf-id(.)}" y="{svg:n((position() - 1) * $svg:height)}" width="{svg:n($width)}"
            height="{svg:n($svg:height)}">
          <xsl:apply-templates select="." mode="svg"/>
        </svg>
      </xsl:for-each>
    </svg>
  </xsl:template>

  <!-- juan5-2: the juan by its id in the TEI, and the leaf -->
  <xsl:function name="svg:leaf-id" as="xs:string">
    <xsl:param name="leaf" as="element(leaf)"/>
    <xsl:sequence select="($leaf/../@from, if ($leaf/../@label = '牌記') then 'colophon' else 'lists')[1] || '-' || count($leaf/preceding-sibling::leaf) + 1"/>
  </xsl:function>
</xsl:stylesheet>
