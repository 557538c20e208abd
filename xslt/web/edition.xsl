<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → the web edition: index.html (the principal result), a page for each 卷, persons.html, and the data its
     script reads. Works alone with any XSLT 3.0 processor on any TEI file that obeys the contract (docs/tei.md);
     assets/ must then be copied beside the pages. Every page is whole without script. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:zs="urn:zhushu:xslt" xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all"
    expand-text="yes">

  <xsl:import href="../common/names.xsl"/>

  <!-- The reading text (a URI), "" where there is none. -->
  <xsl:param name="hant" as="xs:string" select="''"/>
  <!-- Files to offer: lines of a key of strings.xml, a blank, a URL relative to the pages. -->
  <xsl:param name="downloads" as="xs:string" select="''"/>
  <!-- A page holds about so many characters at most. -->
  <xsl:param name="split" as="xs:string" select="'60000'"/>

  <xsl:include href="../common/text.xsl"/>
  <xsl:include href="model.xsl"/>
  <xsl:include href="colours.xsl"/>
  <xsl:include href="panels.xsl"/>
  <xsl:include href="interface.xsl"/>
  <xsl:include href="flow.xsl"/>
  <xsl:include href="foot.xsl"/>
  <xsl:include href="colophon.xsl"/>
  <xsl:include href="data.xsl"/>

  <xsl:output method="html" version="5.0" encoding="UTF-8" indent="no" include-content-type="no"/>
  <xsl:output name="script" method="text" encoding="UTF-8"/>

  <!-- Which page of the site holds a unit. -->
  <xsl:variable name="file-of" as="map(xs:string, xs:string)" select="map:merge(
    for $page in $pages, $unit in $page?blocks/self::ab[@xml:id] return map { string($unit/@xml:id): $page?file },
    map { 'duplicates': 'use-first' })"/>

  <xsl:template match="/">
    <xsl:call-template name="zs:frame">
      <xsl:with-param name="kind" select="'index'"/>
      <xsl:with-param name="heading" select="$title"/>
    </xsl:call-template>
    <xsl:for-each select="$pages">
      <xsl:result-document href="{?file}">
        <xsl:call-template name="zs:frame">
          <xsl:with-param name="kind" select="'text'"/>
          <xsl:with-param name="heading" select="zs:full-place(.)"/>
          <xsl:with-param name="page" select="."/>
        </xsl:call-template>
      </xsl:result-document>
    </xsl:for-each>
    <xsl:if test="exists($voices)">
      <xsl:result-document href="persons.html">
        <xsl:call-template name="zs:frame">
          <xsl:with-param name="kind" select="'persons'"/>
          <xsl:with-param name="heading" select="key('zs:word', 'persons', $words)/*:hant/string()"/>
        </xsl:call-template>
      </xsl:result-document>
    </xsl:if>
    <xsl:call-template name="zs:data"/>
  </xsl:template>

  <xsl:template name="zs:page-of-text">
    <xsl:param name="page" as="map(*)"/>
    <xsl:apply-templates select="$page?part" mode="zs:article">
      <xsl:with-param name="page" select="$page"/>
    </xsl:apply-templates>
    <xsl:call-template name="zs:apparatus"><xsl:with-param name="page" select="$page"/></xsl:call-template>
    <xsl:call-template name="zs:characters"><xsl:with-param name="page" select="$page"/></xsl:call-template>
    <xsl:call-template name="zs:turn"><xsl:with-param name="page" select="$page"/></xsl:call-template>
  </xsl:template>

  <!-- The part as an article. Its attributes say where in the printed book the page begins. -->
  <xsl:template match="*" mode="zs:article">
    <xsl:param name="page" as="map(*)"/>
    <xsl:variable name="first" as="element()?" select="$page?blocks[1]"/>
    <xsl:variable name="h1" as="element()?" select="($page?blocks/self::head[@type = 'chapter'], $page?blocks/self::head[@type = 'juan'])[1]"/>
    <article lang="{($body/@xml:lang, 'lzh')[1]}">
      <xsl:if test="$page?number = 1"><xsl:apply-templates select="@xml:id" mode="zs:flow"/></xsl:if>
      <xsl:for-each select="$first/preceding::pb[not(@ed = 'raw')][1]">
        <xsl:attribute name="data-leaf" select="@n"/>
        <xsl:for-each select="$first/preceding::lb[1]"><xsl:attribute name="data-line" select="@n"/></xsl:for-each>
      </xsl:for-each>
      <xsl:attribute name="data-stem" select="$page?stem"/>
      <!-- what zhushu says of a print that nobody named is no name of it -->
      <xsl:for-each select="key('zs:id', $printed)[self::witness]">
        <xsl:attribute name="data-witness" select="(.//msIdentifier/(collection, msName)/normalize-space()[.], normalize-space(.)[not(map:contains($shown-words, 'said:' || .))], @xml:id)[1]"/>
      </xsl:for-each>
      <xsl:attribute name="data-place" select="$page?place"/>
      <xsl:attribute name="data-title" select="$page?title"/>
      <xsl:if test="not($h1)">
        <h1 class="supplied">
          <xsl:text>{($page?title[.], $page?place[.], $title)[1]}</xsl:text>
          <xsl:if test="$page?number gt 1"><small class="mark">（<xsl:sequence select="zs:t('continued')"/>）</small></xsl:if>
        </h1>
      </xsl:if>
      <!-- What is missing before the part, where nothing stands between it and the gap. -->
      <xsl:apply-templates mode="zs:flow" select="if ($page?number = 1 and . is $parts[1]) then preceding-sibling::gap else ()"/>
      <xsl:call-template name="zs:runs">
        <xsl:with-param name="blocks" select="if ($page?of = 1) then * else *[zs:blocks-or-self(.) intersect $page?blocks]"/>
        <xsl:with-param name="page-blocks" select="$page?blocks" tunnel="yes"/>
        <xsl:with-param name="whole" select="$page?of = 1" tunnel="yes"/>
        <xsl:with-param name="h1" select="$h1" tunnel="yes"/>
      </xsl:call-template>
      <xsl:if test="$page?number = $page?of">
        <xsl:variable name="next" select="following-sibling::div[1]"/>
        <xsl:apply-templates mode="zs:flow" select="following-sibling::gap[if ($next) then . &lt;&lt; $next else true()]"/>
      </xsl:if>
    </article>
  </xsl:template>

  <xsl:template name="zs:turn">
    <xsl:param name="page" as="map(*)"/>
    <xsl:variable name="k" as="xs:integer" select="index-of($pages?file, $page?file)[1]"/>
    <xsl:variable name="before" select="$pages[$k - 1]"/>
    <xsl:variable name="after" select="$pages[$k + 1]"/>
    <nav class="turn" aria-labelledby="ui:word-contents">
      <xsl:if test="exists($before)">
        <a rel="prev" href="{$before?file}"><span aria-hidden="true">← </span><xsl:sequence select="zs:t('previous', 'sr')"/><span lang="lzh-Hant">{zs:full-place($before)}</span></a>
      </xsl:if>
      <a href="index.html" lang="lzh-Hant">{$title}</a>
      <xsl:if test="exists($after)">
        <a rel="next" href="{$after?file}"><xsl:sequence select="zs:t('next', 'sr')"/><span lang="lzh-Hant">{zs:full-place($after)}</span><span aria-hidden="true"> →</span></a>
      </xsl:if>
    </nav>
  </xsl:template>
  <xsl:function name="zs:full-place" as="xs:string">
    <xsl:param name="page" as="map(*)"/>
    <xsl:sequence select="string-join(($page?place, $page?title)[.], ' ') || (if ($page?of gt 1) then '（' || $page?number || '）' else '')"/>
  </xsl:function>
</xsl:stylesheet>
