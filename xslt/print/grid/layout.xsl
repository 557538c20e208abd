<?xml version="1.0" encoding="UTF-8"?>
<!-- Blocks → runs on columns → columns, half-leaves, leaves.

     A place is a column, counted through the juan from 0, and a height in it, from 0 to H. Rules:
     base text and notes run on; a head, a trailer and a table row take columns of their own; base text starts on a
     base cell; heads do not stand alone in the last column of a half-leaf; a note fills its right row, then its left row, and in the last column both are as long, or the right
     row is longer by one; notes that follow each other without base text are one stretch in this. What is not to be divided
     may leave a row shorter. -->
<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:f="urn:zhushu:functions" version="3.0"
    exclude-result-prefixes="#all">

  <!-- Blocks → runs: maps of c (the column), row, block, pieces and what the run opens; with printed breaks also page,
       line and height of the column, or over. -->
  <xsl:function name="f:placed" as="map(*)*">
    <xsl:param name="blocks" as="map(*)*"/>
    <xsl:iterate select="if ($printed) then f:fitted($blocks) else $blocks">
      <xsl:param name="c" as="xs:integer" select="0"/>
      <xsl:param name="y" as="xs:integer" select="0"/>
      <xsl:param name="opens" as="xs:string?"/>
      <xsl:param name="here" as="map(*)" select="map{}"/>
      <xsl:variable name="title" as="xs:string?" select="(?title, $opens)[1]"/>
      <xsl:variable name="titled" as="map(*)" select="if ($title) then map:put(., 'opens', $title) else ."/>
      <xsl:variable name="block" as="map(*)" select="if (?kind eq 'gap' and f:runs-on($titled, $c, $y)) then map:put($titled, 'double', true()) else $titled"/>
      <xsl:variable name="start" as="xs:integer+" select="f:start($block, $c, $y, $here?page)"/>
      <xsl:variable name="at" as="map(*)" select="if ($printed) then f:printed($block, $here) else $here"/>
      <xsl:variable name="placed" as="map(*)+" select="
          if (f:double($block)) then f:rows($block, $start[1], $start[2]) else f:row($block, $start[1], $start[2])"/>
      <xsl:variable name="end" as="map(*)" select="$placed[last()]"/>
      <xsl:variable name="runs" as="map(*)*" select="$placed[position() lt last()]"/>
      <xsl:sequence select="
          if (map:size($at) eq 0) then $runs
          else $runs ! map:merge((., if (?c eq $start[1]) then $at else map{'over': 'yes'}))"/>
      <xsl:variable name="closed" as="xs:boolean" select="f:own-column($block) and $end?y gt 0"/>
      <xsl:next-iteration>
        <xsl:with-param name="c" select="if ($closed) then $end?c + 1 else $end?c"/>
        <xsl:with-param name="y" select="if ($closed) then 0 else $end?y"/>
        <xsl:with-param name="opens" select="if (exists($runs)) then () else $title"/>
        <xsl:with-param name="here" select="$at"/>
      </xsl:next-iteration>
    </xsl:iterate>
  </xsl:function>

  <xsl:function name="f:double" as="xs:boolean">
    <xsl:param name="block" as="map(*)"/>
    <xsl:sequence select="$block?kind eq 'note' and $note-rows eq '2' or exists($block?double)"/>
  </xsl:function>

  <!-- a sign of missing pages that would open a leaf of its own runs on in two rows where it has room -->
  <xsl:function name="f:runs-on" as="xs:boolean">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:sequence select="not($printed) and $y gt 0 and ($c + 1) mod (2 * $C) eq 0
                          and $y + ($block?width + 1) idiv 2 * $n le $H"/>
  </xsl:function>

  <xsl:function name="f:own-column" as="xs:boolean">
    <xsl:param name="block" as="map(*)"/>
    <xsl:sequence select="$block?kind = ('head', 'trailer', 'gap')"/>
  </xsl:function>

  <!-- how high the column is that a block is set in: see f:fitted -->
  <xsl:function name="f:height" as="xs:integer">
    <xsl:param name="block" as="map(*)"/>
    <xsl:sequence select="($block?height, $H)[1]"/>
  </xsl:function>

  <!-- how many cells heads and notes stay from the top of a column they open -->
  <xsl:variable name="indents" as="map(xs:string, xs:integer)" select="map{
      'title': xs:integer($indent-title),
      'juan': xs:integer($indent-juan),
      'trailer': xs:integer($indent-juan),
      'chapter': xs:integer($indent-chapter),
      'gap': xs:integer($indent-chapter),
      'note': xs:integer($note-indent)}"/>

  <!-- the same as a height; an author's line is set towards the foot -->
  <xsl:function name="f:indent" as="xs:integer">
    <xsl:param name="block" as="map(*)"/>
    <xsl:variable name="name" as="xs:string" select="($block?type, $block?kind)[1]"/>
    <xsl:variable name="cells" as="xs:integer" select="
        if ($name eq 'author') then $M - $block?width - xs:integer($author-foot) else ($indents($name), 0)[1]"/>
    <xsl:sequence select="max((0, min(($cells, $M - 1)))) * $B"/>
  </xsl:function>

  <!-- 1. Where a block starts: a column and a height in it -->

  <xsl:function name="f:start" as="xs:integer+">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:param name="page" as="xs:string?"/>
    <!-- the first column that is free -->
    <xsl:variable name="free" as="xs:integer" select="if ($y gt 0) then $c + 1 else $c"/>
    <!-- a list goes on with two columns at least, where notes have their own -->
    <xsl:variable name="entry" as="xs:integer" select="if ($block?supplied and $notes eq 'column') then 1 else 0"/>
    <xsl:choose>
      <xsl:when test="$block?unit eq 'page'">
        <xsl:sequence select="f:printed-half($block?n, $free, $page) * $C, 0"/>
      </xsl:when>
      <xsl:when test="$block?unit eq 'column'">
        <xsl:sequence select="f:printed-column($block?n, $free), 0"/>
      </xsl:when>
      <xsl:when test="exists($block?double)">
        <xsl:sequence select="$c, $y"/>
      </xsl:when>
      <!-- the lists at the end are on no printed page, and are set as if none were followed -->
      <xsl:when test="$block?first and (not($printed) or empty($page)) and f:is-stranded($free mod $C, $block?after + $entry)">
        <xsl:sequence select="f:next-half($free)"/>
      </xsl:when>
      <!-- where notes have columns of their own, what a list is about has one too -->
      <xsl:when test="$block?followed and $notes eq 'column' and not($printed)">
        <xsl:sequence select="if (f:is-stranded($free mod $C, 0)) then f:next-half($free) else ($free, 0)"/>
      </xsl:when>
      <xsl:when test="$block?kind eq 'trailer' and not($printed)">
        <!-- end titles stand in the last columns of the half-leaf -->
        <xsl:variable name="last" as="xs:integer" select="$C - 1 - min(($block?after, $C - 1))"/>
        <xsl:sequence select="if ($free mod $C le $last) then $free idiv $C * $C + $last else $free, 0"/>
      </xsl:when>
      <xsl:when test="f:own-column($block) or $block?kind eq 'column' and $block?supplied
                      or not($printed) and ($block?kind = ('section', 'column')
                                            or $block?kind eq 'note' and $notes eq 'column' and $block?width gt 0)">
        <xsl:sequence select="$free, 0"/>
      </xsl:when>
      <xsl:when test="$block?kind eq 'note' or $block?width eq 0">
        <xsl:sequence select="$c, $y"/>
      </xsl:when>
      <xsl:otherwise>
        <!-- cells of a table row have a blank cell between them -->
        <xsl:variable name="blank" as="xs:integer" select="if ($block?kind eq 'cell' and $y gt 0) then 1 else 0"/>
        <xsl:variable name="cell" as="xs:integer" select="($y + $B - 1) idiv $B + $blank"/>
        <!-- what a list is about stands with the beginning of what it says -->
        <xsl:variable name="need" as="xs:integer" select="if ($block?supplied) then min(($block?width * $B + 3 * $n, $H)) else $B"/>
        <xsl:sequence select="if ($cell * $B + $need le f:height($block)) then ($c, $cell * $B) else ($c + 1, 0)"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <xsl:function name="f:next-half" as="xs:integer+">
    <xsl:param name="c" as="xs:integer"/>
    <xsl:sequence select="($c idiv $C + 1) * $C, 0"/>
  </xsl:function>

  <!-- whether the last of some heads would stand in the last column of its half-leaf, or beyond -->
  <xsl:function name="f:is-stranded" as="xs:boolean">
    <xsl:param name="column" as="xs:integer"/>
    <xsl:param name="after" as="xs:integer"/>
    <xsl:sequence select="$column gt 0 and $column + $after ge $C - 1 and $after + 1 lt $C"/>
  </xsl:function>

  <!-- A printed page is a half-leaf: "44a" stands right of the fold, "44b" left of it. Another number is another leaf. -->
  <xsl:function name="f:printed-half" as="xs:integer">
    <xsl:param name="n" as="xs:string"/>
    <xsl:param name="free" as="xs:integer"/>
    <xsl:param name="page" as="xs:string?"/>
    <xsl:variable name="half" as="xs:integer" select="($free + $C - 1) idiv $C"/>
    <xsl:variable name="is-new" as="xs:boolean"
        select="exists($page) and replace($page, '[ab]$', '') ne replace($n, '[ab]$', '')"/>
    <xsl:variable name="first" as="xs:integer" select="if ($is-new) then $half + $half mod 2 else $half"/>
    <xsl:variable name="side" as="xs:integer" select="if (ends-with($n, 'a')) then 0
                                                      else if (ends-with($n, 'b')) then 1 else $first mod 2"/>
    <xsl:sequence select="$first + ($first + $side) mod 2"/>
  </xsl:function>

  <xsl:function name="f:printed-column" as="xs:integer">
    <xsl:param name="n" as="xs:string"/>
    <xsl:param name="free" as="xs:integer"/>
    <xsl:variable name="wanted" as="xs:integer" select="
        if ($n castable as xs:positiveInteger and number($n) le $C) then $free idiv $C * $C + xs:integer($n) - 1
        else $free"/>
    <xsl:sequence select="max(($free, $wanted))"/>
  </xsl:function>

  <!-- the printed page and column a block stands on, and the height of that column -->
  <xsl:function name="f:printed" as="map(*)">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="before" as="map(*)"/>
    <xsl:variable name="here" as="map(*)" select="
        if ($block?unit = 'page') then map{'page': $block?n}
        else if ($block?unit = 'column') then map:put($before, 'line', $block?n)
        else $before"/>
    <xsl:sequence select="if (map:size($here) gt 0) then map:put($here, 'height', $block?height) else $here"/>
  </xsl:function>

  <!-- Printers squeezed a cell or two more into a column (扁字). A printed column that holds more than the layout's,
       by a third at most, is as high as it needs, in its own parts of the same depth; a longer one runs on. -->
  <xsl:function name="f:fitted" as="map(*)*">
    <xsl:param name="blocks" as="map(*)*"/>
    <xsl:for-each-group select="$blocks" group-starting-with=".[exists(?unit)]">
      <xsl:variable name="need" as="xs:integer" select="
          fold-left(current-group(), f:indent(.), function($y, $block) { f:needed($block, $y) })"/>
      <xsl:variable name="height" as="xs:integer" select="($need + $B - 1) idiv $B * $B"/>
      <xsl:sequence select="
          if ($height gt $H and 3 * $height le 4 * $H) then current-group() ! map:put(., 'height', $height)
          else current-group()"/>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:function name="f:needed" as="xs:integer">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:sequence select="
        if (f:double($block)) then $y + ($block?width + 1) idiv 2 * $n
        else if ($block?kind eq 'note') then $y + $block?width * $n
        else if ($block?width eq 0) then $y
        else ($y + $B - 1) idiv $B * $B + $block?width * $B"/>
  </xsl:function>

  <!-- 2. Setting a block, column by column: runs, then a map with the place where it ends.
          `k` and `o` say how far the atoms are set: o cells of atom k; `left` is what is still to set. A column is
          left when its foot is reached, or when what is still to set has no room in it. -->

  <!-- text in one row -->
  <xsl:function name="f:row" as="map(*)+">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="start-c" as="xs:integer"/>
    <xsl:param name="start-y" as="xs:integer"/>
    <xsl:variable name="atoms" as="map(*)*" select="$block?atoms"/>
    <xsl:variable name="indent" as="xs:integer" select="f:indent($block)"/>
    <xsl:variable name="height" as="xs:integer" select="f:height($block)"/>
    <xsl:variable name="unit" as="xs:integer" select="if ($block?kind eq 'note') then $n else $B"/>
    <xsl:iterate select="if (exists($atoms)) then 0 to 2 * $block?width + 1 else ()">
      <xsl:param name="c" as="xs:integer" select="$start-c"/>
      <xsl:param name="y" as="xs:integer" select="$start-y"/>
      <xsl:param name="reached" as="map(*)" select="map{'k': 1, 'o': 0}"/>
      <xsl:param name="rest" as="xs:integer" select="$block?width"/>
      <xsl:on-completion select="map{'c': $c, 'y': $y}"/>
      <xsl:variable name="at" as="map(*)" select="f:past-blank($block, $reached)"/>
      <xsl:variable name="left" as="xs:integer" select="$rest - $at?k + $reached?k"/>
      <xsl:variable name="top" as="xs:integer" select="if ($y eq 0 and $left gt 0) then $indent else $y"/>
      <xsl:variable name="room" as="xs:integer" select="min((($height - $top) idiv $unit, $left))"/>
      <xsl:variable name="cells" as="xs:integer" select="if ($block?has-whole) then f:undivided($block, $at, $room, $y eq 0) else $room"/>
      <xsl:variable name="set" as="map(*)" select="
          f:take($block, $at, $cells, $cells eq $left, $c, $top, $unit, 'row')"/>
      <xsl:sequence select="$set?runs"/>
      <xsl:variable name="foot" as="xs:integer" select="$top + $cells * $unit"/>
      <xsl:variable name="full" as="xs:boolean" select="$foot ge $height or $left gt $cells"/>
      <xsl:variable name="next-c" as="xs:integer" select="if ($full) then $c + 1 else $c"/>
      <xsl:variable name="next-y" as="xs:integer" select="if ($full) then 0 else $foot"/>
      <xsl:choose>
        <xsl:when test="$set?k gt count($atoms)">
          <xsl:break select="map{'c': $next-c, 'y': $next-y}"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:next-iteration>
            <xsl:with-param name="c" select="$next-c"/>
            <xsl:with-param name="y" select="$next-y"/>
            <xsl:with-param name="reached" select="$set"/>
            <xsl:with-param name="rest" select="$left - $cells"/>
          </xsl:next-iteration>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:iterate>
  </xsl:function>

  <!-- notes in two rows: right, then left -->
  <xsl:function name="f:rows" as="map(*)+">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="start-c" as="xs:integer"/>
    <xsl:param name="start-y" as="xs:integer"/>
    <xsl:variable name="atoms" as="map(*)*" select="$block?atoms"/>
    <xsl:variable name="indent" as="xs:integer" select="f:indent($block)"/>
    <xsl:variable name="height" as="xs:integer" select="f:height($block)"/>
    <xsl:iterate select="if (exists($atoms)) then 0 to 2 * $block?width + 1 else ()">
      <xsl:param name="c" as="xs:integer" select="$start-c"/>
      <xsl:param name="y" as="xs:integer" select="$start-y"/>
      <xsl:param name="reached" as="map(*)" select="map{'k': 1, 'o': 0}"/>
      <xsl:param name="rest" as="xs:integer" select="$block?width"/>
      <xsl:on-completion select="map{'c': $c, 'y': $y}"/>
      <xsl:variable name="at" as="map(*)" select="f:past-blank($block, $reached)"/>
      <xsl:variable name="left" as="xs:integer" select="$rest - $at?k + $reached?k"/>
      <xsl:variable name="top" as="xs:integer" select="if ($y eq 0 and $left gt 0) then $indent else $y"/>
      <xsl:variable name="room" as="xs:integer" select="($height - $top) idiv $n"/>
      <xsl:variable name="a" as="xs:integer" select="
          if ($block?has-whole) then f:longest-row($block, $at, $left, $room) else min((($left + 1) idiv 2, $room))"/>
      <xsl:variable name="in-right" as="xs:integer" select="if ($block?has-whole) then f:undivided($block, $at, $a, $y eq 0) else $a"/>
      <xsl:variable name="right-row" as="map(*)" select="
          f:take($block, $at, $in-right, $in-right eq $left, $c, $top, $n, 'right')"/>
      <xsl:variable name="right" as="map(*)" select="if ($in-right eq 0) then $right-row else f:past-blank($block, $right-row)"/>
      <xsl:variable name="after-right" as="xs:integer" select="$left - $in-right - $right?k + $right-row?k"/>
      <xsl:variable name="b" as="xs:integer" select="
          if ($in-right eq 0) then 0
          else if ($block?has-whole) then f:undivided($block, $right, min(($after-right, $a)), false())
          else min(($after-right, $a))"/>
      <xsl:variable name="left-row" as="map(*)" select="
          if ($b eq 0) then $right
          else f:take($block, $right, $b, $b eq $after-right, $c, $top, $n, 'left')"/>
      <xsl:sequence select="$right?runs, $left-row?runs[$b gt 0]"/>
      <xsl:variable name="foot" as="xs:integer" select="$top + $a * $n"/>
      <xsl:variable name="full" as="xs:boolean" select="$foot ge $height or $after-right gt $b"/>
      <xsl:variable name="next-c" as="xs:integer" select="if ($full) then $c + 1 else $c"/>
      <xsl:variable name="next-y" as="xs:integer" select="if ($full) then 0 else $foot"/>
      <xsl:choose>
        <xsl:when test="$left-row?k gt count($atoms)">
          <xsl:break select="map{'c': $next-c, 'y': $next-y}"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:next-iteration>
            <xsl:with-param name="c" select="$next-c"/>
            <xsl:with-param name="y" select="$next-y"/>
            <xsl:with-param name="reached" select="$left-row"/>
            <xsl:with-param name="rest" select="$after-right - $b"/>
          </xsl:next-iteration>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:iterate>
  </xsl:function>

  <!-- How many cells of the two rows of a note are taken: half of what is left, or all there is room for; more than half
       where a whole asks for it. -->
  <xsl:function name="f:longest-row" as="xs:integer">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:param name="left" as="xs:integer"/>
    <xsl:param name="room" as="xs:integer"/>
    <xsl:variable name="half" as="xs:integer" select="min((($left + 1) idiv 2, $room))"/>
    <xsl:sequence select="(($half to $room)[$left - f:undivided($block, $at, ., false()) le .], $room)[1]"/>
  </xsl:function>

  <!-- A blank between words of ours opens no row. -->
  <xsl:function name="f:past-blank" as="map(*)">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:sequence select="if ($block?supplied and $at?o eq 0 and $block?atoms[$at?k]?text = '　') then map:put($at, 'k', $at?k + 1) else $at"/>
  </xsl:function>

  <!-- The next `cells` cells of a block, or fewer, so that no whole is divided. One that is longer than a column (`opens`: the
       cells are those of a whole column) has to be. -->
  <xsl:function name="f:undivided" as="xs:integer">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:param name="cells" as="xs:integer"/>
    <xsl:param name="opens" as="xs:boolean"/>
    <xsl:iterate select="subsequence($block?atoms, $at?k)">
      <xsl:param name="start" as="xs:integer" select="-$at?o"/>
      <xsl:on-completion select="$cells"/>
      <xsl:choose>
        <xsl:when test="$start + ?w lt $cells">
          <xsl:next-iteration>
            <xsl:with-param name="start" select="$start + ?w"/>
          </xsl:next-iteration>
        </xsl:when>
        <xsl:otherwise>
          <xsl:break select="if (not(?whole) or $start + ?w eq $cells or $opens and $start le 0) then $cells else max(($start, 0))"/>
        </xsl:otherwise>
      </xsl:choose>
    </xsl:iterate>
  </xsl:function>

  <!-- some cells of an atom, from cell `o` -->
  <xsl:function name="f:part" as="xs:string">
    <xsl:param name="atom" as="map(*)"/>
    <xsl:param name="o" as="xs:integer"/>
    <xsl:param name="cells" as="xs:integer"/>
    <xsl:variable name="in-cell" as="xs:integer" select="if ($atom?as eq 'latin') then 2 else 1"/>
    <xsl:sequence select="substring($atom?text, $in-cell * $o + 1, $in-cell * $cells)"/>
  </xsl:function>

  <!-- The next `cells` cells of a block: runs of one row, and how far the atoms are set (k, o).
       `last`: nothing is left after these cells, so signs without a cell that follow belong here too. -->
  <xsl:function name="f:take" as="map(*)">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:param name="cells" as="xs:integer"/>
    <xsl:param name="last" as="xs:boolean"/>
    <xsl:param name="c" as="xs:integer"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:param name="unit" as="xs:integer"/>
    <xsl:param name="row" as="xs:string"/>
    <xsl:variable name="opens" as="xs:string?" select="$block?opens[$at?k eq 1 and $at?o eq 0]"/>
    <xsl:variable name="atom" as="map(*)" select="$block?atoms[$at?k]"/>
    <xsl:variable name="rest" as="xs:integer" select="$atom?w - $at?o"/>
    <xsl:choose>
      <!-- most stretches end inside the atom they begin in, or with the block -->
      <xsl:when test="$cells gt 0 and ($rest gt $cells or ($rest eq $cells and $at?k eq count($block?atoms)))">
        <xsl:sequence select="map{
            'runs': map{'c': $c, 'row': $row, 'block': $block, 'opens': $opens, 'pieces': map{
                'atom': $atom, 'o': $at?o, 'y': $y, 'text': f:part($atom, $at?o, $cells)}},
            'k': if ($rest gt $cells) then $at?k else $at?k + 1,
            'o': if ($rest gt $cells) then $at?o + $cells else 0}"/>
      </xsl:when>
      <xsl:otherwise>
        <xsl:variable name="pieces" as="map(*)+" select="f:pieces($block, $at, $cells, $last, $y, $unit)"/>
        <xsl:variable name="runs" as="map(*)*">
          <xsl:for-each-group select="$pieces[position() lt last()]" group-adjacent="?atom?from">
            <xsl:variable name="first" as="xs:boolean" select="position() eq 1"/>
            <xsl:sequence select="map{'c': $c, 'row': $row, 'block': $block, 'opens': $opens[$first],
                                      'pieces': current-group()}"/>
          </xsl:for-each-group>
        </xsl:variable>
        <xsl:sequence select="map:put($pieces[last()], 'runs', $runs)"/>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:function>

  <!-- The next cells as pieces, each of one atom, then a map: how far the atoms are set. -->
  <xsl:function name="f:pieces" as="map(*)+">
    <xsl:param name="block" as="map(*)"/>
    <xsl:param name="at" as="map(*)"/>
    <xsl:param name="cells" as="xs:integer"/>
    <xsl:param name="last" as="xs:boolean"/>
    <xsl:param name="y" as="xs:integer"/>
    <xsl:param name="unit" as="xs:integer"/>
    <xsl:iterate select="subsequence($block?atoms, $at?k)">
      <xsl:param name="k" as="xs:integer" select="$at?k"/>
      <xsl:param name="o" as="xs:integer" select="$at?o"/>
      <xsl:param name="left" as="xs:integer" select="$cells"/>
      <xsl:on-completion select="map{'k': $k, 'o': 0}"/>
      <xsl:variable name="t" as="xs:integer" select="min(($left, ?w - $o))"/>
      <xsl:choose>
        <xsl:when test="$left eq 0 and not($last or ?side = 'after')">
          <xsl:break select="map{'k': $k, 'o': $o}"/>
        </xsl:when>
        <xsl:otherwise>
          <xsl:sequence select="map{
              'atom': .,
              'o': $o,
              'y': $y + ($cells - $left) * $unit,
              'text': if ($t eq ?w) then ?text else f:part(., $o, $t)}"/>
          <xsl:choose>
            <xsl:when test="$o + $t lt ?w">
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
  </xsl:function>

  <!-- 3. Runs → leaves: maps of n, label and runs; then as elements. Columns without text are left out; a painter
          rules them all the same. -->

  <xsl:function name="f:leaves" as="map(*)*">
    <xsl:param name="placed" as="map(*)*"/>
    <!-- the lists at the end are on no printed page -->
    <xsl:variable name="followed" as="xs:boolean" select="exists($placed?page)"/>
    <xsl:for-each-group select="$placed" group-adjacent="?c idiv (2 * $C)">
      <xsl:variable name="number" as="xs:string" select="
          if (not($followed)) then string(current-grouping-key() + 1)
          else replace(current-group()?page[1], '^(.*[^0-9])?([0-9]+)[ab]?$', '$2')"/>
      <xsl:sequence select="map{
          'n': $number,
          'label': if ($number castable as xs:integer) then f:number(xs:integer($number)) else $number,
          'runs': current-group()}"/>
    </xsl:for-each-group>
  </xsl:function>

  <xsl:template name="leaf">
    <xsl:context-item as="map(*)" use="required"/>
    <leaf n="{?n}" label="{?label}">
      <xsl:for-each-group select="?runs" group-adjacent="?c idiv $C">
        <half side="{f:side(?c)}">
          <xsl:sequence select="f:attribute('page', current-group()?page[1])"/>
          <xsl:for-each-group select="current-group()" group-adjacent="?c mod $C">
            <column n="{current-grouping-key() + 1}">
              <xsl:if test="$printed">
                <xsl:sequence select="
                    f:attribute('line', current-group()?line[1]),
                    f:attribute('height', current-group()?height[1]),
                    f:attribute('over', ?over)"/>
              </xsl:if>
              <xsl:for-each select="current-group()">
                <xsl:call-template name="run"/>
              </xsl:for-each>
            </column>
          </xsl:for-each-group>
        </half>
      </xsl:for-each-group>
    </leaf>
  </xsl:template>

  <xsl:function name="f:side" as="xs:string">
    <xsl:param name="c" as="xs:integer"/>
    <xsl:sequence select="if ($c idiv $C mod 2 eq 0) then 'a' else 'b'"/>
  </xsl:function>

  <xsl:template name="run">
    <xsl:context-item as="map(*)" use="required"/>
    <xsl:variable name="first" as="map(*)" select="?pieces[1]"/>
    <run y="{$first?y}" row="{?row}" kind="{?block?kind}">
      <xsl:if test="?block?kind eq 'head'">
        <xsl:attribute name="type" select="?block?type"/>
      </xsl:if>
      <xsl:if test="?block?supplied">
        <xsl:attribute name="supplied" select="'yes'"/>
      </xsl:if>
      <xsl:if test="exists(?opens)">
        <xsl:attribute name="opens" select="?opens"/>
      </xsl:if>
      <xsl:if test="$first?atom?from ne ''">
        <xsl:attribute name="layer" select="$first?atom?layer"/>
        <xsl:attribute name="from" select="$first?atom?from"/>
      </xsl:if>
      <xsl:for-each select="?pieces">
        <xsl:choose>
          <xsl:when test="?atom?as ne 's'">
            <xsl:variable name="atom" as="map(*)" select="?atom"/>
            <xsl:element name="{$atom?as}">
              <xsl:sequence select="('ref', 'n', 'side') ! f:attribute(., $atom(.))"/>
              <xsl:if test="$atom?as eq 'latin'">
                <xsl:attribute name="cells" select="f:latin-cells(?text)"/>
              </xsl:if>
              <xsl:value-of select="?text"/>
            </xsl:element>
          </xsl:when>
          <xsl:when test="empty(?atom?label) or ?o ge ?atom?label[2]">
            <xsl:value-of select="?text"/>
          </xsl:when>
          <xsl:otherwise>
            <!-- the label, as far as it is in this stretch -->
            <xsl:variable name="start" as="xs:integer" select="max((0, ?atom?label[1] - ?o))"/>
            <xsl:variable name="end" as="xs:integer" select="?atom?label[2] - ?o"/>
            <xsl:value-of select="substring(?text, 1, $start)"/>
            <xsl:if test="$start lt string-length(?text)">
              <label>
                <xsl:value-of select="substring(?text, $start + 1, $end - $start)"/>
              </label>
            </xsl:if>
            <xsl:value-of select="substring(?text, $end + 1)"/>
          </xsl:otherwise>
        </xsl:choose>
      </xsl:for-each>
    </run>
  </xsl:template>

  <!-- an attribute, where there is a value for it -->
  <xsl:function name="f:attribute" as="attribute()?">
    <xsl:param name="name" as="xs:string"/>
    <xsl:param name="value" as="item()?"/>
    <xsl:if test="exists($value)">
      <xsl:attribute name="{$name}" select="$value"/>
    </xsl:if>
  </xsl:function>
</xsl:stylesheet>
