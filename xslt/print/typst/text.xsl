<?xml version="1.0" encoding="UTF-8"?>
<!-- The text: juan, sections, units, notes, and what may stand in a line. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:names="urn:zhushu:names"
  xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:typ="urn:zhushu:typst" xmlns:han="urn:zhushu:han-numbers"
  xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:key name="typ:app-to" match="app" use="substring-after(@to, '#')"/>

  <!-- Entry n of the apparatus of a juan: anchor id → n. -->
  <xsl:variable name="typ:marks" as="map(xs:string, xs:integer)">
    <xsl:map>
      <xsl:for-each select="/TEI/text/body/div/div">
        <xsl:for-each select=".//anchor[key('typ:app-to', @xml:id)]">
          <xsl:map-entry key="string(@xml:id)" select="position()"/>
        </xsl:for-each>
      </xsl:for-each>
    </xsl:map>
  </xsl:variable>

  <!-- Juan, unit or beginning of a leaf → how many leaves of the printed edition have begun. -->
  <xsl:variable name="typ:leaves" as="map(xs:string, xs:integer)">
    <xsl:map>
      <xsl:iterate select="/TEI/text/body/(.//pb[@ed ne 'raw'] | .//ab[@type = 'unit'] | .//div[@subtype = 'juan'])">
        <xsl:param name="before" as="xs:integer" select="0"/>
        <xsl:variable name="begun" select="if (self::pb) then $before + 1 else $before"/>
        <xsl:map-entry key="generate-id()" select="$begun"/>
        <xsl:next-iteration>
          <xsl:with-param name="before" select="$begun"/>
        </xsl:next-iteration>
      </xsl:iterate>
    </xsl:map>
  </xsl:variable>

  <!-- The first note on a stretch of base text → the number of its footnote in its juan, where notes are footnotes: those on one
       stretch are one. -->
  <xsl:variable name="typ:footnotes" as="map(xs:string, xs:integer)">
    <xsl:map>
      <xsl:for-each select="/TEI/text/body//div[@subtype = 'juan']">
        <xsl:for-each select=".//ab[seg]/note[not((preceding-sibling::seg | preceding-sibling::note)[last()][self::note])]">
          <xsl:map-entry key="generate-id()" select="position()"/>
        </xsl:for-each>
      </xsl:for-each>
    </xsl:map>
  </xsl:variable>
  <xsl:mode name="typ:body" on-no-match="shallow-skip"/>
  <xsl:mode name="typ:line" on-no-match="shallow-skip"/>
  <xsl:global-context-item use="required"/>

  <!-- Blocks. -->

  <xsl:template match="div[@type = 'textpart'][@subtype = 'juan']" mode="typ:body">
    <xsl:variable name="heads" select="head[not(typ:divides(.))]"/>
    <xsl:variable name="chapter" select="$heads[@type = 'chapter'][1]"/>
    <xsl:variable name="title" select="typ:juan-title(.)"/>
    <xsl:variable name="before" select="preceding-sibling::*[1][self::gap]"/>
    <xsl:value-of select="'#' || typ:call('juan', (
      typ:name(@xml:id), typ:string(typ:juan-label(.)),
      'title: ' || (if (exists($title)) then typ:call('line', typ:arguments($title)) else 'none'), typ:named($title),
      'above: ' || typ:array($heads[@type = ('title', 'juan')] ! typ:call('line', typ:arguments(typ:line(.)))),
      'below: ' || typ:array(($heads except $chapter)[not(@type = ('title', 'juan'))] ! typ:call('line', typ:arguments(typ:line(.)))),
      'first: ' || typ:array((typ:string(names:number((.//ab[@type = 'unit'])[1])), string($typ:leaves(generate-id())))),
      'lost: ' || (if ($before) then typ:extent($before) else 'none'))) || '[&#10;'"/>
    <xsl:apply-templates select="* except $heads" mode="typ:body"/>
    <xsl:for-each select="following-sibling::*[1][self::gap][not(following-sibling::div)]">
      <xsl:value-of select="typ:block('lost', (typ:extent(.), typ:string(typ:words('此後'))))"/>
    </xsl:for-each>
    <xsl:text>]&#10;</xsl:text>
  </xsl:template>

  <xsl:template match="div[@type = 'textpart'][@subtype ne 'juan']" mode="typ:body">
    <xsl:variable name="head" select="head[1]"/>
    <xsl:if test="$head or typ:section-title(.) ne ''">
      <xsl:value-of select="typ:block('part', (if ($head) then typ:arguments(typ:line($head)) else typ:string(typ:section-title(.)), @xml:id ! ('id: ' || typ:name(.)), typ:named(typ:line($head))))"/>
    </xsl:if>
    <xsl:apply-templates select="* except $head" mode="typ:body"/>
  </xsl:template>

  <xsl:template match="gap" mode="typ:body">
    <xsl:if test="not(parent::div[@type = 'edition'])">
      <xsl:value-of select="typ:block('lost', (typ:extent(.), typ:string(typ:words('此處'))))"/>
    </xsl:if>
  </xsl:template>

  <xsl:template match="head" mode="typ:body">
    <xsl:value-of select="typ:block(if (@type = 'chapter') then 'part' else 'caption', (typ:arguments(typ:line(.)), typ:named(typ:line(.))))"/>
  </xsl:template>

  <xsl:template match="trailer" mode="typ:body">
    <xsl:value-of select="typ:block('trailer', typ:arguments(typ:line(.)))"/>
  </xsl:template>

  <xsl:template match="table" mode="typ:body">
    <xsl:variable name="columns" select="max((1, row/count(cell)))"/>
    <xsl:value-of select="typ:block('grid-of', (string($columns),
      row ! (cell ! typ:call('line', typ:arguments(typ:line(.))), ((count(cell) + 1) to $columns) ! '[]')))"/>
  </xsl:template>

  <xsl:template match="ab[@type = 'unit']" mode="typ:body">
    <xsl:variable name="juan" select="ancestor::div[@subtype = 'juan'][1]"/>
    <xsl:variable name="sibling" select="following-sibling::*[1][self::ab[@type = 'unit']]"/>
    <xsl:variable name="next" select="if ($sibling) then $sibling else following::ab[@type = 'unit'][1][ancestor::div[@subtype = 'juan'][1] is $juan]"/>
    <xsl:variable name="unit" select="."/>
    <xsl:variable name="parts" select="seg | note"/>
    <!-- its first call says where it begins, its last what follows it -->
    <xsl:variable name="begins" select="'at: (' || typ:string(names:number(.)) || ', ' || typ:name(@xml:id) || ')'"/>
    <xsl:variable name="ends" select="$next ! ('next: ' || typ:passage(.)),
      $next[not(. is $sibling)] ! typ:section(.)[. ne typ:section($unit)] ! ('then: ' || typ:string(.))"/>
    <xsl:choose>
      <xsl:when test="empty($parts)">
        <xsl:value-of select="typ:block('unit', typ:name(@xml:id))"/>
      </xsl:when>
      <xsl:when test="$notes eq 'inline'">
        <xsl:value-of select="typ:block('run-in', ($begins, $ends, typ:entries($parts), $parts[1][self::note] ! 'begins: &quot;note&quot;',
          $parts ! ('&#10;  ' || (if (self::note and position() gt 1) then 'apart, ' else '') || typ:part(.))))"/>
      </xsl:when>
      <xsl:when test="$notes eq 'footnote' and seg">
        <xsl:variable name="groups" as="xs:string*">
          <xsl:for-each-group select="$parts" group-adjacent="exists(self::note)">
            <xsl:sequence select="if (self::note) then typ:call('at-foot', (string($typ:footnotes(generate-id())), current-group() ! typ:part(.))) else current-group() ! typ:part(.)"/>
          </xsl:for-each-group>
        </xsl:variable>
        <xsl:value-of select="typ:block('footnoted', ($begins, $ends, $groups ! ('&#10;  ' || .)))"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:for-each select="$parts">
          <xsl:variable name="following" select="position() + 1"/>
          <xsl:value-of select="typ:block(if (self::seg) then 'base-lines' else 'note-lines', (
            if (position() eq 1) then $begins else (), if (position() eq last()) then $ends else (), typ:entries(.),
            if (self::seg and $parts[$following][self::note]) then typ:before-note(.) else (), typ:part(.)))"/>
        </xsl:for-each>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <!-- Number of a passage, how many leaves have begun before it. -->
  <xsl:function name="typ:passage" as="xs:string">
    <xsl:param name="unit" as="element(ab)"/>
    <xsl:sequence select="typ:array((typ:string(names:number($unit)), string($typ:leaves(generate-id($unit)))))"/>
  </xsl:function>

  <!-- A stretch of base text, or a note. -->
  <xsl:function name="typ:part" as="xs:string">
    <xsl:param name="part" as="element()"/>
    <xsl:sequence select="if ($part[self::seg]) then typ:call('base', (typ:string($part/@type), typ:arguments(typ:line($part))))
      else typ:call('note', (typ:string($part/@type), typ:name(typ:voice($part)), typ:arguments(typ:line($part))))"/>
  </xsl:function>

  <!-- Whether an entry of the apparatus stands at the foot. -->
  <xsl:function name="typ:entries" as="xs:string?">
    <xsl:param name="parts" as="element()*"/>
    <xsl:sequence select="if (map:size($typ:marks) gt 0 and (some $anchor in $parts//anchor satisfies map:contains($typ:marks, string($anchor/@xml:id)))) then 'entries: true' else ()"/>
  </xsl:function>

  <!-- Base text before its note. A line or so of it stays with the first lines of the note, but not with entries at the foot:
       they would stay behind on the page that the line leaves. -->
  <xsl:function name="typ:before-note" as="xs:string">
    <xsl:param name="seg" as="element(seg)"/>
    <xsl:sequence select="if (string-length($seg) lt 24 and empty(typ:entries($seg))) then 'short: true' else 'noted: true'"/>
  </xsl:function>

  <xsl:function name="typ:block" as="xs:string">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="arguments" as="xs:string*"/>
    <xsl:sequence select="'#' || $name || '(' || head($arguments)
      || string-join(tail($arguments) ! ((if (starts-with(., '&#10;')) then ',' else ', ') || .)) || ')&#10;'"/>
  </xsl:function>

  <!-- A head that opens a new chapter inside its juan; the others belong to the opening of the juan. -->
  <xsl:function name="typ:divides" as="xs:boolean">
    <xsl:param name="head" as="element()"/>
    <xsl:sequence select="exists($head/preceding-sibling::*[self::ab or self::div or self::table][1])
      or ($head/@type = 'chapter' and count($head/../head[@type = 'chapter']) gt 1)"/>
  </xsl:function>

  <!-- A juan → the title under which it opens, where it has one. -->
  <xsl:function name="typ:juan-title" as="item()*">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="chapter" select="$juan/head[@type = 'chapter'][not(typ:divides(.))][1]"/>
    <xsl:sequence select="if ($chapter) then typ:line($chapter)
      else if ($juan//head[@type = 'chapter']) then () else normalize-space(typ:contents($juan)/title[1])[. ne '']"/>
  </xsl:function>

  <!-- A title with an entry of the apparatus, or in which a leaf begins → the same without it. -->
  <xsl:function name="typ:named" as="xs:string?">
    <xsl:param name="title" as="item()*"/>
    <xsl:variable name="plain" select="$title[not(. instance of map(*)) or not(matches(?call, '^(variant|leaf)\('))]"/>
    <xsl:sequence select="if (count($plain) lt count($title)) then 'named: ' || typ:call('line', typ:arguments($plain)) else ()"/>
  </xsl:function>

  <!-- The section or chapter a unit stands in, within its juan: what the running head says beside the juan. -->
  <xsl:function name="typ:section" as="xs:string">
    <xsl:param name="unit" as="element(ab)"/>
    <xsl:variable name="within" select="$unit/ancestor-or-self::*[ancestor::div[@subtype = 'juan']]"/>
    <xsl:variable name="opens" select="($within[self::div[@type = 'textpart']] | $within/preceding-sibling::head[@type = 'chapter'][typ:divides(.)])[last()]"/>
    <xsl:sequence select="string($opens ! (if (self::div) then typ:section-title(.) else typ:plain(.)))"/>
  </xsl:function>

  <xsl:function name="typ:section-title" as="xs:string">
    <xsl:param name="section" as="element()"/>
    <xsl:sequence select="string(($section/head[1] ! typ:plain(.), names:untitled($section))[. ne ''][1])"/>
  </xsl:function>

  <xsl:function name="typ:extent" as="xs:string">
    <xsl:param name="gap" as="element()"/>
    <xsl:variable name="number" select="$gap/@extent[. castable as xs:integer] ! xs:integer(.)"/>
    <xsl:sequence select="typ:string(if (exists($number)) then '缺' || han:number($number) || typ:words('頁') else typ:words('有缺頁'))"/>
  </xsl:function>

  <!-- Lines: strings are text, maps are calls (typ:inline). -->

  <xsl:function name="typ:line" as="item()*">
    <xsl:param name="element" as="element()?"/>
    <xsl:apply-templates select="$element/node()" mode="typ:line"/>
  </xsl:function>

  <xsl:function name="typ:plain" as="xs:string">
    <xsl:param name="element" as="element()"/>
    <xsl:sequence select="string-join(typ:line($element)[. instance of xs:string])"/>
  </xsl:function>

  <xsl:template match="text() | g[node()]" mode="typ:line" as="item()*">
    <xsl:sequence select="if (not(contains(., '&#10;') or contains(., ' '))) then string(.) else if (normalize-space()) then translate(., '&#10;&#13;&#9;', '') else ()"/>
  </xsl:template>

  <xsl:template match="*" mode="typ:line" as="item()*">
    <xsl:apply-templates mode="typ:line"/>
  </xsl:template>

  <xsl:template match="space[ancestor::head or ancestor::cell or ancestor::trailer]" mode="typ:line" as="item()*" priority="2">
    <xsl:sequence select="if (preceding-sibling::node()[self::* or normalize-space()] and following-sibling::node()[self::* or normalize-space()]) then '　' else ()"/>
  </xsl:template>

  <xsl:template match="g[not(node())]" mode="typ:line" as="item()*">
    <xsl:sequence select="typ:inline('gaiji', typ:name(substring-after(@ref, '#')))"/>
  </xsl:template>

  <xsl:template match="label" mode="typ:line" as="item()*">
    <xsl:sequence select="typ:inline('marker', (typ:circle(.) ! ('circle: ' || typ:string(.)), typ:arguments(typ:line(.))))"/>
  </xsl:template>

  <!-- The circle just before a label; it is printed with it. -->
  <xsl:function name="typ:circle" as="element(pc)?">
    <xsl:param name="label" as="element(label)"/>
    <xsl:sequence select="$label/preceding-sibling::node()[not(self::lb or self::pb[@ed = 'raw'] or self::processing-instruction() or self::text()[not(normalize-space())])][1][self::pc[@type = 'layer']]"/>
  </xsl:function>

  <xsl:template match="pc[@type = 'layer'][some $label in following-sibling::label[1] satisfies typ:circle($label) is .]" mode="typ:line"/>

  <xsl:template match="gap" mode="typ:line" as="item()*">
    <xsl:sequence select="typ:inline('lacuna', string((@quantity[. castable as xs:positiveInteger] ! xs:integer(.), 1)[1]))"/>
  </xsl:template>

  <!-- A choice of script (one simplified character for several) is listed at the end, not marked in the line. -->
  <xsl:template match="unclear[not(@reason = 'script')]" mode="typ:line" as="item()*">
    <xsl:sequence select="typ:inline('unclear', typ:arguments(typ:line(.)))"/>
  </xsl:template>

  <xsl:template match="supplied" mode="typ:line" as="item()*">
    <xsl:sequence select="typ:inline('supplied', typ:arguments(typ:line(.)))"/>
  </xsl:template>

  <xsl:template match="pb[@ed ne 'raw']" mode="typ:line" as="item()*">
    <xsl:variable name="n" select="@n"/>
    <xsl:sequence select="$typ:leaves(generate-id())[$leaves = 'yes'] ! typ:inline('leaf', (string(.), typ:string($n)))"/>
  </xsl:template>

  <xsl:template match="anchor[map:contains($typ:marks, string(@xml:id))]" mode="typ:line" as="item()*">
    <xsl:variable name="number" select="$typ:marks(string(@xml:id))"/>
    <xsl:variable name="anchor" select="."/>
    <xsl:for-each select="key('typ:app-to', @xml:id)[1]">
      <!-- notes on base text are footnotes -->
      <xsl:variable name="call" select="if ($notes eq 'footnote' and $anchor/ancestor::note/parent::ab/seg) then 'variant-here' else 'variant'"/>
      <xsl:sequence select="typ:inline($call, (typ:string('〔' || han:number($number) || '〕'), typ:arguments(typ:apparatus(.))))"/>
    </xsl:for-each>
  </xsl:template>

  <!-- An entry of the apparatus in the words of a 校勘記. -->
  <xsl:function name="typ:apparatus" as="item()*">
    <xsl:param name="app" as="element(app)"/>
    <xsl:variable name="lem" select="$app/lem"/>
    <xsl:sequence select="typ:words('「'), typ:line($lem), typ:words('」，')"/>
    <xsl:for-each select="$app/rdg">
      <xsl:variable name="reading" select="typ:line(.)"/>
      <xsl:sequence select="if (position() gt 1) then '；' else (), (typ:witnesses(@wit)[. ne ''], '一本')[1]"/>
      <xsl:sequence select="if (gap or empty($reading)) then typ:words('闕') else (typ:words('作「'), $reading, typ:words('」'))"/>
    </xsl:for-each>
    <xsl:if test="not($app/rdg/@type = 'variant')">
      <xsl:variable name="source" select="typ:witnesses($lem/@wit)"/>
      <xsl:sequence select="typ:words(if ($source ne '') then '，據' else '，今'), $source, typ:words(if ($app/rdg/gap) then '補' else '改')"/>
    </xsl:if>
    <xsl:sequence select="'。', if ($lem/@cert and $lem/@cert ne 'high') then '未必是。' else ()"/>
    <xsl:for-each select="$app/note[normalize-space()]">
      <xsl:sequence select="typ:line(.), if (matches(., '[。！？.]\s*$')) then () else '。'"/>
    </xsl:for-each>
  </xsl:function>

</xsl:stylesheet>
