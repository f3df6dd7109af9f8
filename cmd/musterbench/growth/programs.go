package growth

import (
	"fmt"
	"strings"
)

// The programs end with an assumption: their entry can return, which is what unsafe
// means without assertions, only in a twin.

// programDiamonds adds three to a sum by one of two branches each time.
func programDiamonds(g *generator, n int) {
	g.line("procedure {:entrypoint} main() {")
	g.line("  var x: int; var y: int; var b: bool;")
	g.line("  x := 0; y := 0;")
	for i := range n {
		more := 1
		if i == n/2 {
			more = g.plus(more)
		}
		g.line("  havoc b; if (b) { x := x + 2; y := y + %d; } else { x := x + 1; y := y + 2; }", more)
	}
	g.line("  assume x + y != %d;\n}", 3*n)
	g.answer("safe", "unsafe")
}

// programTwoWay adds one or two in each of n procedures.
func programTwoWay(g *generator, n int) {
	for i := range n {
		g.line("procedure P%d(x: int) returns (y: int) {", i)
		g.line("  var b: bool; havoc b;")
		g.line("  if (b) { call y := P%d(x + 1); } else { call y := P%d(x + 2); }\n}", i+1, i+1)
	}
	g.line("procedure P%d(x: int) returns (y: int) { y := x + %d; }", n, g.plus(0))
	g.line("procedure {:entrypoint} main() {")
	g.line("  var r: int; call r := P0(0);")
	g.line("  assume r < %d || %d < r;\n}", n, 2*n)
	g.answer("safe", "unsafe")
}

// programTree adds one in each of 2^n leaves of the tree of calls.
func programTree(g *generator, n int) {
	for i := range n {
		g.line("procedure P%d(x: int) returns (y: int) { call y := P%d(x); call y := P%d(y); }", i, i+1, i+1)
	}
	g.line("procedure P%d(x: int) returns (y: int) {", n)
	g.line("  var b: bool; havoc b;")
	g.line("  y := x + 1; if (b) { y := x + %d; }\n}", g.plus(1))
	g.line("procedure {:entrypoint} main() {")
	g.line("  var r: int; var s: int; havoc s; call r := P0(s);")
	g.line("  assume r != s + %d;\n}", 1<<n)
	g.answer("safe", "unsafe")
}

// programArrayLoops writes the number of a loop to two cells, and reads the first and
// the last cell.
func programArrayLoops(g *generator, n int) {
	g.line("procedure {:entrypoint} main() {")
	g.line("  var a: [int]int; var b: int; var i: int;")
	g.line("  havoc a; havoc b;")
	for k := range n {
		value := k
		if k == n-1 {
			value = g.plus(k)
		}
		g.line("  i := 0; while (i < 2) { a[b + %d + i] := %d; i := i + 1; }", 2*k, value)
	}
	g.line("  assume !(a[b] == 0 && a[b + %d] == %d);\n}", 2*n-1, n-1)
	g.answer("safe", "unsafe")
}

// programSwitch applies a permutation of the numbers below n, and its inverse.
func programSwitch(g *generator, n int) {
	g.line("procedure {:entrypoint} main() {")
	g.line("  var s: int; var t: int; var u: int;")
	g.line("  havoc s; assume 0 <= s && s < %d; t := s; u := s;", n)
	values := g.rng.Perm(n)
	cascade := func(to string, on string, of func(int) (int, int)) {
		text := "  "
		for i := range n {
			from, value := of(i)
			text += fmt.Sprintf("if (%s == %d) { %s := %d; } else ", on, from, to, value)
		}
		g.line("%s{ %s := 0; }", text, to)
	}
	cascade("t", "s", func(i int) (int, int) { return i, values[i] })
	cascade("u", "t", func(i int) (int, int) {
		if i == n-1 {
			return values[i], g.plus(i)
		}
		return values[i], i
	})
	g.line("  assume u != s;\n}")
	g.answer("safe", "unsafe")
}

// programCases calls the same five procedures in each of n cases, with the number of the
// case. They add one to three each.
func programCases(g *generator, n int) {
	const depth = 5
	g.line("var m: [int]int;")
	for i := range depth {
		g.line("procedure P%d(p: int, c: int) modifies m; {", i)
		g.line("  var b: bool; havoc b;")
		g.line("  if (b) { m[p + %d] := m[p + %d] + 1; } else if (c > %d) { m[p + %d] := m[p + %d] + 2; } else { m[p + "+
			"%d] := m[p + %d] + 3; }",
			i+1, i, i, i+1, i, i+1, i)
		if i+1 < depth {
			g.line("  call P%d(p, c);", i+1)
		}
		g.line("}")
	}
	g.line("procedure {:entrypoint} main() modifies m; {")
	g.line("  var c: int; var p: int; havoc c; havoc p; havoc m; m[p] := 0;")
	text := "  "
	for i := range n {
		least := depth
		if i == n-1 {
			least = g.plus(depth)
		}
		text += fmt.Sprintf("if (c == %d) { call P0(p, %d); assume m[p + %d] < %d || m[p + %d] > %d; } else ", i, i, depth,
			least, depth, 3*depth)
	}
	g.line("%s{ assume false; }\n}", text)
	g.answer("safe", "unsafe")
}

// programGlobals counts in five of n globals, one up and another one down in each procedure, and tests the others in
// branches on the way. The sum of the five is zero.
func programGlobals(g *generator, n int) {
	const needed = 5
	var names []string
	for i := range needed + n {
		names = append(names, fmt.Sprintf("g%d", i))
	}
	all := strings.Join(names, ", ")
	other := func() string { return names[needed+g.rng.IntN(n)] }
	g.line("var %s: int;", all)
	for i := range 2 * needed {
		g.line("procedure step%d() modifies %s; {", i, all)
		for range 5 + n/4 {
			x, y, z := other(), other(), other()
			g.line("  if (%s > %s) { %s := %s + %d; } else { %s := %s - %s; }", x, y, z, x, g.rng.IntN(5), y, z, x)
			g.line("  if (%s == %d) { %s := %s + 1; }", z, g.rng.IntN(9), y, x)
		}
		p, q := names[i%needed], names[(i+1)%needed]
		g.line("  if (*) { %s := %s + 1; %s := %s - 1; }\n}", p, p, q, q)
	}
	g.line("procedure {:entrypoint} main() modifies %s; {\n  var sum: int;", all)
	for _, p := range names[:needed] {
		g.line("  %s := 0;", p)
	}
	for i := range 2 * needed {
		g.line("  call step%d();", i)
	}
	g.line("  sum := %s; assume sum != %d;\n}", strings.Join(names[:needed], " + "), g.plus(0))
	g.answer("safe", "unsafe")
}
