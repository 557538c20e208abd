<?xml version="1.0" encoding="UTF-8"?>
<!-- A juan → items in reading order → blocks of atoms.

     item   something the text holds: a head, base text, a note, a table row's cell, a sign that pages are missing,
            a printed break between them
     atom   what shares its look: s (plain characters), g (a character no font has), gap, unclear, label,
            or a sign that takes no cell: mark (punctuation beside the text), app (number of a correction)
     block  what is set without a break of its own: one item, or notes that run on in one pair of rows
     An atom carries @w, the cells it takes, and @from, the xml:id it stands in. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:han="urn:zhushu:han-numbers" xmlns:f="urn:zhushu:functions" version="3.0"
    expand-text="yes" exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <!-- what can stand beside the text instead of in a cell: closing signs hang on the character before, opening ones
       on the one after -->
  <xsl:variable name="closing" as="xs:string" select="'。．！？，、；：」』》〉）〕】﹁﹂…—·'"/>
  <xsl:variable name="opening" as="xs:string" select="'「『《〈（〔【'"/>
  <xsl:variable name="beside" as="xs:boolean" select="$punctuation ne 'cells'"/>

  <xsl:function name="f:items" as="element(item)*" xpath-default-namespace="">
    <xsl:param name="juan" as="element()"/>
    <xsl:if test="not($juan/*:head)">
      <xsl:sequence select="f:supplied-heads($juan)"/>
    </xsl:if>
    <xsl:if test="not($juan/preceding-sibling::*:div)">
      <xsl:apply-templates select="$juan/preceding-sibling::*:gap" mode="item"/>
    </xsl:if>
    <xsl:apply-templates select="$juan/*" mode="item"/>
    <xsl:apply-templates select="$juan/following-sibling::*[1][self::*:gap]" mode="item"/>
  </xsl:function>

  <!-- A juan whose pages carry no title gets the one the header knows. -->
  <xsl:function name="f:supplied-heads" as="element()*">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="chapter" select="f:plain(f:juan-entry($juan)/title[1])"/>
    <item kind="head" type="juan" supplied="yes">
      <xsl:sequence select="f:words($title || f:juan-label($juan))"/>
    </item>
    <xsl:if test="$author ne ''">
      <item kind="head" type="author" supplied="yes">
      <xsl:sequence select="f:words($author || '　撰')"/>
    </item>
    </xsl:if>
    <xsl:if test="$chapter ne ''">
      <item kind="head" type="chapter" supplied="yes">
      <xsl:sequence select="f:words($chapter)"/>
    </item>
    </xsl:if>
  </xsl:function>

  <!-- 1. items -->

  <xsl:mode name="item" on-no-match="shallow-skip"/>

  <xsl:template match="head" mode="item">
    <item kind="head" type="{(@type[. = ('title', 'juan', 'author')], 'chapter')[1]}">
      <xsl:apply-templates mode="atom"/>
    </item>
  </xsl:template>

  <xsl:template match="trailer" mode="item">
    <item kind="trailer" after="{count(following-sibling::trailer)}">
      <xsl:apply-templates mode="atom"/>
    </item>
  </xsl:template>

  <xsl:template match="div[not(head)]" mode="item">
    <item kind="section" title="{@n}"/>
    <xsl:apply-templates mode="item"/>
  </xsl:template>

  <xsl:template match="ab" mode="item">
    <xsl:if test="$units eq 'column'">
      <item kind="column"/>
    </xsl:if>
    <xsl:apply-templates mode="item"/>
  </xsl:template>

  <xsl:template match="seg" mode="item">
    <item kind="base">
      <xsl:apply-templates mode="atom">
        <xsl:with-param name="from" select="string(@xml:id)" tunnel="yes"/>
        <xsl:with-param name="layer" select="string(@type)" tunnel="yes"/>
      </xsl:apply-templates>
    </item>
  </xsl:template>

  <xsl:template match="note" mode="item">
    <item kind="note">
      <xsl:apply-templates mode="atom">
        <xsl:with-param name="from" select="string(@xml:id)" tunnel="yes"/>
        <xsl:with-param name="layer" select="string(@type)" tunnel="yes"/>
      </xsl:apply-templates>
    </item>
  </xsl:template>

  <xsl:template match="row" mode="item">
    <item kind="column"/>
    <xsl:for-each select="cell">
      <item kind="cell">
        <xsl:apply-templates mode="atom"/>
      </item>
    </xsl:for-each>
    <item kind="column"/>
  </xsl:template>

  <xsl:template match="gap[@reason = 'sampling']" mode="item">
    <xsl:variable name="count" select="if (@extent castable as xs:positiveInteger)
                                       then han:number(xs:integer(@extent)) else ''"/>
    <item kind="gap" supplied="yes">
      <xsl:sequence select="f:words('〔闕' || $count || '頁〕')"/>
    </item>
  </xsl:template>

  <xsl:template match="pb | lb" mode="item">
    <xsl:variable name="break" select="f:break(.)"/>
    <xsl:if test="$break">
      <item kind="break">
        <xsl:sequence select="$break"/>
      </item>
    </xsl:if>
  </xsl:template>

  <!-- 2. atoms -->

  <xsl:mode name="atom" on-no-match="shallow-skip"/>

  <!-- words of ours, not of the text -->
  <xsl:function name="f:words" as="element()?">
    <xsl:param name="words" as="xs:string"/>
    <xsl:if test="$words ne ''">
      <s w="{string-length($words)}" from="">{$words}</s>
    </xsl:if>
  </xsl:function>

  <xsl:template match="text()" mode="atom" xpath-default-namespace="">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="as" as="xs:string" select="'s'" tunnel="yes"/>
    <!-- white space in the file is the file's, not the text's: that is in space elements -->
    <xsl:variable name="text" as="xs:string" select="translate(., ' &#x9;&#xA;&#xD;', '')"/>
    <xsl:choose>
      <xsl:when test="$text eq ''"/>
      <xsl:when test="$beside">
        <xsl:analyze-string select="$text" regex="[{$closing}{$opening}]">
          <xsl:matching-substring>
            <mark w="0" from="{$from}" layer="{$layer}"
                side="{if (contains($opening, .)) then 'before' else 'after'}">{.}</mark>
          </xsl:matching-substring>
          <xsl:non-matching-substring>
            <xsl:element name="{$as}">
              <xsl:attribute name="w" select="string-length(.)"/>
              <xsl:attribute name="from" select="$from"/>
              <xsl:attribute name="layer" select="$layer"/>
              <xsl:value-of select="."/>
            </xsl:element>
          </xsl:non-matching-substring>
        </xsl:analyze-string>
      </xsl:when>
      <xsl:otherwise>
        <xsl:element name="{$as}">
          <xsl:attribute name="w" select="string-length($text)"/>
          <xsl:attribute name="from" select="$from"/>
          <xsl:attribute name="layer" select="$layer"/>
          <xsl:value-of select="$text"/>
        </xsl:element>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="g[not(node())]" mode="atom">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:variable name="id" as="xs:string" select="substring-after(@ref, '#')"/>
    <g w="1" from="{$from}" layer="{$layer}" ref="{$id}" n="{index-of($gaiji, $id)}">〓</g>
  </xsl:template>

  <xsl:template match="gap" mode="atom">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:variable name="count" as="xs:integer"
        select="if (@quantity castable as xs:positiveInteger) then xs:integer(@quantity) else 1"/>
    <xsl:for-each select="1 to $count">
      <gap w="1" from="{$from}" layer="{$layer}">□</gap>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="unclear[@reason = 'encoding']" mode="atom">
    <xsl:apply-templates mode="atom">
      <xsl:with-param name="as" select="'unclear'" tunnel="yes"/>
    </xsl:apply-templates>
  </xsl:template>

  <xsl:template match="label" mode="atom">
    <xsl:apply-templates mode="atom">
      <xsl:with-param name="as" select="'label'" tunnel="yes"/>
    </xsl:apply-templates>
  </xsl:template>

  <xsl:template match="anchor[map:contains($app-number, @xml:id)]" mode="atom">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <app w="0" from="{$from}" layer="{$layer}" n="{$app-number(@xml:id)}" ref="{key('app', @xml:id)[1]/@xml:id}"/>
  </xsl:template>

  <!-- white space of a title or table that was seen on the page is a blank cell; elsewhere it was layout -->
  <xsl:template mode="atom"
      match="space[parent::head or parent::trailer or parent::cell][preceding-sibling::node()][following-sibling::node()]">
    <s w="1" from="">　</s>
  </xsl:template>

  <xsl:template match="pb | lb" mode="atom">
    <xsl:sequence select="f:break(.)"/>
  </xsl:template>

  <xsl:function name="f:break" as="element()?">
    <xsl:param name="break" as="element()"/>
    <xsl:if test="$printed and $break/@ed = $siglum">
      <break unit="{if ($break/self::pb) then 'page' else 'column'}" n="{$break/@n}"/>
    </xsl:if>
  </xsl:function>

  <!-- 3. blocks -->

  <xsl:function name="f:blocks" as="element(block)*" xpath-default-namespace="">
    <xsl:param name="items" as="element(item)*"/>
    <xsl:for-each-group select="$items"
        group-adjacent="if (@kind eq 'note' and $join-notes eq 'yes') then 'notes' else generate-id()">
      <xsl:variable name="item" as="element(item)" select="."/>
      <xsl:for-each-group select="current-group() ! (if (*) then * else .)" group-starting-with="break">
        <block>
          <xsl:copy-of select="$item/(@kind, @type, @supplied, @title, @after), self::break/(@unit, @n)"/>
          <xsl:copy-of select="current-group()[@w]"/>
        </block>
      </xsl:for-each-group>
    </xsl:for-each-group>
  </xsl:function>
</xsl:stylesheet>
