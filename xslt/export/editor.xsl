<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the editor's profile: corrections inline, as choice/sic/corr and supplied, where an editor wants to see them.
     Readings of witnesses that do not change the text stay in the apparatus. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns="http://www.tei-c.org/ns/1.0" xpath-default-namespace="http://www.tei-c.org/ns/1.0"
    exclude-result-prefixes="#all">

  <xsl:mode on-no-match="shallow-copy" use-accumulators="#all"/>
  <xsl:key name="from" match="app[rdg[@wit = '#raw'][@type = ('damage', 'lacuna')]]" use="substring(@from, 2)"/>
  <xsl:key name="to" match="app[rdg[@wit = '#raw'][@type = ('damage', 'lacuna')]]" use="substring(@to, 2)"/>

  <!-- Whether we stand between the two anchors of a correction: the choice has taken the place of what is there. -->
  <xsl:accumulator name="inside" as="xs:boolean" initial-value="false()">
    <xsl:accumulator-rule match="anchor[key('from', @xml:id)]" select="true()"/>
    <xsl:accumulator-rule match="anchor[key('to', @xml:id)]" select="false()"/>
  </xsl:accumulator>

  <xsl:template match="anchor[key('from', @xml:id)]" priority="3">
    <xsl:variable name="app" select="key('from', @xml:id)"/>
    <xsl:choose>
      <xsl:when test="$app/rdg[@wit = '#raw']/@type = 'lacuna'">
        <supplied>
          <xsl:apply-templates select="$app/lem/@cert"/>
          <xsl:if test="$app/lem/@wit"><xsl:attribute name="source" select="$app/lem/@wit"/></xsl:if>
          <xsl:copy-of select="$app/lem/node()"/>
        </supplied>
      </xsl:when>
      <xsl:otherwise>
        <choice>
          <sic><xsl:copy-of select="$app/rdg[@wit = '#raw']/node()"/></sic>
          <corr>
            <xsl:apply-templates select="$app/lem/@cert"/>
            <xsl:if test="$app/lem/@wit"><xsl:attribute name="source" select="$app/lem/@wit"/></xsl:if>
            <xsl:copy-of select="$app/lem/node()"/>
          </corr>
        </choice>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
  <xsl:template match="anchor[key('to', @xml:id)]" priority="3"/>
  <xsl:template match="text//node()[accumulator-before('inside')]" priority="2"/>

  <xsl:template match="app[rdg[@wit = '#raw'][@type = ('damage', 'lacuna')]]"/>
  <xsl:template match="back[not(.//app[not(rdg[@wit = '#raw'][@type = ('damage', 'lacuna')])])]"/>
  <xsl:template match="variantEncoding[not(//app[not(rdg[@wit = '#raw'][@type = ('damage', 'lacuna')])])]"/>
</xsl:stylesheet>
