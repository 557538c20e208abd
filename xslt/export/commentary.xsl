<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the commentary alone, each unit a div that names with @corresp the passage of the base text it explains
     (URN:juan.unit), as Scaife and other readers of separate commentaries expect. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.tei-c.org/ns/1.0" xpath-default-namespace="http://www.tei-c.org/ns/1.0"
    exclude-result-prefixes="#all">

  <xsl:mode on-no-match="shallow-copy"/>
  <xsl:variable name="urn" select="/TEI/text/body/div[@type = 'edition']/@n"/>
  <xsl:key name="anchor" match="anchor" use="@xml:id"/>

  <xsl:template match="div[@type = 'edition']">
    <div type="commentary"><xsl:apply-templates select="@xml:lang | @n | node()"/></div>
  </xsl:template>
  <xsl:template match="ab[@type = 'unit'][note]">
    <div type="textpart" subtype="commline" n="{@n}" corresp="{$urn}:{ancestor::div[@subtype = 'juan']/@n}.{@n}">
      <xsl:apply-templates select="@xml:id"/>
      <xsl:for-each select="note">
        <p n="{@subtype}">
          <xsl:apply-templates select="@xml:id"/>
          <note><xsl:apply-templates select="(@* except (@xml:id | @target)) | node()"/></note>
        </p>
      </xsl:for-each>
    </div>
  </xsl:template>
  <xsl:template match="ab | body//space[@corresp] | body//fw | body//table | refsDecl"/>
  <xsl:template match="app[key('anchor', substring(@from, 2))[not(ancestor::note)]]"/>
  <xsl:template match="back[not(.//app[key('anchor', substring(@from, 2))/ancestor::note])]"/>
</xsl:stylesheet>
