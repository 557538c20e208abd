<?xml version="1.0" encoding="UTF-8"?>
<!-- After the text: what was emended or is not certain, variant characters, persons, colophon. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:typ="urn:zhushu:typst" xmlns:han="urn:zhushu:han-numbers"
  xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:template name="typ:back">
    <xsl:text>&#10;</xsl:text>
    <xsl:value-of select="typ:block('characters', (
      typ:entry('unresolved', $typ:unresolved ! typ:array((typ:name(@xml:id), typ:uses(.)))),
      typ:entry('undrawn', string-to-codepoints($undrawable) ! typ:holders(codepoints-to-string(.))),
      typ:entry('emended', typ:emended()),
      typ:entry('uncertain', typ:uncertain()),
      typ:entry('restored', $typ:header//glyph[mapping[@type = 'PUA']][normalize-space(mapping[@type = 'Unicode'])][key('typ:glyph-use', @xml:id)] ! typ:restored(.)),
      typ:entry('chosen', typ:chosen()),
      typ:entry('forms', $typ:header//glyph[not(mapping/@type = ('PUA', 'raw'))] ! typ:form(.)[. ne ''])))"/>
    <xsl:value-of select="typ:block('persons', $typ:header//listPerson/person[map:contains($typ:voices, @xml:id)] ! ('&#10;  ' || typ:indexed(.)))"/>
    <xsl:value-of select="typ:block('sources', $typ:pages[last() le 200] ! ('&#10;  ' || typ:raw-page(.)))"/>
    <xsl:value-of select="typ:block('colophon', (
      typ:entry('alternatives', $typ:keywords ! typ:string(.)),
      typ:entry('responsible', $typ:title-statement/respStmt ! typ:array((typ:string(normalize-space(resp[1])), typ:string(string-join((name, persName, orgName) ! normalize-space(), '、'))))),
      typ:entry('licence', $typ:header/fileDesc/publicationStmt/availability ! (typ:prose(licence), licence/@target ! string(), typ:prose(p)) ! typ:string(.)),
      '&#10;  urn: ' || typ:string($typ:urn), '&#10;  year: ' || typ:string(typ:year()),
      '&#10;  made: ' || typ:string($typ:header/encodingDesc/appInfo/application[1] ! string-join((normalize-space((label, @ident)[1]), @version), ' ')),
      '&#10;  example: ' || typ:string(typ:example())))"/>
  </xsl:template>

  <xsl:function name="typ:raw-page" as="xs:string">
    <xsl:param name="bibl" as="element()"/>
    <xsl:sequence select="typ:array((typ:string(replace($bibl/@xml:id, '^raw\.p', '')), typ:string(normalize-space($bibl/idno[@type = 'filename'])),
      typ:string(normalize-space($bibl/idno[@type = 'sha256']))))"/>
  </xsl:function>

  <!-- A passage as the lists name it: its id, to link to, and juan.number. -->
  <xsl:function name="typ:place" as="xs:string">
    <xsl:param name="node" as="node()"/>
    <xsl:variable name="unit" select="$node/ancestor::ab[@type = 'unit'][1]"/>
    <xsl:variable name="number" select="if ($unit) then typ:reference($unit) else string($node/ancestor::div[@subtype = 'juan'][1]/@n)"/>
    <xsl:sequence select="typ:array((typ:name($unit/@xml:id), typ:string($number)))"/>
  </xsl:function>

  <xsl:function name="typ:uses" as="xs:string">
    <xsl:param name="glyph" as="element()"/>
    <xsl:variable name="uses" select="if ($glyph/self::g) then root($glyph)//text//g[@ref = $glyph/@ref] else key('typ:glyph-use', $glyph/@xml:id, root($glyph))"/>
    <xsl:sequence select="typ:array(distinct-values($uses ! typ:place(.)))"/>
  </xsl:function>

  <!-- A character → the passages that have it. -->
  <xsl:function name="typ:holders" as="xs:string">
    <xsl:param name="character" as="xs:string"/>
    <xsl:sequence select="typ:array(distinct-values($typ:header/../text/body//text()[contains(., $character)] ! typ:place(.)))"/>
  </xsl:function>

  <xsl:function name="typ:emended" as="xs:string*">
    <xsl:for-each select="$typ:header/../text/body//anchor[key('typ:app-to', @xml:id)[not(rdg/@type = 'variant')]]">
      <xsl:variable name="entry" select="key('typ:app-to', @xml:id)[1]"/>
      <xsl:sequence select="typ:array((typ:place(.), typ:call('line', typ:arguments($entry/rdg[1] ! (if (gap) then '□' else typ:line(.)))),
        typ:call('line', typ:arguments(typ:line($entry/lem))), typ:string(typ:witnesses($entry/lem/@wit))))"/>
    </xsl:for-each>
  </xsl:function>

  <!-- Suspected characters and lacunae with what stands around them. -->
  <xsl:function name="typ:uncertain" as="xs:string*">
    <xsl:for-each select="$typ:header/../text/body/(.//unclear[not(@reason = 'script')] | .//gap[@unit = 'character'])">
      <xsl:variable name="passage" select="(ancestor::seg | ancestor::note | ancestor::head)[last()]"/>
      <xsl:variable name="here" select="."/>
      <xsl:variable name="before" select="string-join($passage//text()[. &lt;&lt; $here])"/>
      <xsl:variable name="after" select="string-join($passage//text()[. &gt;&gt; $here][not(ancestor::* intersect $here)])"/>
      <xsl:sequence select="typ:array((typ:place(.), typ:string(if (self::gap) then '□' else string(.)),
        typ:string(substring($before, string-length($before) - 5)), typ:string(substring($after, 1, 6))))"/>
    </xsl:for-each>
  </xsl:function>

  <!-- Characters of the reading text that another could have stood for, with how often each was chosen. -->
  <xsl:function name="typ:chosen" as="xs:string*">
    <xsl:for-each-group select="$typ:header/../text/body//unclear[@reason = 'script']" group-by="string()">
      <xsl:sort select="count(current-group())" order="descending"/>
      <xsl:sort select="current-grouping-key()" collation="http://www.w3.org/2005/xpath-functions/collation/codepoint"/>
      <xsl:sequence select="typ:array((typ:string(current-grouping-key()), string(count(current-group()))))"/>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:function name="typ:restored" as="xs:string">
    <xsl:param name="glyph" as="element()"/>
    <xsl:sequence select="typ:array((typ:string(normalize-space($glyph/mapping[@type = 'Unicode'][1])), typ:string(normalize-space($glyph/mapping[@type = 'PUA'][1])),
      string(count(key('typ:glyph-use', $glyph/@xml:id, root($glyph))))))"/>
  </xsl:function>

  <xsl:function name="typ:form" as="xs:string">
    <xsl:param name="glyph" as="element()"/>
    <xsl:variable name="form" select="normalize-space($glyph/mapping[@type = 'Unicode'][1])"/>
    <xsl:variable name="standard" select="normalize-space($glyph/mapping[@type = 'standard'][1])"/>
    <xsl:variable name="count" select="count(key('typ:glyph-use', $glyph/@xml:id, root($glyph)))"/>
    <xsl:sequence select="if ($form ne '' and $standard ne $form and $count gt 0) then typ:array((typ:string($form), typ:string($standard), string($count))) else ''"/>
  </xsl:function>

  <xsl:function name="typ:indexed" as="xs:string">
    <xsl:param name="person" as="element()"/>
    <xsl:variable name="dates" select="if ($person/floruit) then normalize-space($person/floruit[1])
      else string-join(($person/birth[1], $person/death[1]) ! replace(normalize-space((@when, .)[normalize-space()][1]), '^0+', ''), '–')"/>
    <xsl:variable name="latin" select="normalize-space($person/persName[@xml:lang = ('en', 'zh-Latn-pinyin')][1])"/>
    <xsl:sequence select="typ:array((typ:name($person/@xml:id), typ:string(typ:person($person)), typ:string($latin), typ:string($dates), string($typ:voices($person/@xml:id))))"/>
  </xsl:function>

  <!-- A passage number to show how to cite: that of the second passage, where there is one. -->
  <xsl:function name="typ:example" as="xs:string">
    <xsl:variable name="unit" select="($typ:header/../text/body//ab[@type = 'unit'])[position() le 2][last()]"/>
    <xsl:sequence select="typ:reference($unit)"/>
  </xsl:function>

</xsl:stylesheet>
