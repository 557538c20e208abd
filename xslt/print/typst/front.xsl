<?xml version="1.0" encoding="UTF-8"?>
<!-- Before the text: title page, preface (sources, principles, signs, statistics), contents. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:typ="urn:zhushu:typst" xmlns:han="urn:zhushu:han-numbers"
  xpath-default-namespace="http://www.tei-c.org/ns/1.0" exclude-result-prefixes="#all">

  <xsl:key name="typ:milestone" match="text//pb | text//lb" use="@ed"/>
  <xsl:key name="typ:reading" match="lem | rdg" use="tokenize(@wit) ! substring-after(., '#')"/>

  <xsl:template name="typ:front">
    <xsl:variable name="sources" select="$typ:header/fileDesc/sourceDesc"/>
    <xsl:variable name="encoding" select="$typ:header/encodingDesc"/>
    <xsl:value-of select="typ:block('title-page', 'year: ' || typ:string(typ:year()))"/>
    <xsl:value-of select="typ:block('preface', (
      typ:entry('sources', typ:prose(($sources/bibl[not(@type = ('digital', 'rights', 'work'))], $sources/p)) ! typ:string(.)),
      typ:entry('prints', $sources//witness[not(typ:is-cited(.))] ! typ:string(typ:witness-in-full(.))),
      typ:entry('witnesses', $sources//witness[typ:is-cited(.)][not(@xml:id = 'raw')] ! typ:array((typ:string(@xml:id), typ:string(typ:witness-in-full(.))))),
      '&#10;  pages: ' || typ:string(if ($typ:pages) then han:number(count($typ:pages)) else ''),
      typ:entry('principles', (typ:prose($encoding/projectDesc/p), $encoding/editorialDecl/(* except segmentation) ! typ:prose((self::p, p))) ! typ:string(.)),
      typ:entry('signs', typ:signs() ! typ:string(.)),
      typ:entry('statistics', typ:statistics())))"/>
    <xsl:value-of select="typ:block('contents', $typ:header/../text/body/(.//div[@type = 'textpart'] | .//head[@type = 'chapter'][typ:divides(.)]) ! typ:contents-entry(.))"/>
    <xsl:text>&#10;#show: text-begins&#10;&#10;</xsl:text>
  </xsl:template>

  <!-- A juan, a section or the head of a chapter → level and title, as the contents have them. -->
  <xsl:function name="typ:contents-entry" as="xs:string*">
    <xsl:param name="node" as="element()"/>
    <xsl:variable name="is-juan" select="$node/@subtype = 'juan'"/>
    <xsl:variable name="title" select="if ($is-juan) then string-join((typ:juan-label($node), typ:juan-title($node)[. instance of xs:string]), '　')
      else if ($node[self::head]) then typ:plain($node) else typ:section-title($node)"/>
    <xsl:sequence select="$title[. ne ''] ! typ:array((if ($is-juan) then '1' else '2', typ:string(.)))"/>
  </xsl:function>

  <xsl:function name="typ:entry" as="xs:string">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="items" as="xs:string*"/>
    <xsl:sequence select="'&#10;  ' || $name || ': ' || typ:array($items)"/>
  </xsl:function>

  <!-- A witness that the text or the apparatus names; one that is not is only a source. -->
  <xsl:function name="typ:is-cited" as="xs:boolean">
    <xsl:param name="witness" as="element()"/>
    <xsl:sequence select="$witness/@xml:id = 'raw' or exists((key('typ:milestone', $witness/@xml:id, root($witness)), key('typ:reading', $witness/@xml:id, root($witness)))[1])"/>
  </xsl:function>

  <xsl:function name="typ:witness-in-full" as="xs:string">
    <xsl:param name="witness" as="element()"/>
    <xsl:variable name="identifier" select="$witness/msDesc/msIdentifier"/>
    <xsl:variable name="words" select="if ($identifier) then $identifier/* ! normalize-space() else normalize-space($witness)"/>
    <xsl:sequence select="string-join($words[. ne ''], '，')"/>
  </xsl:function>

  <!-- The signs that the text really uses, for the key to them. -->
  <xsl:function name="typ:signs" as="xs:string*">
    <xsl:variable name="text" select="$typ:header/../text"/>
    <xsl:sequence select="
      'number'[$numbers = 'unit'],
      'leaf'[$leaves = 'yes' and $text//pb[@ed ne 'raw'][ancestor::seg or ancestor::note or ancestor::head]],
      'variant'[$text//app],
      'supplied'[$text/body//supplied],
      'lacuna'[$text/body//gap[@unit = 'character']],
      'unclear'[$text/body//unclear],
      'gaiji'[exists($typ:unresolved)]"/>
  </xsl:function>

  <!-- Rows of layer, voice, number of passages, number of characters; base layers first. Characters that are missing
       or have no code point are counted too. -->
  <xsl:function name="typ:statistics" as="xs:string*">
    <xsl:variable name="body" select="$typ:header/../text/body"/>
    <xsl:variable name="unwritten" select="$body/(.//g[not(node())] | .//gap[@unit = 'character']) ! (ancestor::seg | ancestor::note)[last()] ! typ:layer(.)"/>
    <xsl:for-each-group select="$body/(.//seg | .//note)" group-by="typ:layer(.)">
      <xsl:sort select="index-of(('seg', 'note'), local-name())"/>
      <xsl:variable name="voice" select="key('typ:id', typ:voice(.))[self::person]"/>
      <xsl:sequence select="typ:array((typ:string(typ:words(@type)), typ:string(if ($voice) then typ:person($voice) else ''),
        string(count(current-group())), string(sum(current-group() ! string-length()) + count($unwritten[. = current-grouping-key()]))))"/>
    </xsl:for-each-group>
  </xsl:function>

  <!-- A passage's layer and voice, as a key. -->
  <xsl:function name="typ:layer" as="xs:string">
    <xsl:param name="passage" as="element()"/>
    <xsl:sequence select="local-name($passage) || ' ' || $passage/@type || ' ' || typ:voice($passage)"/>
  </xsl:function>

</xsl:stylesheet>
