<?xml version="1.0" encoding="UTF-8"?>
<!-- 校勘記: corrections and variants by juan, then the characters that are unknown, with the passages they stand in. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:names="urn:zhushu:names" xmlns:e="urn:zhushu:epub"
    xmlns:epub="http://www.idpf.org/2007/ops" xmlns="http://www.w3.org/1999/xhtml" version="3.0" expand-text="yes"
    exclude-result-prefixes="xsl xs han names e" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <!-- passages named for one unknown character; the count is always given -->
  <xsl:variable name="places-named" as="xs:integer" select="24"/>

  <xsl:function name="e:has-apparatus" as="xs:boolean">
    <xsl:sequence select="exists(($juan//anchor[key('app', @xml:id)], $juan//g[not(node())])[1])"/>
  </xsl:function>

  <xsl:template name="apparatus">
    <section epub:type="endnotes" role="doc-endnotes" class="apparatus">
      <h1>校勘記</h1>
      <xsl:for-each select="$juan[.//anchor[key('app', @xml:id)]]">
        <section>
          <h2>{names:juan(.)}</h2>
          <xsl:for-each select=".//anchor[key('app', @xml:id)]">
            <xsl:call-template name="correction">
              <xsl:with-param name="app" select="key('app', @xml:id)[1]"/>
            </xsl:call-template>
          </xsl:for-each>
        </section>
      </xsl:for-each>
      <xsl:call-template name="unknown"/>
    </section>
  </xsl:template>

  <xsl:template name="correction">
    <xsl:param name="app" as="element(app)"/>
    <aside epub:type="endnote" id="{$app/@xml:id}">
      <p>
        <xsl:for-each select="ancestor::ab/names:number(.)[. ne '']"><span class="place">{.}</span><xsl:text>　</xsl:text></xsl:for-each>
        <a role="doc-backlink" href="{e:file(ancestor::div[@subtype = 'juan'])}#{$app/@xml:id}.ref">
          <xsl:apply-templates select="$app/lem/node()"/>
        </a>
        <xsl:text>　</xsl:text>
        <xsl:for-each select="$app/rdg">
          <xsl:text>{if (position() gt 1) then '，' else ''}{names:reading(.)}</xsl:text>
          <xsl:if test="not(@type = 'lacuna')">
            <xsl:apply-templates/>
          </xsl:if>
        </xsl:for-each>
        <xsl:text>{names:authority($app)[. ne ''] ! ('，' || .)}。</xsl:text>
        <xsl:for-each select="$app/note[normalize-space()]">
          <span class="remark">{normalize-space()}</span>
        </xsl:for-each>
      </p>
    </aside>
  </xsl:template>

  <xsl:template name="unknown">
    <xsl:variable name="signs" select="$juan//g[not(node())]"/>
    <xsl:if test="$signs">
      <section>
        <h2>未識字</h2>
        <xsl:for-each-group select="$signs" group-by="string(@ref)">
          <p>
            <xsl:apply-templates select="."/>
            <xsl:text>　{string-join(names:glyph(.), ' ')}　凡{han:number(count(current-group()))}見：</xsl:text>
            <xsl:for-each select="subsequence(current-group(), 1, $places-named)">
              <xsl:text>{if (position() gt 1) then '、' else ''}</xsl:text>
              <a href="{e:address(.)}">{names:juan(ancestor::div[@subtype = 'juan'])} {names:number(ancestor::ab)}</a>
            </xsl:for-each>
            <xsl:text>{if (count(current-group()) gt $places-named) then '等' else ''}</xsl:text>
          </p>
        </xsl:for-each-group>
      </section>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
