<?xml version="1.0" encoding="UTF-8"?>
<!-- The last leaf, 牌記: what the book is, who made it, from what, under which licence, how it is cited. Items again, each
     in a column of its own. Letters lie on their side in it, so what is long and Latin (the address of the licence) is left
     to the properties of the file. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:han="urn:zhushu:han-numbers" xmlns:names="urn:zhushu:names"
    xmlns:f="urn:zhushu:functions" version="3.0"
    exclude-result-prefixes="#all" xpath-default-namespace="http://www.tei-c.org/ns/1.0">

  <xsl:variable name="file" as="element()?" select="/TEI/teiHeader/fileDesc"/>
  <xsl:variable name="licence" as="xs:string" select="string(($file//availability/licence/@target)[1])"/>

  <xsl:function name="f:colophon" as="map(*)*">
    <xsl:variable name="edition" as="xs:string" select="f:plain($file/editionStmt/edition/(@n, .)[1])"/>
    <xsl:sequence select="
        f:supplied-head('title', $title),
        f:statement('撰人', $author),
        f:statement('整理', string-join(distinct-values($file/titleStmt/respStmt/(name, persName, orgName) ! f:plain(.)), '　')),
        f:statement('出版', $file/publicationStmt/publisher[1][not(. = 'unpublished')] ! f:plain(.)),
        f:statement('版次', string-join((('第' || $edition || '版')[$edition ne ''], f:month($file/publicationStmt/date[1]/@when)), '　')),
        f:statement('底本', string-join(f:in-chinese($file/sourceDesc/(bibl[not(@type = ('digital', 'print', 'rights', 'work'))] | p)), '　')),
        f:statement('原書', ($file/sourceDesc//(witness[@xml:id eq 'print']//msName | bibl[@type eq 'print']))[1] ! f:plain(.)),
        f:statement('授權', string-join((f:in-chinese($file/sourceDesc/bibl[@type eq 'rights']), ('整理依' || f:licence($licence))[$licence ne ''], f:in-chinese($file//availability/p)), '　')),
        f:statement('引用', names:citation($tei/TEI/teiHeader, $author, $title))"/>
  </xsl:function>

  <!-- What it is about and what there is to say, in one line where a column holds it; nothing where there is nothing. -->
  <xsl:function name="f:statement" as="map(*)*">
    <xsl:param name="about" as="xs:string"/>
    <xsl:param name="words" as="xs:string?"/>
    <xsl:variable name="remark" as="map(*)*" select="f:prose($words)"/>
    <xsl:if test="exists($remark)">
      <xsl:variable name="line" as="map(*)+" select="f:words($about || '　'), $remark"/>
      <xsl:sequence select="
          map{'kind': 'column', 'supplied': true()},
          if (sum($line?w) le $M) then map{'kind': 'base', 'supplied': true(), 'atoms': $line}
          else f:entry(f:words($about), $remark)"/>
    </xsl:if>
  </xsl:function>

  <!-- Words of ours with punctuation: on this page a blank cell stands for it. -->
  <xsl:function name="f:prose" as="map(*)*">
    <xsl:param name="words" as="xs:string?"/>
    <xsl:for-each select="tokenize(replace($words, '[，。；：、（）「」《》　]+', '　'), '　')[normalize-space()]">
      <xsl:variable name="between" as="xs:boolean" select="position() gt 1"/>
      <xsl:sequence select="f:words('　')[$between], f:words(normalize-space())"/>
    </xsl:for-each>
  </xsl:function>

  <!-- what is said in the script of the text, else in Chinese; what is only said in another language has no place in a column -->
  <xsl:function name="f:in-chinese" as="xs:string*">
    <xsl:param name="said" as="element()*"/>
    <xsl:variable name="script" as="xs:string" select="substring-after($tei/TEI/text/@xml:lang, '-')"/>
    <xsl:variable name="chinese" as="element()*" select="$said[matches(@xml:lang, '^l?zh') or not(@xml:lang) and matches(., '[&#x4E00;-&#x9FFF;]')]"/>
    <xsl:sequence select="($chinese[$script ne '' and ends-with(@xml:lang, '-' || $script)], $chinese)[. ne ''][1] ! f:plain(.)"/>
  </xsl:function>

  <!-- the address of a licence → its name: CC BY 4.0; the address where it is not one of Creative Commons -->
  <xsl:function name="f:licence" as="xs:string">
    <xsl:param name="address" as="xs:string"/>
    <xsl:variable name="parts" as="xs:string*" select="analyze-string($address, '^https?://creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/([0-9.]+)')//fn:group"
        xmlns:fn="http://www.w3.org/2005/xpath-functions"/>
    <xsl:sequence select="
        if (empty($parts)) then $address
        else if ($parts[2] eq 'mark') then 'Public Domain Mark ' || $parts[3]
        else if ($parts[2] eq 'zero') then 'CC0 ' || $parts[3]
        else 'CC ' || upper-case($parts[2]) || ' ' || $parts[3]"/>
  </xsl:function>

  <!-- 2026-11-30 → 二〇二六年十一月 -->
  <xsl:function name="f:month" as="xs:string?">
    <xsl:param name="date" as="xs:string?"/>
    <xsl:sequence select="$date[. castable as xs:date] ! xs:date(.) ! (
        han:digits(string(year-from-date(.))) || '年' || han:number(month-from-date(.)) || '月')"/>
  </xsl:function>
</xsl:stylesheet>
