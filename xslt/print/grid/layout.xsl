<?xml version="1.0" encoding="UTF-8"?>
<!-- Blocks → runs on columns → columns, half-leaves, leaves.

     A place is a column, counted through the juan from 0, and a height in it, from 0 to H. Rules:
     base text and notes run on; a head, a trailer and a table row take columns of their own; base text starts on a
     base cell; a note fills its right row, then its left row, and in the last column both are as long, or the right
     row is longer by one; notes that follow each other without base text are one stretch in this. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:f="urn:zhushu:functions" version="3.0"
    expand-text="yes" exclude-result-prefixes="#all">

  <xsl:function name="f:placed" as="element(run)*">
    <xsl:param name="blocks" as="element(block)*"/>
    <xsl:iterate select="if ($printed) then f:fitted($blocks) else $blocks">
      <xsl:param name="c" as="xs:integer" select="0"/>
      <xsl:param name="y" as="xs:integer" select="0"/>
      <xsl:param name="opens" as="xs:string?"/>
      <xsl:param name="printed" as="attribute()*"/>
      <xsl:variable name="start" as="xs:integer+" select="f:start(., $c, $y)"/>
      <xsl:variable name="here" as="attribute()*" select="f:printed(., $printed)"/>
      <xsl:variable name="placed" as="item()+" select="
          if (f:double(.)) then f:rows(., $start[1], $start[2]) else f:row(., $start[1], $start[2])"/>
      <xsl:variable name="end" as="map(*)" select="$placed[last()]"/>
      <xsl:variable name="runs" as="element(run)*" select="$placed[position() lt last()]"/>
      <xsl:variable name="height" as="attribute()?" select="@height"/>
      <xsl:variable name="title" as="xs:string?" select="(@title/string(), $opens)[1]"/>
      <xsl:for-each select="$runs">
        <xsl:copy>
          <xsl:if test="position() eq 1 and $title">
            <xsl:attribute name="opens" select="$title"/>
          </xsl:if>
          <xsl:copy-of select="@*"/>
          <xsl:choose>
            <xsl:when test="xs:integer(@c) eq $start[1]">
              <xsl:copy-of select="$here, $height"/>
            </xsl:when>
            <xsl:when test="$here">
              <xsl:attribute name="over" select="'yes'"/>
            </xsl:when>
          </xsl:choose>
          <xsl:sequence select="node()"/>
        </xsl:copy>
      </xsl:for-each>
      <xsl:variable name="closed" as="xs:boolean" select="f:own-column(.) and $end?y gt 0"/>
      <xsl:next-iteration>
        <xsl:with-param name="c" select="if ($closed) then $end?c + 1 else $end?c"/>
        <xsl:with-param name="y" select="if ($closed) then 0 else $end?y"/>
        <xsl:with-param name="opens" select="if ($runs) then () else $title"/>
        <xsl:with-param name="printed" select="$here"/>
      </xsl:next-iteration>
    </xsl:iterate>
  </xsl:function>

  <xsl:function name="f:double" as="xs:boolean">
    <xsl:param name="block" as="element(block)"/>
    <xsl:sequence select="$block/@kind eq 'note' and $note-rows eq '2'"/>
  </xsl:function>

  <xsl:function name="f:own-column" as="xs:boolean">
    <xsl:param name="block" as="element(block)"/>
    <xsl:sequence select="$block/@kind = ('head', 'trailer', 'gap')"/>
  </xsl:function>

  <!-- how high the column is that a block is set in: see f:fitted -->
  <xsl:function name="f:height" as="xs:integer">
    <xsl:param name="block" as="element(block)"/>
    <xsl:sequence select="if ($block/@height) then xs:integer($block/@height) else $H"/>
  </xsl:function>

  <!-- Printers squeezed a cell or two more into a column (扁字). A printed column that holds more than the layout's,
       by a third at most, is as high as it needs, in its own parts of the same depth; a longer one runs on. -->
  <xsl:function name="f:fitted" as="element(block)*">
    <xsl:param name="blocks" as="element(block)*"/>
    <xsl:for-each-group select="$blocks" group-starting-with="block[@unit]">
      <xsl:variable name="need" as="xs:integer" select="
          fold-left(current-group(), f:indent(.), function($y, $block) { f:needed($block, $y) })"/>
      <xsl:variable name="height" as="xs:integer" select="($need + $B - 1) idiv $B * $B"/>
      <xsl:for-each select="current-group()">
        <xsl:copy>
          <xsl:copy-of select="@*"/>
          <xsl:if test="$height gt $H and 3 * $height le 4 * $H">
            <xsl:attribute name="height" select="$height"/>
          </xsl:if>
          <xsl:copy-of select="node()"/>
        </xsl:copy>
      </xsl:for-each>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:function name="f:needed" as="xs:integer">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:variable name="width" as="xs:integer" select="f:width($block)"/>
    <xsl:sequence select="
        if (f:double($block)) then $y + ($width + 1) idiv 2 * $n
        else if ($block/@kind eq 'note') then $y + $width * $n
        else if ($width eq 0) then $y
        else ($y + $B - 1) idiv $B * $B + $width * $B"/>
  </xsl:function>

  <!-- 1. Where a block starts -->

  <xsl:function name="f:start" as="xs:integer+">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:param name="y" as="xs:integer"/>
    <!-- the first column that is free -->
    <xsl:variable name="free" as="xs:integer" select="if ($y gt 0) then $c + 1 else $c"/>
    <xsl:choose>
      <xsl:when test="$block/@unit eq 'page'">
        <xsl:sequence select="f:printed-half($block/@n, $free) * $C, 0"/>
      </xsl:when>
      <xsl:when test="$block/@unit eq 'column'">
        <xsl:sequence select="f:printed-column($block/@n, $free), 0"/>
      </xsl:when>
      <xsl:when test="$block/@kind eq 'trailer' and not($printed)">
        <!-- end titles stand in the last columns of the half-leaf -->
        <xsl:variable name="last" as="xs:integer" select="$C - 1 - min((xs:integer($block/@after), $C - 1))"/>
        <xsl:sequence select="if ($free mod $C le $last) then ($free idiv $C) * $C + $last
                              else $free, 0"/>
      </xsl:when>
      <xsl:when test="f:own-column($block)
                      or not($printed) and ($block/@kind = ('section', 'column')
                                            or $block/@kind eq 'note' and $notes eq 'column')">
        <xsl:sequence select="$free, 0"/>
      </xsl:when>
      <xsl:when test="$block/@kind eq 'note'">
        <xsl:sequence select="$c, $y"/>
      </xsl:when>
      <xsl:otherwise>
        <!-- cells of a table row have a blank cell between them -->
        <xsl:variable name="blank" as="xs:integer" select="if ($block/@kind eq 'cell' and $y gt 0) then 1 else 0"/>
        <xsl:variable name="cell" as="xs:integer" select="($y + $B - 1) idiv $B + $blank"/>
        <xsl:sequence select="if (($cell + 1) * $B le f:height($block)) then ($c, $cell * $B) else ($c + 1, 0)"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- a printed page is a half-leaf: "44a" stands right of the fold, "44b" left of it -->
  <xsl:function name="f:printed-half" as="xs:integer">
    <xsl:param name="n" as="xs:string"/>
    <xsl:param name="free" as="xs:integer"/>
    <xsl:variable name="half" as="xs:integer" select="($free + $C - 1) idiv $C"/>
    <xsl:variable name="side" as="xs:integer" select="if (ends-with($n, 'a')) then 0
                                                      else if (ends-with($n, 'b')) then 1 else $half mod 2"/>
    <xsl:sequence select="$half + ($half + $side) mod 2"/>
  </xsl:function>

  <xsl:function name="f:printed-column" as="xs:integer">
    <xsl:param name="n" as="xs:string"/>
    <xsl:param name="free" as="xs:integer"/>
    <xsl:variable name="wanted" as="xs:integer" select="
        if ($n castable as xs:positiveInteger and number($n) le $C) then ($free idiv $C) * $C + xs:integer($n) - 1
        else $free"/>
    <xsl:sequence select="max(($free, $wanted))"/>
  </xsl:function>

  <!-- the printed page and column a block stands on -->
  <xsl:function name="f:printed" as="attribute()*">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="before" as="attribute()*"/>
    <xsl:choose>
      <xsl:when test="$block/@unit eq 'page'">
        <xsl:attribute name="page" select="$block/@n"/>
      </xsl:when>
      <xsl:when test="$block/@unit eq 'column'">
        <xsl:sequence select="$before[name() eq 'page']"/>
        <xsl:attribute name="line" select="$block/@n"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:sequence select="$before"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- how far a block stays from the top of a column it opens; an author's line is set towards the foot -->
  <xsl:function name="f:indent" as="xs:integer">
    <xsl:param name="block" as="element(block)"/>
    <xsl:variable name="cells" as="xs:integer">
      <xsl:choose>
        <xsl:when test="$block/@type eq 'author'">
          <xsl:sequence select="$M - f:width($block) - xs:integer($author-foot)"/>
        </xsl:when>
        <xsl:when test="$block/@type eq 'title'">
          <xsl:sequence select="xs:integer($indent-title)"/>
        </xsl:when>
        <xsl:when test="$block/@type eq 'juan' or $block/@kind eq 'trailer'">
          <xsl:sequence select="xs:integer($indent-juan)"/>
        </xsl:when>
        <xsl:when test="$block/@kind = ('head', 'gap')">
          <xsl:sequence select="xs:integer($indent-chapter)"/>
        </xsl:when>
        <xsl:when test="$block/@kind eq 'note'">
          <xsl:sequence select="xs:integer($note-indent)"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:sequence select="0"/>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:variable>
    <xsl:sequence select="max((0, min(($cells, $M - 1)))) * $B"/>
  </xsl:function>

  <xsl:function name="f:width" as="xs:integer">
    <xsl:param name="block" as="element(block)"/>
    <xsl:sequence select="xs:integer(sum($block/*/xs:integer(@w)))"/>
  </xsl:function>

  <!-- 2. Setting a block, column by column: runs, then a map with the place where it ends.
          `k` and `o` say how far the atoms are set: o cells of atom k; `left` is what is still to set. A column is
          left when its foot is reached, or when what is still to set has no room in it. -->

  <!-- text in one row -->
  <xsl:function name="f:row" as="item()+">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="start-c" as="xs:integer"/>
    <xsl:param name="start-y" as="xs:integer"/>
    <xsl:variable name="atoms" as="element()*" select="$block/*"/>
    <xsl:variable name="width" as="xs:integer" select="f:width($block)"/>
    <xsl:variable name="indent" as="xs:integer" select="f:indent($block)"/>
    <xsl:variable name="height" as="xs:integer" select="f:height($block)"/>
    <xsl:variable name="unit" as="xs:integer" select="if ($block/@kind eq 'note') then $n else $B"/>
    <xsl:iterate select="if ($atoms) then 0 to 2 * $width + 1 else ()">
      <xsl:param name="c" as="xs:integer" select="$start-c"/>
      <xsl:param name="y" as="xs:integer" select="$start-y"/>
      <xsl:param name="at" as="map(*)" select="map{'k': 1, 'o': 0}"/>
      <xsl:param name="left" as="xs:integer" select="$width"/>
      <xsl:on-completion select="map{'c': $c, 'y': $y}"/>
      <xsl:variable name="top" as="xs:integer" select="if ($y eq 0) then $indent else $y"/>
      <xsl:variable name="cells" as="xs:integer" select="min((($height - $top) idiv $unit, $left))"/>
      <xsl:variable name="set" as="item()+" select="
          f:take($block, $atoms, $at, $cells, $cells eq $left, $c, $top, $unit, 'row')"/>
      <xsl:sequence select="$set[position() lt last()]"/>
      <xsl:variable name="foot" as="xs:integer" select="$top + $cells * $unit"/>
      <xsl:variable name="full" as="xs:boolean" select="$foot ge $height or $left gt $cells"/>
      <xsl:variable name="next-c" as="xs:integer" select="if ($full) then $c + 1 else $c"/>
      <xsl:variable name="next-y" as="xs:integer" select="if ($full) then 0 else $foot"/>
      <xsl:choose>
        <xsl:when test="$set[last()]?k gt count($atoms)">
          <xsl:break select="map{'c': $next-c, 'y': $next-y}"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:next-iteration>
            <xsl:with-param name="c" select="$next-c"/>
            <xsl:with-param name="y" select="$next-y"/>
            <xsl:with-param name="at" select="$set[last()]"/>
            <xsl:with-param name="left" select="$left - $cells"/>
          </xsl:next-iteration>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:iterate>
  </xsl:function>

  <!-- notes in two rows: right, then left -->
  <xsl:function name="f:rows" as="item()+">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="start-c" as="xs:integer"/>
    <xsl:param name="start-y" as="xs:integer"/>
    <xsl:variable name="atoms" as="element()*" select="$block/*"/>
    <xsl:variable name="width" as="xs:integer" select="f:width($block)"/>
    <xsl:variable name="indent" as="xs:integer" select="f:indent($block)"/>
    <xsl:variable name="height" as="xs:integer" select="f:height($block)"/>
    <xsl:iterate select="if ($atoms) then 0 to 2 * $width + 1 else ()">
      <xsl:param name="c" as="xs:integer" select="$start-c"/>
      <xsl:param name="y" as="xs:integer" select="$start-y"/>
      <xsl:param name="at" as="map(*)" select="map{'k': 1, 'o': 0}"/>
      <xsl:param name="left" as="xs:integer" select="$width"/>
      <xsl:on-completion select="map{'c': $c, 'y': $y}"/>
      <xsl:variable name="top" as="xs:integer" select="if ($y eq 0) then $indent else $y"/>
      <xsl:variable name="space" as="xs:integer" select="($height - $top) idiv $n"/>
      <xsl:variable name="a" as="xs:integer" select="min((($left + 1) idiv 2, $space))"/>
      <xsl:variable name="b" as="xs:integer" select="min(($left - $a, $a))"/>
      <xsl:variable name="right" as="item()+" select="
          f:take($block, $atoms, $at, $a, $a eq $left, $c, $top, $n, 'right')"/>
      <xsl:sequence select="$right[position() lt last()]"/>
      <xsl:variable name="left-row" as="item()+" select="
          if ($b eq 0) then $right
          else f:take($block, $atoms, $right[last()], $b, $a + $b eq $left, $c, $top, $n, 'left')"/>
      <xsl:if test="$b gt 0">
        <xsl:sequence select="$left-row[position() lt last()]"/>
      </xsl:if>
      <xsl:variable name="foot" as="xs:integer" select="$top + $a * $n"/>
      <xsl:variable name="full" as="xs:boolean" select="$foot ge $height or $left gt $a + $b"/>
      <xsl:variable name="next-c" as="xs:integer" select="if ($full) then $c + 1 else $c"/>
      <xsl:variable name="next-y" as="xs:integer" select="if ($full) then 0 else $foot"/>
      <xsl:choose>
        <xsl:when test="$left-row[last()]?k gt count($atoms)">
          <xsl:break select="map{'c': $next-c, 'y': $next-y}"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:next-iteration>
            <xsl:with-param name="c" select="$next-c"/>
            <xsl:with-param name="y" select="$next-y"/>
            <xsl:with-param name="at" select="$left-row[last()]"/>
            <xsl:with-param name="left" select="$left - $a - $b"/>
          </xsl:next-iteration>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:iterate>
  </xsl:function>

  <!-- The next `cells` cells of a block as runs of one row, then a map: how far the atoms are set.
       `last`: nothing is left after these cells, so signs without a cell that follow belong here too. -->
  <xsl:function name="f:take" as="item()+">
    <xsl:param name="block" as="element(block)"/>
    <xsl:param name="atoms" as="element()*"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:param name="cells" as="xs:integer"/>
    <xsl:param name="last" as="xs:boolean"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:param name="unit" as="xs:integer"/>
    <xsl:param name="row" as="xs:string"/>
    <xsl:variable name="pieces" as="item()+">
      <xsl:iterate select="subsequence($atoms, $at?k)">
        <xsl:param name="k" as="xs:integer" select="$at?k"/>
        <xsl:param name="o" as="xs:integer" select="$at?o"/>
        <xsl:param name="left" as="xs:integer" select="$cells"/>
        <xsl:on-completion select="map{'k': $k, 'o': 0}"/>
        <xsl:variable name="w" as="xs:integer" select="xs:integer(@w)"/>
        <xsl:variable name="t" as="xs:integer" select="min(($left, $w - $o))"/>
        <xsl:choose>
          <xsl:when test="$left eq 0 and not($last or @side eq 'after')">
            <xsl:break select="map{'k': $k, 'o': $o}"/>
          </xsl:when>
          <xsl:otherwise>
            <xsl:copy>
              <xsl:copy-of select="@*"/>
              <xsl:attribute name="y" select="$y + ($cells - $left) * $unit"/>
              <xsl:value-of select="if ($w eq 0) then . else substring(., $o + 1, $t)"/>
            </xsl:copy>
            <xsl:choose>
              <xsl:when test="$o + $t lt $w">
                <xsl:break select="map{'k': $k, 'o': $o + $t}"/>
              </xsl:when>
              <xsl:otherwise>
                <xsl:next-iteration>
                  <xsl:with-param name="k" select="$k + 1"/>
                  <xsl:with-param name="o" select="0"/>
                  <xsl:with-param name="left" select="$left - $t"/>
                </xsl:next-iteration>
              </xsl:otherwise>
            </xsl:choose>
          </xsl:otherwise>
        </xsl:choose>
      </xsl:iterate>
    </xsl:variable>
    <xsl:for-each-group select="$pieces[position() lt last()]" group-adjacent="string(@from)">
      <run c="{$c}" y="{@y}" row="{$row}">
        <xsl:copy-of select="$block/(@kind, @type, @supplied)"/>
        <xsl:copy-of select="(@layer, @from)[. ne '']"/>
        <xsl:for-each select="current-group()">
          <xsl:choose>
            <xsl:when test="self::s">
              <xsl:value-of select="."/>
            </xsl:when>
            <xsl:otherwise>
              <xsl:copy>
                <xsl:copy-of select="@* except (@w, @from, @layer, @y)"/>
                <xsl:value-of select="."/>
              </xsl:copy>
            </xsl:otherwise>
          </xsl:choose>
        </xsl:for-each>
      </run>
    </xsl:for-each-group>
    <xsl:sequence select="$pieces[last()]"/>
  </xsl:function>

  <!-- 3. Runs → leaves. Columns without text are left out; a painter rules them all the same. -->

  <xsl:function name="f:leaves" as="element(leaf)*">
    <xsl:param name="runs" as="element(run)*"/>
    <xsl:for-each-group select="$runs" group-adjacent="xs:integer(@c) idiv (2 * $C)">
      <xsl:variable name="page" as="xs:string?" select="(current-group()/@page)[1]"/>
      <xsl:variable name="number" as="xs:string" select="
          if (not($printed)) then string(current-grouping-key() + 1)
          else replace($page, '^(.*[^0-9])?([0-9]+)[ab]?$', '$2')"/>
      <leaf n="{$number}" label="{if ($number castable as xs:integer) then f:number(xs:integer($number)) else $number}">
        <xsl:for-each-group select="current-group()" group-adjacent="xs:integer(@c) idiv $C">
          <half side="{if (current-grouping-key() mod 2 eq 0) then 'a' else 'b'}">
            <xsl:copy-of select="(current-group()/@page)[1]"/>
            <xsl:for-each-group select="current-group()" group-adjacent="xs:integer(@c) mod $C">
              <column n="{current-grouping-key() + 1}">
                <xsl:copy-of select="(current-group()/@line)[1], (current-group()/@height)[1], @over"/>
                <xsl:for-each select="current-group()">
                  <xsl:copy>
                    <xsl:copy-of select="@* except (@c, @page, @line, @height, @over)"/>
                    <xsl:copy-of select="node()"/>
                  </xsl:copy>
                </xsl:for-each>
              </column>
            </xsl:for-each-group>
          </half>
        </xsl:for-each-group>
      </leaf>
    </xsl:for-each-group>
  </xsl:function>
</xsl:stylesheet>
