<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → what EVT 3 pages by: it ignores a pb that has @ed, so one sequence of pages is kept, without it: the
     printed leaves where the text has them, else the raw pages. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.tei-c.org/ns/1.0" xpath-default-namespace="http://www.tei-c.org/ns/1.0"
    exclude-result-prefixes="#all">

  <xsl:mode on-no-match="shallow-copy"/>
  <xsl:variable name="kept" select="(//pb[@ed != 'raw'], //pb)[1]/@ed"/>

  <xsl:template match="pb[@ed = $kept] | lb[@ed = $kept]">
    <xsl:copy><xsl:apply-templates select="@* except @ed"/></xsl:copy>
  </xsl:template>
  <xsl:template match="text//pb | text//lb" priority="-0.1"/>
  <xsl:template match="space[@corresp]"/>
</xsl:stylesheet>
