<?xml version="1.0" encoding="UTF-8"?>
<!-- What the header says, by name: titles, persons, witnesses, dates, glyphs. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:typ="urn:zhushu:typst" xmlns:ids="urn:zhushu:ids" xmlns:names="urn:zhushu:names" xmlns:han="urn:zhushu:han-numbers"
  xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:import href="../../common/ids.xsl"/>
  <xsl:import href="../../common/names.xsl"/>

  <xsl:key name="typ:id" match="*[@xml:id]" use="@xml:id"/>
  <xsl:key name="typ:glyph-use" match="text//g" use="substring-after(@ref, '#')"/>

  <xsl:variable name="typ:header" select="/TEI/teiHeader"/>
  <xsl:variable name="typ:title-statement" select="$typ:header/fileDesc/titleStmt"/>
  <xsl:variable name="typ:title" as="xs:string" select="names:title(/)"/>
  <xsl:variable name="typ:author" as="xs:string" select="normalize-space($typ:title-statement/author[1])"/>
  <xsl:variable name="typ:version" as="xs:string" select="normalize-space(($typ:header/fileDesc/editionStmt/edition/@n, $typ:header/fileDesc/editionStmt/edition)[1])"/>
  <!-- an edition that names no publisher says so in English, in words that are none for a title page -->
  <xsl:variable name="typ:publisher" as="xs:string" select="normalize-space($typ:header/fileDesc/publicationStmt/publisher[1][not(. = 'unpublished')])"/>
  <xsl:variable name="typ:urn" as="xs:string" select="normalize-space(($typ:header/fileDesc/publicationStmt/idno, /TEI/text/body/div[@type = 'edition']/@n)[1])"/>
  <xsl:variable name="typ:keywords" as="xs:string*" select="distinct-values($typ:title-statement/title ! normalize-space())[. ne $typ:title]"/>
  <!-- The region whose forms and punctuation fit the script of the text. -->
  <xsl:variable name="typ:region" as="xs:string" select="if (/TEI/text/@xml:lang = 'lzh-Hans') then 'CN' else 'TW'"/>

  <!-- Words of ours, written in traditional script, as a book in the script of the text has them. -->
  <xsl:function name="typ:words" as="xs:string">
    <xsl:param name="words" as="xs:string"/>
    <xsl:sequence select="if ($typ:region eq 'CN') then translate($words, $typ:traditional, $typ:simplified) else $words"/>
  </xsl:function>
  <xsl:variable name="typ:traditional" as="xs:string" select="'側備傳內則寫層後從據數時書條構檔權無爲異當碼種統經線編繫與葉處號補製見覽計訖記訛語誤說識豎轉還邊錄間闕頁驗體點「」'"/>
  <xsl:variable name="typ:simplified" as="xs:string" select="'侧备传内则写层后从据数时书条构档权无为异当码种统经线编系与叶处号补制见览计讫记讹语误说识竖转还边录间阙页验体点“”'"/>

  <xsl:function name="typ:date" as="xs:date?">
    <xsl:variable name="date" select="($typ:header/fileDesc/publicationStmt/date, $typ:header/fileDesc/editionStmt/edition/date)/@when"/>
    <xsl:sequence select="($date[. castable as xs:date])[1] ! xs:date(.)"/>
  </xsl:function>

  <xsl:function name="typ:year" as="xs:string?">
    <xsl:sequence select="typ:date() ! han:digits(string(year-from-date(.)))"/>
  </xsl:function>

  <!-- A pointer (#id #id) → the elements it names. -->
  <xsl:function name="typ:pointed" as="element()*">
    <xsl:param name="pointer" as="attribute()?"/>
    <xsl:sequence select="$pointer ! tokenize(.) ! key('typ:id', substring-after(., '#'), root($pointer))"/>
  </xsl:function>

  <!-- Whose words a passage is: the id of the first person that @resp names. -->
  <xsl:function name="typ:voice" as="xs:string">
    <xsl:param name="passage" as="element()"/>
    <xsl:sequence select="substring-before(substring($passage/@resp, 2) || ' ', ' ')"/>
  </xsl:function>

  <!-- Person id → the number of passages in his words. -->
  <xsl:variable name="typ:voices" as="map(xs:string, xs:integer)">
    <xsl:map>
      <xsl:for-each-group select="/TEI/text/body/(.//seg | .//note)[@resp]" group-by="typ:voice(.)">
        <xsl:map-entry key="current-grouping-key()" select="count(current-group())"/>
      </xsl:for-each-group>
    </xsl:map>
  </xsl:variable>

  <!-- Those whom the index cites by page: a voice that speaks on every other page is found without one. -->
  <xsl:variable name="typ:cited-by-page" as="xs:string*" select="
    let $units := count(/TEI/text/body//ab[@type = 'unit']) return map:keys($typ:voices)[$typ:voices(.) * 5 lt $units or $units lt 40] => sort()"/>

  <xsl:function name="typ:person" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="names" select="$person/persName"/>
    <xsl:variable name="script" select="if ($typ:region eq 'CN') then 'zh-Hans' else 'zh-Hant'"/>
    <xsl:sequence select="normalize-space(($names[@xml:lang = $script], $names[starts-with(@xml:lang, 'zh')], $names, $person/@xml:id)[1])"/>
  </xsl:function>

  <!-- A witness → how the apparatus speaks of it: 底本 for the raw pages, else its collection, its name or, where it has
       none in Chinese, its siglum; what is in brackets only describes it. -->
  <xsl:function name="typ:witness" as="xs:string">
    <xsl:param name="witness" as="element()"/>
    <xsl:variable name="identifier" select="$witness/msDesc/msIdentifier"/>
    <xsl:variable name="names" as="xs:string*" select="
      ($identifier/collection, $identifier/msName) ! normalize-space(), tokenize($witness[not($identifier)])[1]"/>
    <xsl:sequence select="
      if ($witness/@xml:id = 'raw') then typ:words('底本') else ($names[matches(., '^[^（]*[&#x4E00;-&#x9FFF;]')], $witness/@xml:id)[. ne ''][1]"/>
  </xsl:function>

  <xsl:function name="typ:witnesses" as="xs:string">
    <xsl:param name="pointer" as="attribute()?"/>
    <xsl:sequence select="string-join(typ:pointed($pointer) ! typ:witness(.), '、')"/>
  </xsl:function>

  <!-- Prose of the header in Chinese where it is given in Chinese, else as it is given; in English too where the edition has
       an English title. -->
  <xsl:function name="typ:prose" as="xs:string*">
    <xsl:param name="paragraphs" as="element()*"/>
    <xsl:variable name="chinese" select="$paragraphs[matches(@xml:lang, '^(l?zh)')]"/>
    <xsl:variable name="english" select="$paragraphs[starts-with(@xml:lang, 'en')][$typ:title-statement/title[starts-with(@xml:lang, 'en')]]"/>
    <xsl:sequence select="(if (exists($chinese)) then ($chinese, $english) else $paragraphs) ! normalize-space() ! .[. ne '']"/>
  </xsl:function>

  <!-- The same with its juan: 5.17.3 -->
  <xsl:function name="typ:reference" as="xs:string">
    <xsl:param name="unit" as="element()?"/>
    <xsl:sequence select="string-join(($unit/ancestor::div[@subtype = 'juan'][1]/@n, names:number($unit)[. ne '']), '.')"/>
  </xsl:function>

  <!-- Which juan a node stands in, as the book names it: 卷五. -->
  <xsl:function name="typ:juan-label" as="xs:string">
    <xsl:param name="juan" as="element()"/>
    <xsl:variable name="item" select="typ:contents($juan)"/>
    <xsl:sequence select="if (normalize-space($item/locus)) then normalize-space($item/locus)
      else if ($juan/@n castable as xs:integer) then '卷' || han:number(xs:integer($juan/@n)) else string($juan/@n)"/>
  </xsl:function>

  <xsl:function name="typ:contents" as="element()?">
    <xsl:param name="juan" as="element()"/>
    <xsl:sequence select="(root($juan)/TEI/teiHeader/fileDesc/sourceDesc//witness/msDesc/msContents/msItem[@n = $juan/@n])[1]"/>
  </xsl:function>

  <!-- The files the text was read from. -->
  <xsl:variable name="typ:pages" as="element()*" select="$typ:header/fileDesc/sourceDesc//bibl[@type = 'digital'][idno]"/>

  <!-- Glyphs of the text that have no Unicode character, in the order in which they come. -->
  <xsl:variable name="typ:unresolved" as="element()*" select="
    for $id in distinct-values(/TEI/text//g[not(node())] ! substring-after(@ref, '#'))
    return (key('typ:id', $id, /), /TEI/text//g[@ref = '#' || $id])[1]"/>

  <!-- An unresolved glyph → its number, its code and how to draw it: not from parts one of which no face draws. -->
  <xsl:function name="typ:glyph" as="xs:string">
    <xsl:param name="glyph" as="element()"/>
    <xsl:variable name="ids" select="normalize-space($glyph/mapping[@type = 'IDS'][1])"/>
    <xsl:variable name="parts" as="map(xs:string, item())*" select="ids:boxes($ids)"/>
    <xsl:variable name="entity" select="($glyph/localProp[@name = 'entity']/@value)[1]"/>
    <xsl:variable name="number" select="index-of($typ:unresolved ! generate-id(), generate-id($glyph))"/>
    <xsl:sequence select="'(number: ' || $number || ', code: ' || typ:string(normalize-space(($glyph/mapping[@type = 'PUA'], $glyph/mapping[@type = 'raw'][empty($entity)], $glyph/@xml:id[empty($entity)])[1]))
      || ', ids: ' || typ:string($ids) || ', entity: ' || typ:string($entity) || ', parts: ' || typ:array($parts[not($parts?char = string-to-codepoints($undrawable) ! codepoints-to-string(.))] ! typ:box(.)) || ')'"/>
  </xsl:function>

  <xsl:function name="typ:box" as="xs:string">
    <xsl:param name="box" as="map(xs:string, item())"/>
    <xsl:sequence select="'(' || typ:string($box('char')) || string-join(('x', 'y', 'width', 'height') ! (', ' || round($box(.), 3))) || ')'"/>
  </xsl:function>

</xsl:stylesheet>
