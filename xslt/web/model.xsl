<?xml version="1.0" encoding="UTF-8"?>
<!-- What the stylesheets of the web edition know of the edition before they write: its layers and voices, and
     which passages stand on which page of the site. Everything is read from the TEI; no layer is known in advance. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:names="urn:zhushu:names" xmlns:zs="urn:zhushu:xslt" xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:key name="zs:id" match="*[@xml:id]" use="@xml:id"/>
  <xsl:key name="zs:app" match="app" use="substring-after(@from, '#')"/>

  <xsl:variable name="edition" as="document-node()" select="/"/>
  <xsl:variable name="body" as="element()" select="(/TEI/text/body/div[@type = 'edition'], /TEI/text/body)[1]"/>
  <xsl:variable name="titles" as="element()*" select="/TEI/teiHeader/fileDesc/titleStmt/title"/>
  <xsl:variable name="title" as="xs:string"
    select="normalize-space(($titles[@type = 'main'], $titles, /TEI/@xml:id)[1])"/>
  <xsl:variable name="edition-id" as="xs:string" select="string((/TEI/@xml:id, 'edition')[1])"/>
  <xsl:variable name="version" as="xs:string"
    select="string((/TEI/teiHeader/fileDesc/editionStmt/edition/@n, /TEI/teiHeader/fileDesc/editionStmt/edition)[1])"/>

  <!-- Layers in the order of the tradition, then in that of the text. -->
  <xsl:variable name="base-layers" as="xs:string*" select="zs:ordered($body//seg/@type)"/>
  <xsl:variable name="note-layers" as="xs:string*" select="zs:ordered($body//note/@type)"/>
  <xsl:variable name="layers" as="xs:string*" select="$base-layers, $note-layers[not(. = $base-layers)]"/>

  <xsl:function name="zs:ordered" as="xs:string*">
    <xsl:param name="types" as="attribute()*"/>
    <xsl:variable name="names" as="xs:string*" select="distinct-values($types)"/>
    <xsl:sequence select="$tradition[. = $names], $names[not(. = $tradition)]"/>
  </xsl:function>

  <!-- A voice is a person id. Where @resp names several, the first speaks. -->
  <xsl:function name="zs:voice" as="xs:string?">
    <xsl:param name="passage" as="element()"/>
    <xsl:variable name="resp" as="xs:string?" select="$passage/@resp ! (if (contains(., ' ')) then tokenize(.)[1] else string(.))"/>
    <xsl:sequence select="if (starts-with($resp, '#')) then substring($resp, 2) else $resp"/>
  </xsl:function>
  <xsl:variable name="voices" as="xs:string*" select="distinct-values($body//note/zs:voice(.))"/>
  <xsl:key name="zs:said" match="note" use="zs:voice(.)"/>
  <!-- For each layer: its voices, and how many characters it has. -->
  <xsl:variable name="voices-of" as="map(xs:string, xs:string*)" select="map:merge(
    for $layer in $layers return map { $layer: distinct-values(key('zs:layer', $layer, $body)/self::note/zs:voice(.)) })"/>
  <xsl:variable name="size-of" as="map(xs:string, xs:integer)" select="map:merge(
    for $layer in $layers return map { $layer: zs:size(key('zs:layer', $layer, $body)) })"/>
  <xsl:key name="zs:layer" match="seg | note" use="string(@type)"/>
  <xsl:function name="zs:size" as="xs:integer">
    <xsl:param name="elements" as="element()*"/>
    <xsl:sequence select="string-length(translate(string-join($elements), '&#9;&#10;&#13; ', ''))"/>
  </xsl:function>

  <xsl:variable name="people" as="map(xs:string, element())" select="map:merge(
    /TEI/teiHeader//(person | org | personGrp)[@xml:id] ! map { string(@xml:id): . }, map { 'duplicates': 'use-first' })"/>
  <xsl:function name="zs:person" as="element()?">
    <xsl:param name="voice" as="xs:string?"/>
    <xsl:sequence select="$voice ! $people(.)"/>
  </xsl:function>
  <xsl:function name="zs:name" as="xs:string">
    <xsl:param name="voice" as="xs:string?"/>
    <xsl:variable name="names" select="zs:person($voice)/(persName | orgName)"/>
    <xsl:sequence
      select="string((($names[@xml:lang = ('zh-Hant', 'lzh-Hant')], $names)[1]/normalize-space(), $voice)[.][1])"/>
  </xsl:function>

  <!-- Pages of the site: one per part of the edition (a 卷), cut between passages where a part is long. -->
  <xsl:variable name="parts" as="element()*" select="if ($body/div) then $body/div else $body"/>
  <xsl:variable name="pages" as="map(*)*">
    <xsl:for-each select="$parts">
      <xsl:sequence select="zs:pages-of(., position())"/>
    </xsl:for-each>
  </xsl:variable>

  <xsl:function name="zs:blocks" as="element()*">
    <xsl:param name="part" as="element()"/>
    <xsl:sequence select="$part/descendant-or-self::*[self::div or . is $part]/*[not(self::div)]"/>
  </xsl:function>

  <xsl:function name="zs:pages-of" as="map(*)*">
    <xsl:param name="part" as="element()"/>
    <xsl:param name="position" as="xs:integer"/>
    <xsl:variable name="blocks" as="element()*" select="zs:blocks($part)"/>
    <xsl:variable name="total" as="xs:integer" select="sum($blocks ! string-length(.)) cast as xs:integer"/>
    <xsl:variable name="count" as="xs:integer"
      select="max((1, xs:integer(ceiling($total div xs:integer($split)))))"/>
    <xsl:variable name="known" as="map(*)" select="map {
      'part': $part, 'stem': zs:file-stem($part, $position), 'place': zs:place($part), 'title': zs:part-title($part),
      'sections': $part//div[zs:section-title(.)] }"/>
    <xsl:choose>
      <xsl:when test="$count = 1">
        <xsl:sequence select="zs:page($known, $blocks, 1, 1)"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="placed" as="map(*)*">
          <xsl:iterate select="$blocks">
            <xsl:param name="before" as="xs:integer" select="0"/>
            <xsl:param name="page" as="xs:integer" select="1"/>
            <xsl:variable name="here" as="xs:integer"
              select="if (self::ab) then min(($count, 1 + $before * $count idiv $total)) else $page"/>
            <xsl:sequence select="map { 'page': $here, 'block': . }"/>
            <xsl:next-iteration>
              <xsl:with-param name="before" select="$before + string-length(.)"/>
              <xsl:with-param name="page" select="$here"/>
            </xsl:next-iteration>
          </xsl:iterate>
        </xsl:variable>
        <xsl:for-each-group select="$placed" group-by="?page">
          <xsl:sequence select="zs:page($known, current-group()?block, position(), last())"/>
        </xsl:for-each-group>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- What is known of its part, and what this page has of it. A section stands on the page on which it begins; one that is
       called nothing is not listed. -->
  <xsl:function name="zs:page" as="map(*)">
    <xsl:param name="known" as="map(*)"/>
    <xsl:param name="blocks" as="element()*"/>
    <xsl:param name="number" as="xs:integer"/>
    <xsl:param name="of" as="xs:integer"/>
    <xsl:variable name="stem" as="xs:string" select="$known?stem || (if ($number = 1) then '' else '-' || $number)"/>
    <xsl:sequence select="map:merge(($known, map {
      'blocks': $blocks, 'number': $number, 'of': $of, 'file': $stem || '.html', 'stem': $stem,
      'sections': $known?sections[zs:blocks(.)[1] intersect $blocks] }), map { 'duplicates': 'use-last' })"/>
  </xsl:function>

  <!-- File names are ids where these are safe in any URL and do not meet a name of ours. -->
  <xsl:function name="zs:file-stem" as="xs:string">
    <xsl:param name="part" as="element()"/>
    <xsl:param name="position" as="xs:integer"/>
    <xsl:sequence select="if (matches($part/@xml:id, '^[A-Za-z][A-Za-z0-9_]*$')
      and not(lower-case($part/@xml:id) = ('index', 'persons'))) then string($part/@xml:id) else 'part-' || $position"/>
  </xsl:function>

  <!-- 卷五; nothing for an edition without parts -->
  <xsl:function name="zs:place" as="xs:string">
    <xsl:param name="part" as="element()"/>
    <xsl:sequence select="if ($part is $body) then '' else names:juan($part)"/>
  </xsl:function>
  <!-- 鄉射禮第五: as the edition lists it, else the chapter heads of the text, else its juan head, where that is more than
       the title of the book and its place. -->
  <xsl:function name="zs:part-title" as="xs:string">
    <xsl:param name="part" as="element()"/>
    <xsl:variable name="books" as="xs:string*" select="$titles ! normalize-space()"/>
    <xsl:variable name="chapters" select="$part//head[@type = 'chapter' or parent::div[@subtype = '篇']]"/>
    <xsl:sequence select="($part[not(. is $body)] ! names:juan-title(.)[.],
      string-join($chapters ! names:chapter(zs:text(.), $books), '、')[.],
      $part/head[@type = 'juan'][1]/normalize-space(zs:text(.))[not(. = ($books, '') ! (. || zs:place($part)))], '')[1]"/>
  </xsl:function>

  <!-- The passages of a page: what carries text, in reading order. The script counts on this order. -->
  <xsl:function name="zs:passages" as="element()*">
    <xsl:param name="page" as="map(*)"/>
    <xsl:sequence select="$page?blocks/(self::head | self::trailer | self::p | self::l |
      .[self::ab or self::table]/descendant::*[self::seg or self::cell or self::note][not(ancestor::seg or ancestor::note)])"/>
  </xsl:function>
  <xsl:function name="zs:anchor" as="xs:string">
    <xsl:param name="passage" as="element()"/>
    <xsl:sequence select="string($passage/ancestor-or-self::*[@xml:id][1]/@xml:id)"/>
  </xsl:function>
</xsl:stylesheet>
