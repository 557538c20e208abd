<?xml version="1.0" encoding="UTF-8"?>
<!-- What stands at the foot of a page of text: the apparatus and the characters, linked with their places. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all" expand-text="yes">

  <xsl:template name="zs:apparatus">
    <xsl:param name="page" as="map(*)"/>
    <xsl:variable name="apps" as="element()*" select="if ($edition//app) then $page?blocks ! descendant::anchor/key('zs:app', @xml:id) else ()"/>
    <xsl:if test="$apps">
      <section class="apparatus" aria-labelledby="ui:word-apparatus">
        <h2 id="ui:word-apparatus"><xsl:sequence select="zs:t('apparatus')"/></h2>
        <ol>
          <xsl:for-each select="$apps">
            <xsl:variable name="passage" select="key('zs:id', substring-after(@from, '#'))/ancestor::*[self::ab or self::head][1]"/>
            <li>
              <xsl:apply-templates select="@xml:id" mode="zs:inline"/>
              <a class="back" href="#{substring-after(@from, '#')}">{(names:number($passage)[. ne ''], '↑')[1]}</a>
              <xsl:text> </xsl:text>
              <span class="what"><xsl:apply-templates select="lem | rdg | note" mode="zs:app"/></span>
            </li>
          </xsl:for-each>
        </ol>
      </section>
    </xsl:if>
  </xsl:template>

  <xsl:template match="lem | rdg" mode="zs:app">
    <span class="a-{local-name()}">
      <b lang="lzh-Hant"><xsl:apply-templates mode="zs:inline"/></b>
      <xsl:text> </xsl:text>
      <small class="wit" lang="lzh-Hant">{string-join(zs:sigla(.), ' ')}</small>
      <xsl:if test="@cert and not(@cert = 'high')"><xsl:text> </xsl:text><small class="cert">(<xsl:sequence select="($shown-words('cert-' || @cert), string(@cert))[1]"/>)</small></xsl:if>
    </span>
    <xsl:text>{if (self::lem) then '］ ' else '； '}</xsl:text>
  </xsl:template>
  <xsl:template match="note" mode="zs:app">
    <span class="why"><xsl:value-of select="normalize-space(.)"/></span>
  </xsl:template>
  <xsl:template match="text()" mode="zs:app"/>

  <xsl:function name="zs:sigla" as="xs:string*">
    <xsl:param name="reading" as="element()"/>
    <xsl:sequence select="tokenize(($reading/@wit, $reading/@resp)[1]) ! (if (. = '#raw') then '原頁' else substring-after(., '#'))"/>
  </xsl:function>

  <!-- Variants, private-use characters and what nobody knows, each once, with its number. -->
  <xsl:template name="zs:characters">
    <xsl:param name="page" as="map(*)"/>
    <xsl:variable name="uses" as="element()*" select="$page?blocks ! descendant::g[@ref]"/>
    <xsl:if test="$uses">
      <details class="characters">
        <summary><h2><xsl:sequence select="zs:t('characters')"/></h2></summary>
        <xsl:variable name="entries" as="element()*">
          <xsl:for-each-group select="$uses" group-by="substring-after(@ref, '#')">
            <xsl:sort select="count(current-group())" order="descending"/>
            <xsl:sort select="current-grouping-key()"/>
            <xsl:variable name="glyph" select="$glyphs(current-grouping-key())"/>
            <li>
              <xsl:attribute name="data-kind" select="if (not(node())) then 'unresolved' else if ($glyph/mapping[@type = 'PUA']) then 'private' else 'variants'"/>
              <xsl:if test="$glyph">
                <xsl:attribute name="id" select="current-grouping-key()"/>
              </xsl:if>
              <b lang="lzh-Hant">{if (node()) then string(.) else zs:gaiji(.)}</b>
              <xsl:for-each select="$glyph/mapping[@type = 'standard'][not(. = ../mapping[@type = 'Unicode'])][1]">
                <xsl:text> → </xsl:text><b lang="lzh-Hant" class="standard">{.}</b>
              </xsl:for-each>
              <xsl:text> </xsl:text>
              <small>{string-join(($glyph/mapping[@type = 'PUA'], ($glyph/localProp[@name = 'entity']/@value, $glyph/mapping[@type = 'raw'])[1], '×' || count(current-group())), ' ')}</small>
            </li>
          </xsl:for-each-group>
        </xsl:variable>
        <xsl:for-each select="'unresolved', 'private', 'variants'">
          <xsl:variable name="these" select="$entries[@data-kind = current()]"/>
          <xsl:if test="exists($these)">
            <h3><xsl:sequence select="zs:t(.)"/></h3>
            <ul><xsl:sequence select="$these"/></ul>
          </xsl:if>
        </xsl:for-each>
      </details>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
