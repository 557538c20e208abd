<?xml version="1.0" encoding="UTF-8"?>
<!-- TEI → LaTeX for luatex-cn (class ltc-guji): base text as it runs, notes as \夹注, the fold's title and juan as its
     \title and \chapter. luatex-cn sets the columns itself, so this is made of the TEI, not of the grid. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:names="urn:zhushu:names" xmlns:unseen="urn:zhushu:unseen"
    xmlns:f="urn:zhushu:tex" version="3.0" expand-text="yes" exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="../common/names.xsl"/>
  <xsl:import href="../common/unseen.xsl"/>

  <!-- the page: an option of the class (四库全书, 四库全书彩色 …), and the main font -->
  <xsl:param name="template" as="xs:string" select="'四库全书'"/>
  <xsl:param name="font" as="xs:string" select="'TW-Kai'"/>

  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:variable name="title" as="xs:string" select="f:escaped(names:title(/))"/>

  <xsl:key name="glyph" match="glyph" use="@xml:id"/>
  <xsl:key name="app" match="app" use="substring-after(@from, '#')"/>

  <xsl:template match="/">
    <xsl:variable name="juan" as="element(div)*" select="names:all-juan(/)"/>
    <xsl:text>% Made by zhushu from a TEI file. Compile with lualatex; needs the package luatex-cn.&#10;</xsl:text>
    <xsl:text>\documentclass[{$template}]{{ltc-guji}}&#10;\setmainfont{{{$font}}}&#10;</xsl:text>
    <xsl:text>\title{{{$title}}}&#10;{f:chapter($juan[1])}\begin{{document}}&#10;</xsl:text>
    <xsl:for-each select="$juan">
      <xsl:if test="position() gt 1">
        <xsl:text>\newpage&#10;{f:chapter(.)}</xsl:text>
      </xsl:if>
      <xsl:text>\begin{{正文}}&#10;</xsl:text>
      <xsl:if test="not(head)">
        <xsl:text>{$title}{f:escaped(names:juan(.))}\换行&#10;{names:juan-title(.)[. ne ''] ! ('\空格{}\空格{}' || f:escaped(.) || '\换行&#10;')}</xsl:text>
      </xsl:if>
      <xsl:apply-templates select="*"/>
      <xsl:text>&#10;\end{{正文}}&#10;</xsl:text>
    </xsl:for-each>
    <xsl:text>\end{{document}}&#10;</xsl:text>
  </xsl:template>

  <!-- what the fold shows of a juan -->
  <xsl:function name="f:chapter" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="'\chapter{' || $title || '\\' || f:escaped(names:juan($juan)) || '}&#10;'"/>
  </xsl:function>

  <xsl:template match="div">
    <xsl:text>\换行&#10;</xsl:text>
    <xsl:apply-templates select="*"/>
  </xsl:template>

  <xsl:template match="head | trailer | row">
    <xsl:text>{if (self::head[not(@type = ('title', 'juan', 'author'))]) then '\空格{}\空格{}' else ''}</xsl:text>
    <xsl:apply-templates/>
    <xsl:text>\换行&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="cell">
    <xsl:apply-templates/>
    <xsl:text>{if (following-sibling::cell) then '\空格{}' else ''}</xsl:text>
  </xsl:template>

  <!-- notes that follow each other are one stretch of two rows -->
  <xsl:template match="ab">
    <xsl:for-each-group select="seg | note" group-adjacent="name()">
      <xsl:text>{if (self::note) then '\夹注{' else ''}</xsl:text>
      <xsl:apply-templates select="current-group()"/>
      <xsl:text>{if (self::note) then '}' else ''}</xsl:text>
    </xsl:for-each-group>
    <xsl:text>%&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="gap[@reason = 'sampling']">
    <xsl:text>\换行&#10;〔闕{@extent[. castable as xs:positiveInteger] ! han:number(xs:integer(.))}頁〕\换行&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="text()">
    <xsl:text>{f:escaped(translate(., ' &#9;&#10;&#13;', ''))}</xsl:text>
  </xsl:template>

  <xsl:template match="fw | space | lb | pb"/>
  <xsl:template match="space[parent::head or parent::trailer][preceding-sibling::node()][following-sibling::node()]">
    <xsl:text>\空格{{}}</xsl:text>
  </xsl:template>

  <xsl:template match="gap">
    <xsl:text>{string-join((1 to (@quantity[. castable as xs:positiveInteger] ! xs:integer(.), 1)[1]) ! '□')}</xsl:text>
  </xsl:template>

  <xsl:template match="g[not(node())]">
    <xsl:text>{(key('glyph', substring-after(@ref, '#'))[1]/mapping[@type = 'IDS'] ! f:escaped(.), '〓')[1]}</xsl:text>
  </xsl:template>

  <!-- a correction: a remark in the source, not on the page -->
  <xsl:template match="anchor[key('app', @xml:id)]">
    <xsl:for-each select="key('app', @xml:id)[1]">
      <xsl:text>% {f:escaped(lem)} {string-join(rdg ! (f:escaped(names:reading(.)) || f:escaped(.)), ' ')} {f:escaped(names:authority(.))}&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>

  <!-- text in which nothing means anything to TeX: no command, no remark, no ligature (two hyphens, quotation marks) -->
  <xsl:function name="f:escaped" as="xs:string">
    <xsl:param name="text" as="item()?"/>
    <xsl:variable name="plain" as="xs:string" select="normalize-space(unseen:without(string($text)))"/>
    <xsl:sequence select="if (matches($plain, '[\\^~{}$&amp;#_%`''&quot;\-]')) then f:commands($plain) else $plain"/>
  </xsl:function>

  <xsl:function name="f:commands" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="string-join(string-to-codepoints($text) ! codepoints-to-string(.) !
        (if (. eq '\') then '\textbackslash{}' else if (. eq '^') then '\textasciicircum{}'
         else if (. eq '~') then '\textasciitilde{}' else if (. eq '`') then '\textasciigrave{}'
         else if (. eq '''') then '\textquotesingle{}' else if (. eq '&quot;') then '\textquotedbl{}'
         else if (. eq '-') then '{-}' else if (contains('{}$&amp;#_%', .)) then '\' || . else .))"/>
  </xsl:function>
</xsl:stylesheet>
