<?xml version="1.0" encoding="UTF-8"?>
<!-- An ideographic description sequence → where each of its components stands in the square of the character.

  ids:boxes('⿰月巽') → two maps of char, x, y, width, height, in parts of the square, y downwards.
  A sequence that is not well formed, or names a component by anything but one character, gives nothing. -->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:ids="urn:zhushu:ids" exclude-result-prefixes="#all">

  <!-- Components that keep to the left third of a character. -->
  <xsl:variable name="ids:narrow" as="xs:string" select="'亻彳氵冫扌忄犭礻衤木禾火土王玉日月目口阝言金食飠馬魚虫糸糹女弓牜足𧾷身耳貝車酉革骨米石'"/>

  <!-- Components that lie flat on top of a character. -->
  <xsl:variable name="ids:flat" as="xs:string" select="'艹艸宀冖亠爫罒癶⺮竹雨冂人八'"/>

  <!-- Of the frame, each enclosed component's x, y, width, height. -->
  <xsl:variable name="ids:enclosed" as="map(xs:string, xs:decimal+)" select="map {
    '⿴': (0.2, 0.2, 0.6, 0.6), '⿵': (0.2, 0.36, 0.6, 0.6), '⿶': (0.2, 0.04, 0.6, 0.6), '⿷': (0.3, 0.2, 0.66, 0.6),
    '⿸': (0.3, 0.32, 0.68, 0.66), '⿹': (0.04, 0.34, 0.64, 0.62), '⿺': (0.34, 0.04, 0.64, 0.66), '⿻': (0.0, 0.0, 1.0, 1.0) }"/>

  <xsl:function name="ids:boxes" as="map(xs:string, item())*">
    <xsl:param name="sequence" as="xs:string"/>
    <xsl:variable name="characters" as="xs:string*" select="string-to-codepoints($sequence) ! codepoints-to-string(.)"/>
    <xsl:if test="exists($characters) and ids:end($characters, 1) eq count($characters) and not(matches($sequence, '[&#x20;-&#x7E;？]'))">
      <xsl:sequence select="ids:place($characters, 1, 0, 0, 1, 1)"/>
    </xsl:if>
  </xsl:function>

  <xsl:function name="ids:operands" as="xs:integer">
    <xsl:param name="character" as="xs:string"/>
    <xsl:sequence select="if ($character = ('⿲', '⿳')) then 3 else if ($character ge '⿰' and $character le '⿻') then 2 else 0"/>
  </xsl:function>

  <!-- The index of the last character of the description that starts at `from`; 0 where it breaks off. -->
  <xsl:function name="ids:end" as="xs:integer">
    <xsl:param name="characters" as="xs:string*"/>
    <xsl:param name="from" as="xs:integer"/>
    <xsl:sequence select="if ($from lt 1 or $from gt count($characters)) then 0
      else fold-left(1 to ids:operands($characters[$from]), $from,
        function($end, $k) { if ($end eq 0) then 0 else ids:end($characters, $end + 1) })"/>
  </xsl:function>

  <xsl:function name="ids:place" as="map(xs:string, item())*">
    <xsl:param name="characters" as="xs:string*"/>
    <xsl:param name="from" as="xs:integer"/>
    <xsl:param name="x" as="xs:decimal"/>
    <xsl:param name="y" as="xs:decimal"/>
    <xsl:param name="width" as="xs:decimal"/>
    <xsl:param name="height" as="xs:decimal"/>
    <xsl:variable name="operator" select="$characters[$from]"/>
    <xsl:variable name="starts" as="xs:integer*" select="fold-left(1 to ids:operands($operator) - 1, if (ids:operands($operator) gt 0) then $from + 1 else (),
      function($starts, $k) { $starts, ids:end($characters, $starts[last()]) + 1 })"/>
    <xsl:choose>
      <xsl:when test="empty($starts)">
        <xsl:sequence select="map { 'char': $operator, 'x': $x, 'y': $y, 'width': $width, 'height': $height }"/>
      </xsl:when>
      <xsl:when test="$operator = ('⿰', '⿲')">
        <xsl:variable name="shares" select="ids:shares($starts ! ids:breadth($characters, ., ('⿰', '⿲')))"/>
        <xsl:for-each select="$starts">
          <xsl:variable name="k" select="position()"/>
          <xsl:sequence select="ids:place($characters, ., $x + $width * sum($shares[position() lt $k]), $y, $width * $shares[$k], $height)"/>
        </xsl:for-each>
      </xsl:when>
      <xsl:when test="$operator = ('⿱', '⿳')">
        <xsl:variable name="shares" select="ids:shares($starts ! ids:breadth($characters, ., ('⿱', '⿳')))"/>
        <xsl:for-each select="$starts">
          <xsl:variable name="k" select="position()"/>
          <xsl:sequence select="ids:place($characters, ., $x, $y + $height * sum($shares[position() lt $k]), $width, $height * $shares[$k])"/>
        </xsl:for-each>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="inner" select="$ids:enclosed($operator)"/>
        <xsl:sequence select="ids:place($characters, $starts[1], $x, $y, $width, $height)"/>
        <xsl:sequence select="ids:place($characters, $starts[2], $x + $width * $inner[1], $y + $height * $inner[2], $width * $inner[3], $height * $inner[4])"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <xsl:function name="ids:shares" as="xs:decimal*">
    <xsl:param name="breadths" as="xs:decimal*"/>
    <xsl:sequence select="$breadths ! (. div sum($breadths))"/>
  </xsl:function>

  <!-- How much room a component asks for in the direction of the operators `along`. -->
  <xsl:function name="ids:breadth" as="xs:decimal">
    <xsl:param name="characters" as="xs:string*"/>
    <xsl:param name="from" as="xs:integer"/>
    <xsl:param name="along" as="xs:string+"/>
    <xsl:variable name="character" select="$characters[$from]"/>
    <xsl:variable name="parts" select="subsequence($characters, $from, ids:end($characters, $from) - $from + 1)"/>
    <xsl:sequence select="if (ids:operands($character) gt 0) then 1.0 + 0.6 * count($parts[. = $along])
      else if ($along = '⿰' and contains($ids:narrow, $character)) then 0.66
      else if ($along = '⿱' and contains($ids:flat, $character)) then 0.45 else 1.0"/>
  </xsl:function>

</xsl:stylesheet>
