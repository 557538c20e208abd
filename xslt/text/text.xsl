<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → plain text. With base-only=yes, the base text alone; else notes follow their base text, indented. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:import href="../common/names.xsl"/>
  <xsl:import href="../common/text.xsl"/>
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:param name="base-only" as="xs:string" select="'no'"/>

  <xsl:template match="/">
    <xsl:value-of select="/TEI/teiHeader/fileDesc/titleStmt/title[1] || '&#10;'"/>
    <xsl:apply-templates select="/TEI/text/body/div/*"/>
  </xsl:template>

  <xsl:template match="div">
    <xsl:variable name="title" select="//msItem[@n = current()/@n]/(locus || '　' || title)"/>
    <xsl:value-of select="
        if (@subtype = 'juan')
        then '&#10;' || ($title, '卷' || @n)[1] || '&#10;&#10;'
        else '&#10;' || (if (head) then '' else names:untitled(.)[. ne ''] ! (. || '&#10;&#10;'))"/>
    <xsl:apply-templates select="*"/>
  </xsl:template>

  <xsl:template match="head | trailer">
    <xsl:value-of select="zs:text(.) || '&#10;'"/>
  </xsl:template>

  <xsl:template match="gap[@unit = 'page']">
    <xsl:value-of select="
        if (@extent castable as xs:integer) then '&#10;［闕 ' || @extent || ' 頁］&#10;' else '&#10;［有闕頁］&#10;'"/>
  </xsl:template>

  <xsl:template match="table">
    <xsl:if test="$base-only != 'yes'">
      <xsl:for-each select="row">
        <xsl:value-of select="string-join(cell ! normalize-space(zs:text(.)), '　') || '&#10;'"/>
      </xsl:for-each>
    </xsl:if>
  </xsl:template>

  <xsl:template match="ab">
    <xsl:apply-templates select="seg, note"/>
  </xsl:template>
  <xsl:template match="seg">
    <xsl:value-of select="zs:text(.) || '&#10;'"/>
  </xsl:template>
  <xsl:template match="note">
    <xsl:if test="$base-only != 'yes'">
      <xsl:value-of select="'　　' || zs:text(.) || '&#10;'"/>
    </xsl:if>
  </xsl:template>
  <xsl:template match="*"/>
</xsl:stylesheet>
