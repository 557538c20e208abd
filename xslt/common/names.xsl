<?xml version="1.0" encoding="UTF-8"?>
<!-- What readers call the parts of an edition and its witnesses. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:han="urn:zhushu:han-numbers" xmlns:names="urn:zhushu:names" version="3.0" exclude-result-prefixes="#all"
    xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:import href="han-numbers.xsl"/>

  <xsl:key name="names:witness" match="witness" use="@xml:id"/>
  <xsl:key name="names:contents" match="msItem" use="@n"/>
  <xsl:key name="names:glyph" match="glyph" use="@xml:id"/>

  <!-- the title of an edition in the script of its text, where the header has it, else its main title -->
  <xsl:function name="names:title" as="xs:string">
    <xsl:param name="file" as="document-node()"/>
    <xsl:variable name="titles" select="$file/TEI/teiHeader/fileDesc/titleStmt/title"/>
    <xsl:variable name="script" select="$file/TEI/text/@xml:lang ! substring-after(., '-')[. ne '']"/>
    <xsl:sequence select="normalize-space(($titles[$script and ends-with(@xml:lang, '-' || $script)], $titles[@type = 'main'], $titles)[1])"/>
  </xsl:function>

  <!-- the title at the head of a page, where it has one line at most -->
  <xsl:function name="names:running-title" as="xs:string">
    <xsl:param name="file" as="document-node()"/>
    <xsl:variable name="title" select="names:title($file)"/>
    <xsl:sequence select="if (string-length($title) le 20) then $title else substring($title, 1, 19) || '…'"/>
  </xsl:function>

  <!-- the juan of an edition: a book is made of them, and one without would be empty -->
  <xsl:function name="names:all-juan" as="element(div)*">
    <xsl:param name="file" as="document-node()"/>
    <xsl:variable name="juan" select="$file/TEI/text/body//div[@subtype = 'juan']"/>
    <xsl:sequence select="
        if ($juan) then $juan
        else error((), 'the text has no div of the subtype juan, and a book is made of them')"/>
  </xsl:function>

  <!-- 卷五: as the header names the juan, else from its number; one that is not numbered is called what it is, 序 -->
  <xsl:function name="names:juan" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:variable name="named" select="names:contents($juan)/locus[normalize-space()][1]"/>
    <xsl:sequence select="
        if ($named) then normalize-space($named)
        else if ($juan/@n castable as xs:positiveInteger) then '卷' || han:number(xs:integer($juan/@n))
        else string($juan/@n)"/>
  </xsl:function>

  <!-- the title the header gives a juan, "" where it gives none -->
  <xsl:function name="names:juan-title" as="xs:string">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="normalize-space(names:contents($juan)/title[1])"/>
  </xsl:function>

  <!-- what is known of a character that no font has: parts, the name it has in its source, private-use code point -->
  <xsl:function name="names:glyph" as="xs:string*">
    <xsl:param name="g" as="element(g)"/>
    <xsl:variable name="glyph" select="key('names:glyph', substring-after($g/@ref, '#'), root($g))[1]"/>
    <xsl:variable name="entity" select="$glyph/localProp[@name = 'entity']/@value"/>
    <xsl:sequence select="($glyph/mapping[@type = 'IDS'], $entity, $glyph/mapping[@type = 'PUA'],
                           $glyph/mapping[@type = 'raw'][not($entity)], $glyph[not(mapping)]/@xml:id) ! normalize-space()"/>
  </xsl:function>

  <!-- the number of a passage as a reader cites it: 17_3 → 17.3 -->
  <xsl:function name="names:number" as="xs:string">
    <xsl:param name="passage" as="element()?"/>
    <xsl:sequence select="translate($passage/@n, '_', '.')"/>
  </xsl:function>

  <!-- 士冠禮第一　儀禮　鄭氏注 → 士冠禮第一: a chapter title without the book and the author that stand in one line with it -->
  <xsl:function name="names:chapter" as="xs:string">
    <xsl:param name="head" as="xs:string"/>
    <xsl:param name="books" as="xs:string*"/>
    <xsl:variable name="parts" select="tokenize($head, '[\s　]+')[. ne '']"/>
    <xsl:variable name="others" select="for $k in 2 to count($parts) return
        $k[$parts[$k] = $books or matches($parts[$k], '(氏.{0,2}|^..)[注註疏箋傳解學]$|撰$')]"/>
    <xsl:sequence select="string-join(if (exists($others)) then subsequence($parts, 1, $others[1] - 1) else $parts, '　')"/>
  </xsl:function>

  <!-- what to call a division that has no head: 記; a 篇 without one goes without, for its number is a name for machines -->
  <xsl:function name="names:untitled" as="xs:string">
    <xsl:param name="part" as="element(div)"/>
    <xsl:sequence select="if ($part/@subtype = '篇') then '' else string(($part/@subtype, $part/@n)[normalize-space()][1])"/>
  </xsl:function>

  <xsl:function name="names:contents" as="element(msItem)?">
    <xsl:param name="juan" as="element(div)"/>
    <xsl:sequence select="key('names:contents', $juan/@n, root($juan))[1]"/>
  </xsl:function>

  <!-- How to cite an edition: 李光坡，《儀禮述註》，publisher，v0.1.0，2026-11-30，URN. What zhushu writes where an edition says
       nothing is for machines. -->
  <xsl:function name="names:citation" as="xs:string">
    <xsl:param name="header" as="element(teiHeader)?"/>
    <xsl:param name="authors" as="xs:string*"/>
    <xsl:param name="title" as="xs:string"/>
    <xsl:variable name="publication" select="$header/fileDesc/publicationStmt"/>
    <xsl:variable name="edition" select="$header/fileDesc/editionStmt/edition"/>
    <xsl:variable name="parts" as="xs:string*" select="
        string-join($authors, '、'), '《' || $title || '》',
        $publication/publisher[1][not(. = 'unpublished')] ! normalize-space(),
        string(($edition/@n, $edition)[1])[. ne ''] ! ('v' || .),
        $publication/date[1]/string(@when),
        $publication/idno[names:assigned(.)][1] ! normalize-space()"/>
    <xsl:sequence select="string-join($parts[. ne ''], '，') || '。'"/>
  </xsl:function>

  <!-- an identifier that someone gave, not one made of the name of the edition -->
  <xsl:function name="names:assigned" as="xs:boolean">
    <xsl:param name="identifier" as="element(idno)"/>
    <xsl:sequence select="not(starts-with(normalize-space($identifier), 'urn:cts:zhushu:'))"/>
  </xsl:function>

  <!-- "#WYG" → what the header calls the witness, its siglum where that is all there is -->
  <xsl:function name="names:witness" as="xs:string">
    <xsl:param name="pointer" as="attribute()"/>
    <xsl:variable name="siglum" select="substring-after(tokenize($pointer)[1], '#')"/>
    <xsl:variable name="witness" select="key('names:witness', $siglum, root($pointer))[1]"/>
    <xsl:sequence select="($witness//msName ! normalize-space(), tokenize($witness)[1], $siglum)[. ne ''][1]"/>
  </xsl:function>

  <!-- on whose word the text departs from the page: 據某本改; nothing for a variant, where it does not -->
  <xsl:function name="names:authority" as="xs:string">
    <xsl:param name="app" as="element(app)"/>
    <xsl:variable name="done" select="if ($app/rdg/@type = 'lacuna') then '補' else '改'"/>
    <xsl:sequence select="
        if ($app/rdg/@type = 'variant') then ''
        else if ($app/lem/@wit) then '據' || names:witness($app/lem/@wit) || $done
        else '今' || $done"/>
  </xsl:function>

  <!-- whose reading it is: 原作, 原闕, or 某本作 -->
  <xsl:function name="names:reading" as="xs:string">
    <xsl:param name="rdg" as="element(rdg)"/>
    <xsl:sequence select="
        if ($rdg/@type eq 'lacuna') then '原闕'
        else if ($rdg/@type eq 'variant' and $rdg/@wit) then names:witness($rdg/@wit) || '作'
        else '原作'"/>
  </xsl:function>
</xsl:stylesheet>
