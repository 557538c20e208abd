<?xml version="1.0" encoding="UTF-8"?>
<!-- A list of works (made by publish/corpus.py of what the editions say of themselves) → the index over all of them:
     a table to sort, and one search. Works alone on any such list. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:zs="urn:zhushu:xslt" exclude-result-prefixes="#all"
    expand-text="yes">

  <xsl:include href="panels.xsl"/>
  <xsl:include href="colours.xsl"/>
  <xsl:output method="html" version="5.0" encoding="UTF-8" indent="no" include-content-type="no"/>

  <xsl:variable name="names" as="xs:string*" select="distinct-values(/works/work/layer/@name)"/>
  <xsl:variable name="layers" as="xs:string*" select="$tradition[. = $names], $names[not(. = $tradition)]"/>
  <xsl:variable name="base-layers" as="xs:string*" select="'經', '傳', '記', '序'"/>

  <xsl:template match="/works">
    <html lang="zh-Hant" data-kind="corpus" data-data="corpus/data/">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>注疏・書目</title>
        <meta name="description" content="{string-join(work/@title, '、')}"/>
        <meta name="color-scheme" content="light dark"/>
        <meta name="generator" content="zhushu"/>
        <link rel="icon" href="data:,"/>
        <script><xsl:value-of select="unparsed-text('assets/head.js')"/></script>
        <link rel="stylesheet" href="corpus/assets/edition.css"/>
        <script src="corpus/assets/edition.js" defer="defer"/>
        <script src="corpus/assets/corpus.js" defer="defer"/>
      </head>
      <body>
        <a class="skip" href="#ui:text"><xsl:sequence select="zs:t('skip')"/></a>
        <header class="bar">
          <div class="where"><span class="home"><xsl:sequence select="zs:t('corpus')"/></span></div>
          <div class="tools needs-script">
            <div class="group">
              <button type="button" data-do="settings" aria-haspopup="dialog"><span aria-hidden="true" class="aa">Aa</span><xsl:sequence select="zs:t('settings', 'sr')"/></button>
            </div>
          </div>
        </header>
        <main id="ui:text" tabindex="-1">
          <div class="front wide-front">
            <h1><xsl:sequence select="zs:t('corpus')"/></h1>
            <section class="search needs-script" aria-labelledby="ui:word-search">
              <h2 id="ui:word-search"><xsl:sequence select="zs:t('search-corpus')"/></h2>
              <xsl:call-template name="zs:search-form"/>
            </section>
            <xsl:call-template name="zs:works"/>
            <noscript><p class="hint"><xsl:sequence select="zs:t('no-script')"/></p></noscript>
          </div>
        </main>
        <dialog class="sheet settings" id="ui:settings" aria-labelledby="ui:word-settings">
          <div class="sheet-head">
            <h2 id="ui:word-settings"><xsl:sequence select="zs:t('settings')"/></h2>
            <xsl:call-template name="zs:close"/>
          </div>
          <xsl:call-template name="zs:common-settings"/>
        </dialog>
        <xsl:call-template name="zs:help"/>
        <xsl:call-template name="zs:script-words"/>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="zs:works">
    <div class="table" tabindex="0" role="region" aria-labelledby="ui:works">
      <h2 id="ui:works"><xsl:sequence select="zs:t('corpus')"/></h2>
      <table class="sortable">
        <thead>
          <tr>
            <xsl:call-template name="zs:column"><xsl:with-param name="label" select="zs:t('title')"/></xsl:call-template>
            <xsl:call-template name="zs:column"><xsl:with-param name="label" select="zs:t('author')"/></xsl:call-template>
            <xsl:call-template name="zs:column"><xsl:with-param name="label" select="zs:t('juan')"/><xsl:with-param name="class" select="'number'"/></xsl:call-template>
            <xsl:call-template name="zs:column"><xsl:with-param name="label" select="zs:t('completeness')"/></xsl:call-template>
            <xsl:for-each select="$layers">
              <xsl:call-template name="zs:column"><xsl:with-param name="label"><span lang="lzh-Hant"><xsl:sequence select="zs:layer(.)"/></span></xsl:with-param><xsl:with-param name="class" select="'number ' || zs:colour(.)"/></xsl:call-template>
            </xsl:for-each>
            <xsl:call-template name="zs:column"><xsl:with-param name="label" select="zs:t('total')"/><xsl:with-param name="class" select="'number'"/></xsl:call-template>
          </tr>
        </thead>
        <tbody><xsl:apply-templates select="work"/></tbody>
      </table>
    </div>
  </xsl:template>

  <xsl:template name="zs:column">
    <xsl:param name="label" as="node()*"/>
    <xsl:param name="class" as="xs:string" select="''"/>
    <th scope="col" class="{$class}"><button type="button"><xsl:sequence select="$label"/></button></th>
  </xsl:template>

  <xsl:template match="work">
    <xsl:variable name="work" select="."/>
    <tr>
      <th scope="row" lang="lzh-Hant" data-sort="{@title}">
        <a class="works-title" href="{@root}index.html">{(@title[normalize-space()], @id)[1]}</a>
        <xsl:for-each select="other"><xsl:text> </xsl:text><small>{.}</small></xsl:for-each>
      </th>
      <td lang="lzh-Hant" data-sort="{string-join(author, '、')}">{string-join(author, '、')}</td>
      <td class="number" data-sort="{@parts}">{@parts}</td>
      <xsl:variable name="complete" select="(map{'true': 'complete', 'false': 'incomplete'}(string(@complete)), 'unknown')[1]"/>
      <td data-sort="{index-of(('complete', 'incomplete', 'unknown'), $complete)}"><xsl:sequence select="zs:t($complete)"/></td>
      <xsl:for-each select="$layers">
        <xsl:variable name="size" select="($work/layer[@name = current()]/@size, 0)[1]"/>
        <td class="number {zs:colour(.)}" data-sort="{$size}">{if (number($size) = 0) then '' else format-number(number($size), '#,##0')}</td>
      </xsl:for-each>
      <td class="number" data-sort="{sum(layer/@size)}">{format-number(sum(layer/@size), '#,##0')}</td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
