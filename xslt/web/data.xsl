<?xml version="1.0" encoding="UTF-8"?>
<!-- What the script reads, as scripts, since pages opened from disk may read nothing else: each calls zhushu.data(…).
     data/text.js       the searchable text: layers, voices, and for every page its passages in the order of the page
     data/PAGE.hant.js  the reading text of the passages of a page, in the same order
     data/PAGE.tei.js   the TEI of each unit of a page
     data/persons.js    who the voices are: a name and HTML
     data/characters.js which characters a search takes for which, and simplified forms: here none, see publish/web.py
     data/edition.js    what a list of editions says of this one -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map"
    xmlns:array="http://www.w3.org/2005/xpath-functions/array" xmlns:zs="urn:zhushu:xslt"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all" expand-text="yes">

  <xsl:function name="zs:script" as="xs:string">
    <xsl:param name="value" as="item()"/>
    <xsl:sequence select="'zhushu.data(' || serialize($value, map { 'method': 'json', 'indent': false() }) || ');'"/>
  </xsl:function>

  <xsl:variable name="reading" as="document-node()?" select="if ($hant) then doc($hant) else ()"/>
  <xsl:variable name="layer-index" as="map(xs:string, xs:integer)" select="map:merge(for $k in 1 to count($layers) return map { $layers[$k]: $k - 1 })"/>
  <xsl:variable name="voice-index" as="map(xs:string, xs:integer)" select="map:merge(for $k in 1 to count($voices) return map { $voices[$k]: $k - 1 })"/>

  <xsl:template name="zs:data">
    <xsl:result-document href="data/text.js" format="script">
      <xsl:sequence select="zs:script(map {
        'title': $title, 'layers': array { $layers }, 'base': count($base-layers),
        'voices': array { $voices ! [., zs:name(.)] }, 'pages': array { zs:searchable() } })"/>
    </xsl:result-document>
    <xsl:result-document href="data/edition.js" format="script">
      <xsl:sequence select="zs:script(zs:summary())"/>
    </xsl:result-document>
    <xsl:result-document href="data/characters.js" format="script">
      <xsl:sequence select="zs:script(map { 'fold': '', 'hans': '' })"/>
    </xsl:result-document>
    <xsl:result-document href="data/persons.js" format="script">
      <xsl:sequence select="zs:script(map:merge($voices[zs:person(.)] ! map { .: zs:who(.) }))"/>
    </xsl:result-document>
    <xsl:for-each select="$pages">
      <xsl:variable name="page" select="."/>
      <!-- XML as it is, in a string of the raw kind. What opens and closes it stands in comments of XML, whose ends are
           comments of the script's language as well. -->
      <xsl:result-document href="data/{?stem}.tei.js" format="zs:snippets">
        <xsl:comment>&#10;zhushu.data(String.raw`</xsl:comment>
        <xsl:choose>
          <xsl:when test="$signs"><xsl:apply-templates select="?blocks/self::ab" mode="zs:snippet"/></xsl:when>
          <xsl:otherwise><xsl:sequence select="?blocks/self::ab"/></xsl:otherwise>
        </xsl:choose>
        <xsl:comment>`);&#10;</xsl:comment>
      </xsl:result-document>
      <xsl:if test="$reading">
        <xsl:result-document href="data/{?stem}.hant.js" format="script">
          <xsl:sequence select="zs:script(array { zs:passages($page) ! zs:reading-of(.) })"/>
        </xsl:result-document>
      </xsl:if>
    </xsl:for-each>
  </xsl:template>

  <!-- Three signs mean something in such a string. In text the serializer puts in what gives them; it cannot in comments
       and instructions. -->
  <xsl:output name="zs:snippets" method="xml" version="1.0" encoding="UTF-8" indent="no" omit-xml-declaration="yes" use-character-maps="zs:raw"/>
  <xsl:character-map name="zs:raw">
    <xsl:output-character character="`" string="${'\`'}"/>
    <xsl:output-character character="$" string="${'\$'}"/>
    <xsl:output-character character="\" string="${'\\'}"/>
  </xsl:character-map>
  <xsl:variable name="signs" as="node()*" select="$body/(.//comment() | .//processing-instruction())[matches(., '[`$]')]"/>
  <xsl:mode name="zs:snippet" on-no-match="shallow-copy"/>
  <xsl:template match="comment()" mode="zs:snippet">
    <xsl:comment select="zs:raw(.)"/>
  </xsl:template>
  <xsl:template match="processing-instruction()" mode="zs:snippet">
    <xsl:processing-instruction name="{name()}" select="zs:raw(.)"/>
  </xsl:template>
  <xsl:function name="zs:raw" as="xs:string">
    <xsl:param name="text" as="xs:string"/>
    <xsl:sequence select="replace($text, '[`$\\]', '\${''\\$0''}')"/>
  </xsl:function>

  <!-- A page of text.js: file, place, title, passages. A passage: id, layer, voice (-1: none), text, and the number of the
       stream it belongs to, where its text runs on: base text does from unit to unit, up to a gap or another section. -->
  <xsl:function name="zs:searchable" as="array(*)*">
    <xsl:for-each select="$pages">
      <xsl:variable name="page" select="."/>
      <xsl:sequence select="[?file, zs:full-place($page), array { zs:passages($page) ! zs:entry-of(., $page) }]"/>
    </xsl:for-each>
  </xsl:function>
  <xsl:function name="zs:entry-of" as="array(*)">
    <xsl:param name="passage" as="element()"/>
    <xsl:param name="page" as="map(*)"/>
    <xsl:variable name="stream" as="xs:string?" select="zs:stream($passage)"/>
    <xsl:sequence select="array { zs:anchor($passage), ($passage[self::seg or self::note]/@type ! $layer-index(.), -1)[1],
      ($passage[self::note] ! zs:voice(.) ! $voice-index(.), -1)[1], zs:plain($passage), $stream }"/>
  </xsl:function>
  <!-- As zs:text, sooner where nothing in the passage stands for other characters. -->
  <xsl:function name="zs:plain" as="xs:string">
    <xsl:param name="passage" as="element()"/>
    <xsl:sequence select="if ($passage/descendant::*[self::gap or self::space or self::g[not(node())]]) then zs:text($passage)
      else translate(string($passage), '&#9;&#10;&#13;', '')"/>
  </xsl:function>
  <!-- Base text of one layer runs on within a section up to a gap; a note runs on where @prev or @next says so. -->
  <xsl:function name="zs:stream" as="xs:string?">
    <xsl:param name="passage" as="element()"/>
    <xsl:choose>
      <xsl:when test="$passage/self::seg">
        <xsl:sequence select="$section-number(generate-id($passage/ancestor::ab[1]/(preceding-sibling::gap[1], ..)[1])) || $passage/@type"/>
      </xsl:when>
      <xsl:when test="$passage/self::note[@prev or @next]">
        <xsl:sequence select="'#' || zs:first-of($passage)/@xml:id"/>
      </xsl:when>
    </xsl:choose>
  </xsl:function>
  <xsl:variable name="section-number" as="map(xs:string, xs:string)">
    <xsl:variable name="starts" as="element()*" select="$body | $body//div | $body/gap | $body//div/gap"/>
    <xsl:sequence select="map:merge(for $k in 1 to count($starts) return map { generate-id($starts[$k]): string($k) })"/>
  </xsl:variable>
  <xsl:function name="zs:first-of" as="element()">
    <xsl:param name="passage" as="element()"/>
    <xsl:variable name="before" select="key('zs:id', substring-after($passage/@prev, '#'), $edition)"/>
    <xsl:sequence select="if ($before and $before &lt;&lt; $passage) then zs:first-of($before) else $passage"/>
  </xsl:function>

  <!-- The reading text of a passage; where some of it is not certain, in pieces, and such a piece with its certainty. -->
  <xsl:function name="zs:reading-of" as="item()">
    <xsl:param name="passage" as="element()"/>
    <xsl:variable name="other" as="element()?" select="zs:counterpart($passage)"/>
    <xsl:choose>
      <xsl:when test="$other/descendant::*[self::unclear or @cert]">
        <xsl:variable name="pieces" as="item()*"><xsl:apply-templates select="$other/node()" mode="zs:pieces"/></xsl:variable>
        <xsl:sequence select="array { $pieces }"/>
      </xsl:when>
      <xsl:otherwise><xsl:sequence select="string($other ! zs:plain(.))"/></xsl:otherwise>
    </xsl:choose>
  </xsl:function>
  <xsl:template match="*" mode="zs:pieces">
    <xsl:param name="outer" as="xs:string?"/>
    <xsl:variable name="cert" as="xs:string?" select="if (@cert = 'high') then $outer else if (self::unclear or @cert) then string(@cert) else $outer"/>
    <xsl:choose>
      <xsl:when test="*">
        <xsl:apply-templates mode="zs:pieces"><xsl:with-param name="outer" select="$cert"/></xsl:apply-templates>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="text" as="xs:string*"><xsl:apply-templates select="." mode="zs:text"/></xsl:variable>
        <xsl:for-each select="string-join($text)[.]"><xsl:sequence select="if (exists($cert)) then [., $cert] else ."/></xsl:for-each>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
  <xsl:template match="text()" mode="zs:pieces">
    <xsl:param name="outer" as="xs:string?"/>
    <xsl:sequence select="let $text := translate(., '&#9;&#10;&#13;', '') return if (exists($outer)) then [$text, $outer] else $text"/>
  </xsl:template>
  <xsl:function name="zs:counterpart" as="element()?">
    <xsl:param name="passage" as="element()"/>
    <xsl:variable name="anchor" as="element()?" select="key('zs:id', zs:anchor($passage), $reading)[1]"/>
    <xsl:choose>
      <xsl:when test="$passage/@xml:id"><xsl:sequence select="$anchor"/></xsl:when>
      <xsl:otherwise>
        <!-- a title or a cell has no id: it is the same one of its kind under the nearest id -->
        <xsl:variable name="own" select="key('zs:id', zs:anchor($passage), $edition)[1]"/>
        <xsl:variable name="k" select="count($own/descendant::*[node-name() = node-name($passage)][. &lt;&lt; $passage]) + 1"/>
        <xsl:sequence select="$anchor/descendant::*[node-name() = node-name($passage)][$k]"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <xsl:function name="zs:who" as="array(*)">
    <xsl:param name="voice" as="xs:string"/>
    <xsl:variable name="said" select="key('zs:said', $voice, $body)"/>
    <xsl:variable name="about">
      <xsl:apply-templates select="zs:person($voice)" mode="zs:about"/>
      <p lang="lzh-Hant"><xsl:for-each select="zs:ordered($said/@type)"><xsl:sequence select="zs:layer(.)"/> {count($said[@type = current()])}　</xsl:for-each></p>
    </xsl:variable>
    <xsl:sequence select="[zs:name($voice), serialize($about, map { 'method': 'html', 'version': '5.0', 'indent': false() })]"/>
  </xsl:function>

  <xsl:function name="zs:summary" as="map(*)">
    <xsl:sequence select="map {
      'id': $edition-id, 'title': $title, 'version': $version,
      'titles': array { distinct-values($titles ! normalize-space(.)) }, 'authors': array { $authors },
      'parts': count($parts), 'complete': $complete,
      'layers': array { for $layer in $layers return [$layer, $size-of($layer)] } }"/>
  </xsl:function>
</xsl:stylesheet>
