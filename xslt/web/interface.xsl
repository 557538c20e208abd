<?xml version="1.0" encoding="UTF-8"?>
<!-- What stands around the text of an edition: the frame of a page, the bar, the drawer, the settings. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all" expand-text="yes">

  <!-- The frame of every page. `kind` is text, index or persons. -->
  <xsl:template name="zs:frame">
    <xsl:param name="kind" as="xs:string"/>
    <xsl:param name="heading" as="xs:string"/>
    <xsl:param name="page" as="map(*)?" select="()"/>
    <html lang="zh-Hant" data-kind="{$kind}" data-edition="{$edition-id}" data-work="{$title}" data-edited="{string-join(($publisher, $version[.] ! ('v' || .))[.], ' ')}">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>{string-join(($heading[. ne $title], $title)[.], '・')}</title>
        <meta name="description" content="{string-join(($title, $heading[. ne $title], $layers)[.], ' ')}"/>
        <meta name="color-scheme" content="light dark"/>
        <meta name="generator" content="zhushu"/>
        <link rel="icon" href="data:,"/>
        <script><xsl:value-of select="unparsed-text('assets/head.js')"/></script>
        <link rel="stylesheet" href="assets/edition.css"/>
        <script src="assets/edition.js" defer="defer"/>
      </head>
      <body>
        <a class="skip" href="#ui:text"><xsl:sequence select="zs:t('skip')"/></a>
        <xsl:call-template name="zs:bar">
          <xsl:with-param name="kind" select="$kind"/>
          <xsl:with-param name="page" select="$page"/>
        </xsl:call-template>
        <main id="ui:text" tabindex="-1">
          <xsl:choose>
            <xsl:when test="$kind = 'index'"><xsl:call-template name="zs:index"/></xsl:when>
            <xsl:when test="$kind = 'persons'"><xsl:call-template name="zs:persons"/></xsl:when>
            <xsl:otherwise><xsl:call-template name="zs:page-of-text"><xsl:with-param name="page" select="$page"/></xsl:call-template></xsl:otherwise>
          </xsl:choose>
        </main>
        <xsl:call-template name="zs:drawer">
          <xsl:with-param name="page" select="$page"/>
        </xsl:call-template>
        <xsl:call-template name="zs:settings">
          <xsl:with-param name="page" select="$page"/>
        </xsl:call-template>
        <xsl:call-template name="zs:search"/>
        <xsl:call-template name="zs:help"/>
        <xsl:if test="exists($page)"><xsl:call-template name="zs:cards"/></xsl:if>
        <xsl:call-template name="zs:script-words"/>
      </body>
    </html>
  </xsl:template>

  <xsl:template name="zs:bar">
    <xsl:param name="kind" as="xs:string"/>
    <xsl:param name="page" as="map(*)?"/>
    <header class="bar">
      <div class="where">
        <button type="button" class="icon needs-script" data-do="contents" aria-haspopup="dialog">
          <span class="burger" aria-hidden="true"/>
          <xsl:sequence select="zs:t('contents', 'sr')"/>
        </button>
        <a class="home" href="index.html" lang="lzh-Hant">{$title}</a>
        <xsl:if test="exists($page)">
          <span class="place" lang="lzh-Hant">{$page?place}<xsl:if test="$page?of gt 1">（{$page?number}／{$page?of}）</xsl:if></span>
        </xsl:if>
      </div>
      <div class="tools needs-script">
        <xsl:if test="exists($page)">
          <xsl:variable name="here" select="distinct-values($page?blocks ! (seg | note) ! @type)"/>
          <div class="group layers" role="group" aria-labelledby="ui:word-layers">
            <xsl:for-each select="$layers[. = $here]">
              <button type="button" data-layer="{.}" aria-pressed="true" class="{zs:colour(.)}" lang="lzh-Hant"><xsl:sequence select="zs:layer(.)"/></button>
            </xsl:for-each>
          </div>
          <div class="group wide" role="group" aria-labelledby="ui:word-layout">
            <xsl:for-each select="zs:layouts($page)">
              <button type="button" data-set="layout" data-value="{.}" aria-pressed="{. = 'list'}"><xsl:sequence select="zs:t(.)"/></button>
            </xsl:for-each>
          </div>
          <div class="group wide" role="group" aria-labelledby="ui:word-direction">
            <button type="button" data-set="dir" data-value="h" aria-pressed="true"><xsl:sequence select="zs:t('h')"/></button>
            <button type="button" data-set="dir" data-value="v" aria-pressed="false"><xsl:sequence select="zs:t('v')"/></button>
          </div>
        </xsl:if>
        <div class="group">
          <button type="button" data-do="settings" aria-haspopup="dialog"><span aria-hidden="true" class="aa">Aa</span><xsl:sequence select="zs:t('settings', 'sr')"/></button>
          <button type="button" data-do="search" aria-haspopup="dialog"><xsl:sequence select="zs:t('search')"/></button>
        </div>
      </div>
    </header>
  </xsl:template>

  <!-- 版式 needs the printed columns, which not every edition or page has. -->
  <xsl:function name="zs:layouts" as="xs:string+">
    <xsl:param name="page" as="map(*)?"/>
    <xsl:sequence select="'list', 'parallel', 'inline', 'double', 'columns'[$page?blocks/descendant-or-self::lb]"/>
  </xsl:function>

  <xsl:template name="zs:drawer">
    <xsl:param name="page" as="map(*)?"/>
    <dialog class="sheet drawer" id="ui:contents" aria-labelledby="ui:word-contents">
      <div class="sheet-head">
        <h2 id="ui:word-contents"><xsl:sequence select="zs:t('contents')"/></h2>
        <xsl:call-template name="zs:close"/>
      </div>
      <nav aria-labelledby="ui:word-contents">
        <p><a href="index.html"><b lang="lzh-Hant">{$title}</b><xsl:text> </xsl:text><small><xsl:sequence select="zs:t('home')"/></small></a></p>
        <xsl:call-template name="zs:contents">
          <xsl:with-param name="current" select="$page"/>
        </xsl:call-template>
        <xsl:if test="exists($voices)">
          <p><a href="persons.html"><xsl:sequence select="zs:t('persons')"/></a></p>
        </xsl:if>
        <p class="corpus-link" hidden="hidden"><a href="../../index.html"><xsl:sequence select="zs:t('corpus')"/></a></p>
      </nav>
    </dialog>
  </xsl:template>

  <!-- The pages of the site and the sections within them. -->
  <xsl:template name="zs:contents">
    <xsl:param name="current" as="map(*)?" select="()"/>
    <xsl:param name="counted" as="xs:boolean" select="false()"/>
    <ol class="toc" lang="lzh-Hant">
      <xsl:for-each select="$pages">
        <xsl:variable name="page" select="."/>
        <li>
          <a href="{?file}">
            <xsl:if test="?file = $current?file">
              <xsl:attribute name="aria-current" select="'page'"/>
            </xsl:if>
            <span class="place">{?place}<xsl:if test="?of gt 1">（{?number}）</xsl:if></span>
            <xsl:text> </xsl:text>
            <span class="name">{(?title[.], $title[$page?place = ''])[1]}</span>
            <xsl:if test="$counted">
              <xsl:text> </xsl:text>
              <span class="count"><b>{zs:size(?blocks)}</b><xsl:text> </xsl:text><xsl:sequence select="zs:t('count')"/></span>
            </xsl:if>
          </a>
          <xsl:if test="exists(?sections)">
            <ol>
              <xsl:for-each select="?sections">
                <li><a href="{$page?file}#{(@xml:id, zs:blocks(.)/@xml:id)[1]}">{zs:section-title(.)}</a></li>
              </xsl:for-each>
            </ol>
          </xsl:if>
        </li>
      </xsl:for-each>
    </ol>
  </xsl:template>
  <xsl:function name="zs:section-title" as="xs:string">
    <xsl:param name="section" as="element()"/>
    <xsl:sequence select="($section/head[1] ! names:chapter(zs:text(.), $titles ! normalize-space())[.], names:untitled($section))[1]"/>
  </xsl:function>

  <xsl:template name="zs:settings">
    <xsl:param name="page" as="map(*)?"/>
    <dialog class="sheet settings" id="ui:settings" aria-labelledby="ui:word-settings">
      <div class="sheet-head">
        <h2 id="ui:word-settings"><xsl:sequence select="zs:t('settings')"/></h2>
        <xsl:call-template name="zs:close"/>
      </div>
      <xsl:if test="exists($page)">
        <xsl:call-template name="zs:layer-switches"/>
        <xsl:call-template name="zs:choice">
          <xsl:with-param name="label" select="'layout'"/>
          <xsl:with-param name="set" select="'layout'"/>
          <xsl:with-param name="values" select="zs:layouts($page)"/>
        </xsl:call-template>
        <xsl:call-template name="zs:choice">
          <xsl:with-param name="label" select="'direction'"/>
          <xsl:with-param name="set" select="'dir'"/>
          <xsl:with-param name="values" select="'h', 'v'"/>
        </xsl:call-template>
        <xsl:call-template name="zs:choice">
          <xsl:with-param name="label" select="'script'"/>
          <xsl:with-param name="set" select="'script'"/>
          <xsl:with-param name="values" select="zs:scripts()"/>
        </xsl:call-template>
        <xsl:for-each select="zs:scripts()">
          <p class="hint" data-for="{.}"><xsl:sequence select="zs:t('script-' || .)"/></p>
        </xsl:for-each>
        <div class="row">
          <span class="label" id="ui:word-marks"><xsl:sequence select="zs:t('marks')"/></span>
          <div class="group" role="group" aria-labelledby="ui:word-marks">
            <xsl:for-each select="('leaf'[$body//pb[not(@ed = 'raw')]], 'line'[$body//lb], 'raw'[$body//pb[@ed = 'raw']], 'number', 'signs')">
              <button type="button" data-toggle="{.}" aria-pressed="{. ne 'line'}"><xsl:sequence select="zs:t(.)"/></button>
            </xsl:for-each>
          </div>
        </div>
      </xsl:if>
      <xsl:call-template name="zs:common-settings"/>
    </dialog>
  </xsl:template>

  <!-- What a passage and a voice open; the script fills in which. -->
  <xsl:template name="zs:cards">
    <dialog class="card" id="ui:passage" aria-labelledby="ui:passage-name">
      <div class="sheet-head">
        <h2 id="ui:passage-name" lang="lzh-Hant"/>
        <xsl:call-template name="zs:close"/>
      </div>
      <p class="actions">
        <xsl:for-each select="'link', 'copybase', 'copyall', 'copycite', 'copytei', 'back', 'on'">
          <button type="button" data-do="{.}"><xsl:sequence select="zs:t('card-' || .)"/></button>
        </xsl:for-each>
      </p>
      <h3><xsl:sequence select="zs:t('card-signs')"/></h3>
      <ul class="about"/>
    </dialog>
    <xsl:if test="exists($voices)">
      <dialog class="card" id="ui:person" aria-labelledby="ui:person-name">
        <div class="sheet-head">
          <h2 id="ui:person-name" lang="lzh-Hant"/>
          <xsl:call-template name="zs:close"/>
        </div>
        <div class="about"/>
        <p class="actions">
          <button type="button" data-do="says"><xsl:sequence select="zs:t('says-all')"/></button>
          <a class="button" id="ui:whole" href="persons.html"><xsl:sequence select="zs:t('card-whole')"/></a>
        </p>
      </dialog>
    </xsl:if>
  </xsl:template>

  <xsl:function name="zs:scripts" as="xs:string+">
    <xsl:sequence select="'record', 'standard', 'hant'[$hant], 'hans'"/>
  </xsl:function>

  <!-- A switch for each layer and, where a layer has several voices, for each voice. -->
  <xsl:template name="zs:layer-switches">
    <fieldset class="switches">
      <legend id="ui:word-layers"><xsl:sequence select="zs:t('layers')"/></legend>
      <xsl:for-each select="$layers">
        <xsl:variable name="layer" select="."/>
        <div class="switch {zs:colour(.)}">
          <button type="button" data-layer="{.}" aria-pressed="true" lang="lzh-Hant"><xsl:sequence select="zs:layer(.)"/></button>
          <xsl:variable name="speakers" select="$voices-of($layer)"/>
          <xsl:if test="count($speakers) gt 1">
            <span class="speakers">
              <xsl:for-each select="$speakers">
                <button type="button" data-voice="{.}" aria-pressed="true" lang="lzh-Hant">{zs:name(.)}</button>
              </xsl:for-each>
            </span>
          </xsl:if>
        </div>
      </xsl:for-each>
    </fieldset>
  </xsl:template>
</xsl:stylesheet>
