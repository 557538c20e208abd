<?xml version="1.0" encoding="UTF-8"?>
<!-- A juan → items in reading order → blocks of atoms. All three are maps:

     item   what the text holds: kind (head base note cell trailer gap section column break), type (of a head),
            supplied (words of ours), title (of a section or chapter), followed (by what there is to say of it), after (trailers or heads that follow), first (of heads that
            follow each other), atoms
     atom   what shares its look: as (s for plain characters, g, gap, unclear, label; mark and app take no cell;
            latin: letters of ours, two in a cell; break), text, w (its cells), from (the xml:id it stands in), layer, and what its kind needs; plain
            characters may say where a label begins and ends in them; whole: not to be divided
     block  what is set without a break of its own: an item, or notes that run on in one pair of rows, from one
            printed break (unit, n) to the next; width is the sum of its cells -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:han="urn:zhushu:han-numbers"
    xmlns:names="urn:zhushu:names" xmlns:unseen="urn:zhushu:unseen" xmlns:f="urn:zhushu:functions" version="3.0" exclude-result-prefixes="#all"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <!-- what can stand beside the text instead of in a cell: closing signs hang on the character before, opening ones
       on the one after -->
  <xsl:variable name="closing" as="xs:string" select="'。．！？，、；：」』》〉）〕】﹁﹂…—·'"/>
  <xsl:variable name="opening" as="xs:string" select="'「『《〈（〔【'"/>
  <!-- what is no plain character in a cell: what no reader sees (joiners, variation selectors) and signs beside the
       text take none, what no font draws is a gaiji -->
  <xsl:variable name="apart" as="xs:string" select="
      '[' || $unseen || $unseen:selectors || (if ($punctuation eq 'cells') then '' else $closing || $opening)
      || replace($undrawable, '[\[\]\\^-]', '\\$0') || ']'"/>

  <xsl:function name="f:items" as="map(*)*">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:if test="not($juan/head)">
      <xsl:sequence select="f:supplied-heads($juan)"/>
    </xsl:if>
    <xsl:if test="not($juan/preceding-sibling::div)">
      <xsl:apply-templates select="$juan/preceding-sibling::gap" mode="item"/>
    </xsl:if>
    <xsl:apply-templates select="$juan/*" mode="item"/>
    <xsl:apply-templates select="$juan/following-sibling::*[1][self::gap]" mode="item"/>
  </xsl:function>

  <!-- A juan whose pages carry no title gets the one the header knows. -->
  <xsl:function name="f:supplied-heads" as="map(*)*">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="chapter" select="names:juan-title($juan)"/>
    <xsl:sequence select="
        f:supplied-head('juan', $title || names:juan($juan)),
        f:supplied-head('author', $author || '　撰')[$author ne ''],
        f:supplied-head('chapter', $chapter)[$chapter ne '']"/>
  </xsl:function>

  <xsl:function name="f:supplied-head" as="map(*)">
    <xsl:param name="type" as="xs:string"/>
    <xsl:param name="words" as="xs:string"/>
    <xsl:sequence select="map{'kind': 'head', 'type': $type, 'supplied': true(), 'atoms': f:words($words)}"/>
  </xsl:function>

  <!-- words of ours, not of the text -->
  <xsl:function name="f:words" as="map(*)*">
    <xsl:param name="words" as="xs:string"/>
    <xsl:analyze-string select="unseen:without($words)" regex="[!-~]( ?[!-~])+">
      <xsl:matching-substring>
        <xsl:sequence select="map{'as': 'latin', 'text': ., 'w': f:latin-cells(.), 'whole': true(), 'from': '', 'layer': ''}"/>
      </xsl:matching-substring>
      <xsl:non-matching-substring>
        <xsl:sequence select="map{'as': 's', 'text': ., 'w': string-length(.), 'from': '', 'layer': ''}"/>
      </xsl:non-matching-substring>
    </xsl:analyze-string>
  </xsl:function>

  <!-- 1. items -->

  <xsl:mode name="item" on-no-match="shallow-skip"/>

  <xsl:template match="head" mode="item">
    <xsl:sequence select="map{
        'kind': 'head',
        'type': string((@type[. = ('title', 'juan', 'author')], 'chapter')[1]),
        'atoms': f:atoms(.)}"/>
  </xsl:template>

  <xsl:template match="trailer" mode="item">
    <xsl:sequence select="map{'kind': 'trailer', 'after': count(following-sibling::trailer), 'atoms': f:atoms(.)}"/>
  </xsl:template>

  <xsl:template match="div[not(head)]" mode="item">
    <xsl:sequence select="map{'kind': 'section', 'title': names:untitled(.)}"/>
    <xsl:apply-templates mode="item"/>
  </xsl:template>

  <xsl:template match="ab" mode="item">
    <xsl:if test="$units eq 'column'">
      <xsl:sequence select="map{'kind': 'column'}"/>
    </xsl:if>
    <xsl:apply-templates mode="item"/>
  </xsl:template>

  <xsl:template match="seg" mode="item">
    <xsl:sequence select="map{'kind': 'base', 'atoms': f:atoms(.)}"/>
  </xsl:template>

  <xsl:template match="note" mode="item">
    <xsl:sequence select="map{'kind': 'note', 'atoms': f:atoms(.)}"/>
  </xsl:template>

  <xsl:template match="row" mode="item">
    <xsl:sequence select="
        map{'kind': 'column'}, cell ! map{'kind': 'cell', 'atoms': f:atoms(.)}, map{'kind': 'column'}"/>
  </xsl:template>

  <xsl:template match="gap[@reason = 'sampling']" mode="item">
    <xsl:variable name="count" select="if (@extent castable as xs:positiveInteger)
                                       then han:number(xs:integer(@extent)) else ''"/>
    <xsl:sequence select="map{'kind': 'gap', 'supplied': true(), 'atoms': f:words('〔闕' || $count || '頁〕')}"/>
  </xsl:template>

  <xsl:template match="pb | lb" mode="item">
    <xsl:sequence select="f:break(.) ! map{'kind': 'break', 'atoms': .}"/>
  </xsl:template>

  <!-- 2. atoms -->

  <xsl:function name="f:atoms" as="map(*)*">
    <xsl:param name="element" as="element()"/>
    <xsl:variable name="from" as="xs:string" select="string($element/@xml:id)"/>
    <xsl:variable name="layer" as="xs:string" select="string($element/@type[$element/self::seg or $element/self::note])"/>
    <xsl:variable name="whole" as="map(*)?" select="f:whole($element, $from, $layer)"/>
    <xsl:choose>
      <xsl:when test="exists($whole)">
        <xsl:sequence select="$whole"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:apply-templates select="$element/node()" mode="atom">
          <xsl:with-param name="from" select="$from" tunnel="yes"/>
          <xsl:with-param name="layer" select="$layer" tunnel="yes"/>
        </xsl:apply-templates>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- Most elements hold nothing but characters, and one label at most: they are one atom, which says where in it the
       label is. An element that holds more gives nothing here. -->
  <xsl:function name="f:whole" as="map(*)?">
    <xsl:param name="element" as="element()"/>
    <xsl:param name="from" as="xs:string"/>
    <xsl:param name="layer" as="xs:string"/>
    <xsl:if test="not($element/*[not(self::g[node()] or self::pc[not(*)] or self::label[not(*)] or f:is-passed-over(.))]
                      or $element/label[2])">
      <xsl:variable name="text" as="xs:string" select="f:solid($element)"/>
      <xsl:if test="$text ne '' and not(matches($text, $apart))">
        <xsl:variable name="atom" as="map(*)" select="
            map{'as': 's', 'text': $text, 'w': string-length($text), 'from': $from, 'layer': $layer}"/>
        <xsl:sequence select="
            if (empty($element/label)) then $atom
            else map:put($atom, 'label',
                let $start := string-length(string-join($element/label/preceding-sibling::node() ! f:solid(.)))
                return ($start, $start + string-length(f:solid($element/label))))"/>
      </xsl:if>
    </xsl:if>
  </xsl:function>

  <!-- breaks that are not followed, and white space of the page outside titles and tables -->
  <xsl:function name="f:is-passed-over" as="xs:boolean">
    <xsl:param name="child" as="element()"/>
    <xsl:sequence select="
        if ($child/self::space) then exists($child/(parent::seg | parent::note))
        else exists($child/(self::lb | self::pb)) and not($printed)"/>
  </xsl:function>

  <!-- the characters of a node; white space in the file is the file's, not the text's: that is in space elements -->
  <xsl:function name="f:solid" as="xs:string">
    <xsl:param name="node" as="item()"/>
    <xsl:sequence select="translate($node, ' &#x9;&#xA;&#xD;', '')"/>
  </xsl:function>

  <xsl:function name="f:latin-cells" as="xs:integer">
    <xsl:param name="letters" as="xs:string"/>
    <xsl:sequence select="(string-length($letters) + 1) idiv 2"/>
  </xsl:function>

  <xsl:function name="f:plain-atoms" as="map(*)*">
    <xsl:param name="characters" as="xs:string"/>
    <xsl:param name="as" as="xs:string"/>
    <xsl:param name="from" as="xs:string"/>
    <xsl:param name="layer" as="xs:string"/>
    <xsl:variable name="text" as="xs:string" select="f:solid($characters)"/>
    <xsl:choose>
      <xsl:when test="$text eq ''"/>
      <xsl:when test="matches($text, $apart)">
        <xsl:analyze-string select="$text" regex="{$apart}">
          <xsl:matching-substring>
            <xsl:sequence select="
                if (contains($undrawable, .)) then f:gaiji-atom(., f:code-point(string-to-codepoints(.)), $from, $layer)
                else map{'as': 'mark', 'text': ., 'w': 0, 'from': $from, 'layer': $layer,
                         'side': if (contains($opening, .)) then 'before' else 'after'}"/>
          </xsl:matching-substring>
          <xsl:non-matching-substring>
            <xsl:sequence select="map{'as': $as, 'text': ., 'w': string-length(.), 'from': $from, 'layer': $layer}"/>
          </xsl:non-matching-substring>
        </xsl:analyze-string>
      </xsl:when>
      <xsl:otherwise>
        <xsl:sequence select="map{'as': $as, 'text': $text, 'w': string-length($text), 'from': $from, 'layer': $layer}"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <xsl:function name="f:gaiji-atom" as="map(*)">
    <xsl:param name="text" as="xs:string"/>
    <xsl:param name="id" as="xs:string"/>
    <xsl:param name="from" as="xs:string"/>
    <xsl:param name="layer" as="xs:string"/>
    <xsl:sequence select="map{'as': 'g', 'text': $text, 'w': 1, 'from': $from, 'layer': $layer,
                              'ref': $id, 'n': index-of($gaiji, $id)}"/>
  </xsl:function>

  <xsl:mode name="atom" on-no-match="shallow-skip"/>

  <xsl:template match="text()" mode="atom" as="map(*)*">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="as" as="xs:string" select="'s'" tunnel="yes"/>
    <xsl:sequence select="f:plain-atoms(., $as, $from, $layer)"/>
  </xsl:template>

  <xsl:template match="g[not(node())]" mode="atom" as="map(*)">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:sequence select="f:gaiji-atom('〓', substring-after(@ref, '#'), $from, $layer)"/>
  </xsl:template>

  <xsl:template match="gap" mode="atom" as="map(*)*">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:variable name="count" as="xs:integer"
        select="if (@quantity castable as xs:positiveInteger) then xs:integer(@quantity) else 1"/>
    <xsl:for-each select="1 to $count">
      <xsl:sequence select="map{'as': 'gap', 'text': '□', 'w': 1, 'from': $from, 'layer': $layer}"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template match="unclear[@reason = 'encoding']" mode="atom" as="map(*)*">
    <xsl:apply-templates mode="atom">
      <xsl:with-param name="as" select="'unclear'" tunnel="yes"/>
    </xsl:apply-templates>
  </xsl:template>

  <xsl:template match="label" mode="atom" as="map(*)*">
    <xsl:apply-templates mode="atom">
      <xsl:with-param name="as" select="'label'" tunnel="yes"/>
    </xsl:apply-templates>
  </xsl:template>

  <xsl:template match="anchor[map:contains($app-number, @xml:id)]" mode="atom" as="map(*)">
    <xsl:param name="from" as="xs:string" select="''" tunnel="yes"/>
    <xsl:param name="layer" as="xs:string" select="''" tunnel="yes"/>
    <xsl:sequence select="map{'as': 'app', 'text': '', 'w': 0, 'from': $from, 'layer': $layer,
                              'n': $app-number(@xml:id), 'ref': string(key('app', @xml:id)[1]/@xml:id)}"/>
  </xsl:template>

  <!-- white space of a title or table that was seen on the page is a blank cell; elsewhere it was layout -->
  <xsl:template mode="atom" as="map(*)"
      match="space[parent::head or parent::trailer or parent::cell][preceding-sibling::node()][following-sibling::node()]">
    <xsl:sequence select="f:words('　')"/>
  </xsl:template>

  <xsl:template match="pb | lb" mode="atom" as="map(*)?">
    <xsl:sequence select="f:break(.)"/>
  </xsl:template>

  <xsl:function name="f:break" as="map(*)?">
    <xsl:param name="break" as="element()"/>
    <xsl:sequence select="
        if ($printed and $break/@ed = $siglum)
        then map{'as': 'break', 'unit': if ($break/self::pb) then 'page' else 'column', 'n': string($break/@n)}
        else ()"/>
  </xsl:function>

  <!-- 3. blocks -->

  <!-- Heads say whether they are the first of those that follow each other, and how many follow: they stay with the text. -->
  <xsl:function name="f:kept" as="map(*)*">
    <xsl:param name="items" as="map(*)*"/>
    <xsl:for-each-group select="$items" group-adjacent="?kind eq 'head'">
      <xsl:choose>
        <xsl:when test="current-grouping-key()">
          <xsl:for-each select="current-group()">
            <xsl:sequence select="map:merge((., map{'first': position() eq 1, 'after': last() - position()}))"/>
          </xsl:for-each>
        </xsl:when>
        <xsl:otherwise>
          <xsl:sequence select="current-group()"/>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:function name="f:blocks" as="map(*)*">
    <xsl:param name="items" as="map(*)*"/>
    <xsl:for-each-group select="f:kept($items)"
        group-adjacent="if (?kind eq 'note' and $join-notes eq 'yes') then 0 else position()">
      <xsl:variable name="item" as="map(*)" select="map:remove(., 'atoms')"/>
      <xsl:variable name="atoms" as="map(*)*" select="current-group()?atoms"/>
      <xsl:if test="empty($atoms)">
        <xsl:sequence select="map:merge(($item, map{'width': 0, 'atoms': ()}))"/>
      </xsl:if>
      <xsl:for-each-group select="$atoms" group-starting-with=".[?as eq 'break']">
        <xsl:variable name="set" as="map(*)*" select="current-group()[?as ne 'break']"/>
        <!-- a title over several columns opens its chapter once -->
        <xsl:sequence select="map:merge((
            $item,
            if ($item?type eq 'chapter' and position() eq 1)
            then map{'title': string-join($atoms[not(?as = ('break', 'app'))]?text)} else (),
            map{'width': xs:integer(sum($set?w)), 'atoms': $set},
            if ($item?supplied and exists($set?whole)) then map{'has-whole': true()} else (),
            if (?as eq 'break') then map{'unit': ?unit, 'n': ?n} else ()))"/>
      </xsl:for-each-group>
    </xsl:for-each-group>
  </xsl:function>
</xsl:stylesheet>
