package execute

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
)

// templates are the instructions as text: d, a and b are registers, D, A and B what stands there as numbers.
var templates = [...]string{
	opBlock: "block A", opMove: "d := a", opMoveMap: "d := map a", opAdd: "d := a + b", opSub: "d := a - b", opMul: "d := a * b",
	opDiv: "d := a div b", opMod: "d := a mod b", opLe: "d := a <= b", opEq: "d := a == b", opEqWord: "d := word a == b",
	opEqIntMap: "d := map a == b", opEqMap: "d := words a == b", opNot: "d := !a", opSelect: "d := a[b]", opStore: "d[a] := b",
	opConstMap: "d := everywhere a", opFill: "fill A", opEvery: "d := every A", opBits: "d := bits B of a", opJump: "goto D",
	opJumpTrue: "if a goto D", opJumpFalse: "unless a goto D", opJumpLe: "if a <= b goto D", opJumpGt: "if a > b goto D",
	opJumpEq: "if a == b goto D", opJumpNe: "if a != b goto D", opClearWays: "clear", opOpenWay: "open A", opWay: "way",
	opSettle: "settle d", opUnknown: "d := ?", opUnknownMap: "d := ?", opDraw: "draw d", opMark: "mark", opRetry: "retry D",
	opPick: "pick A", opGiven: "given d", opCall: "call A", opReturn: "return", opExit: "exit", opBlocked: "blocked",
	opRefuse: "refuse A", opAddJump: "d := a + b;", opRange: "range a > b goto D;",
}

// listing returns compiled code as text, an instruction after the other, from one on to the end of the procedure. Behind a
// jump it says where control goes if the condition is unknown, but for a split, and behind a draw what is known of the
// value, or that nothing depends on it.
func (c *code) listing(begin int32) string {
	names, temps := map[reg]string{second: "second"}, map[reg]bool{}
	next := reg(1)
	for i := 1; i < len(c.p.Vars); i++ { // as compile numbers them
		v := &c.p.Vars[i]
		names[next] = v.Name
		next++
		if v.Old != 0 {
			names[next] = "old(" + v.Name + ")"
			next++
		}
	}
	name := func(r reg) string {
		if n, ok := names[r]; ok {
			return n
		}
		if temps[r] {
			names[r] = fmt.Sprintf("$%d", len(temps))
		} else if v := c.consts[r]; v < tagTop {
			names[r] = c.bigs[v-(-1<<63)].String()
		} else {
			names[r] = fmt.Sprint(v)
		}
		return names[r]
	}
	var out []string
	for at := begin; at < int32(len(c.code)); at++ {
		x := &c.code[at]
		if at > begin && (at == c.start || slices.ContainsFunc(c.procs, func(p procedure) bool { return p.entry == at })) {
			break
		}
		var text strings.Builder
		for i := 0; i < len(templates[x.op]); i++ {
			ch, word := templates[x.op][i], false
			for _, j := range []int{i - 1, i + 1} {
				word = word || j >= 0 && j < len(templates[x.op]) && 'a' <= templates[x.op][j] && templates[x.op][j] <= 'z'
			}
			switch {
			case word:
				text.WriteByte(ch)
			case ch == 'd':
				if names[x.dst] == "" {
					temps[x.dst] = true
				}
				text.WriteString(name(x.dst))
			case ch == 'a':
				text.WriteString(name(x.a))
			case ch == 'b':
				text.WriteString(name(x.b))
			case ch == 'D':
				fmt.Fprint(&text, x.dst-begin)
			case ch == 'A':
				fmt.Fprint(&text, x.a)
			case ch == 'B':
				fmt.Fprint(&text, c.bits[x.b].op)
				if c.bits[x.b].op == term.OpExtract {
					fmt.Fprintf(&text, " from %d on", c.bits[x.b].lo)
				}
			default:
				text.WriteByte(ch)
			}
		}
		line := strings.TrimSuffix(text.String(), ";")
		switch {
		case x.op == opRefuse:
			line = "refuse " + c.refusals[x.a]
		case x.op == opDraw:
			line += c.sites[x.a].known()
		case strings.Contains(templates[x.op], "goto D") && x.op != opJump:
			switch to := c.unsure[at]; {
			case to == unsureHolds:
				line += " (unknown: holds)"
			case to >= 0:
				line += fmt.Sprintf(" (unknown: %d)", to-begin)
			}
		}
		out = append(out, fmt.Sprintf("%d %s", at-begin, line))
	}
	return strings.Join(out, "; ")
}

// known says what is known of the values that a variable may get.
func (s *site) known() (out string) {
	if s.kind == siteOther {
		return " (unused)"
	}
	if s.lo > math.MinInt64 {
		out += fmt.Sprintf(" (from %d on)", s.lo)
	}
	if s.hi < math.MaxInt64 {
		out += fmt.Sprintf(" (up to %d)", s.hi)
	}
	if s.width > 0 {
		out += fmt.Sprintf(" (width %d)", s.width)
	}
	return out
}

// compiled compiles a program with a body of main.
func compiled(t *testing.T, body string) *code {
	t.Helper()
	src := `var g, h: int; var m: [int]int; function u(x: int): int;
		function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
		procedure f(a: int, b: int) returns (r: int) { r := a - b; }
		procedure main(p: int, q: int) returns (r: int) modifies g, h, m; {
		var x, y: int; var n: [int]int; var b, c: bool; var v: bv8; var s: [int]bool; var w: [bool]int;
		` + body + ` }
		procedure reads() { call below(); } procedure below() { assume g > 0; }`
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(body, err)
	}
	p.Entry = p.Lookup("main").ID
	return compile(p)
}

// TestCompile shows the code of main.
func TestCompile(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"g := x + 1;", "0 draw x; 1 block 1; 2 g := x + 1; 3 return; 4 blocked"},
		{"g := x; x := 3;", "0 draw x; 1 block 1; 2 g := x; 3 x := 3; 4 return; 5 blocked"},
		{"g, h := h, g;", "0 block 1; 1 $1 := h; 2 $2 := g; 3 g := $1; 4 h := $2; 5 return; 6 blocked"},
		{"g := 2 * x - y + 5;",
			"0 draw x; 1 draw y; 2 block 1; 3 $1 := 2 * x; 4 $2 := $1 - y; 5 g := $2 + 5; 6 return; 7 blocked"},
		{"g := x div 3; h := x mod y;",
			"0 draw x; 1 draw y; 2 block 1; 3 g := x div 3; 4 h := x mod y; 5 return; 6 blocked"},
		{"g := if x < y then x else y;",
			"0 draw x; 1 draw y; 2 block 1; 3 if y <= x goto 6 (unknown: 9); 4 g := x; 5 goto 7; 6 g := y; 7 " +
				"return; 8 blocked; 9 g := ?; 10 goto 7"},
		{"m[x] := m[y] + 1;",
			"0 draw x; 1 draw y; 2 block 1; 3 $1 := m[y]; 4 $2 := $1 + 1; 5 m[x] := $2; 6 return; 7 blocked"},
		{"n := m; n[1] := 2;", "0 block 1; 1 n := map m; 2 n[1] := 2; 3 return; 4 blocked"},
		{"b := x < y && m[x] == 3;",
			"0 draw x; 1 draw y; 2 block 1; 3 $1 := 0; 4 if y <= x goto 8 (unknown: 12); 5 $2 := m[x]; 6 if $2 != " +
				"3 goto 8 (unknown: 12); 7 $1 := 1; 8 b := $1; 9 settle b; 10 return; 11 blocked; 12 $1 := ?; 13 goto " +
				"8"},
		{"assume x == 5;", "0 draw x; 1 if x != 5 goto 4 (unknown: holds); 2 block 1; 3 return; 4 blocked"},
		{"assume x < y || y < 3;",
			"0 draw x; 1 draw y; 2 if y > x goto 5 (unknown: 5); 3 if 3 > y goto 5 (unknown: 5); 4 goto 7; 5 " +
				"block 1; 6 return; 7 blocked"},
		{"havoc x;", "0 block 1; 1 mark; 2 draw x; 3 goto 5; 4 retry 2; 5 return; 6 blocked"},
		{"havoc x; assume 0 <= x && x < 10;",
			"0 block 1; 1 mark; 2 draw x (from 0 on); 3 if 0 > x goto 6 (unknown: holds); 4 if 10 <= x goto 6 " +
				"(unknown: holds); 5 goto 7; 6 retry 2; 7 return; 8 blocked"},
		{"havoc b;", "0 block 1; 1 mark; 2 draw b; 3 goto 5; 4 retry 2; 5 return; 6 blocked"},
		{"if (x < 3) { g := 1; } else { g := 2; }",
			"0 draw x; 1 block 1; 2 if 3 <= x goto 9; 3 goto 5; 4 if 3 <= x goto 12 (unknown: holds); 5 block 2; " +
				"6 g := 1; 7 return; 8 if 3 > x goto 12 (unknown: holds); 9 block 3; 10 g := 2; 11 return; 12 blocked"},
		{"if (*) { g := 1; } else { g := 2; }",
			"0 block 1; 1 clear; 2 open 0; 3 open 1; 4 way; 5 block 2; 6 g := 1; 7 return; 8 block 3; 9 g := 2; " +
				"10 return; 11 blocked"},
		{"while (x < 3) { x := x + 1; }",
			"0 draw x; 1 block 1; 2 block 2; 3 if 3 > x goto 9; 4 goto 6; 5 if 3 > x goto 12 (unknown: holds); 6 " +
				"block 3; 7 return; 8 if 3 <= x goto 12 (unknown: holds); 9 block 4; 10 x := x + 1; 11 goto 2; 12 " +
				"blocked"},
		{"call g := f(x, 3);", "0 draw x; 1 block 1; 2 call 0; 3 return; 4 blocked"},
		{"g := 99999999999999999999;", "0 block 1; 1 g := 99999999999999999999; 2 return; 3 blocked"},
		{"g := u(x);", "0 draw x; 1 block 1; 2 refuse the function u at test.bpl:6:3; 3 return; 4 blocked"},
		{"havoc x; assume x == 3 || x == 5;",
			"0 block 1; 1 mark; 2 draw x; 3 pick 0; 4 goto 11; 5 x := 3; 6 given x; 7 goto 11; 8 x := 5; 9 given " +
				"x; 10 goto 11; 11 if x == 3 goto 16 (unknown: 18); 12 if x == 5 goto 16 (unknown: 18); 13 goto 15; " +
				"14 goto 16; 15 retry 2; 16 return; 17 blocked; 18 clear; 19 if x != 3 goto 21 (unknown: 20); 20 open " +
				"0; 21 if x != 5 goto 23 (unknown: 22); 22 open 1; 23 way; 24 if x != 3 goto 15 (unknown: holds); 25 " +
				"goto 16; 26 if x != 5 goto 15 (unknown: holds); 27 goto 16"},
		{"havoc m; assume (forall i: int :: m[i] == (if 0 <= i && i < x then 7 else n[i]));",
			"0 draw x; 1 draw n; 2 block 1; 3 mark; 4 $1 := 0 + 7; 5 fill 0; 6 goto 8; 7 retry 4; 8 return; 9 " +
				"blocked"},
		{"b := (forall i: int :: 0 <= i && i < x ==> m[i] != 7);",
			"0 draw x; 1 block 1; 2 b := every 0; 3 settle b; 4 return; 5 blocked"},
		{"v := add(v, 3bv8);", "0 draw v (width 8); 1 block 1; 2 second := 3; 3 v := bits bvadd of v; 4 return; 5 blocked"},
		{"g := old(h);", "0 block 1; 1 g := old(h); 2 return; 3 blocked"},
		{"g := 0 - x + y;", "0 draw x; 1 draw y; 2 block 1; 3 $1 := 0 - x; 4 g := $1 + y; 5 return; 6 blocked"},
		{"m := m[x := 1][y := 2];", "0 draw x; 1 draw y; 2 block 1; 3 m[x] := 1; 4 m[y] := 2; 5 return; 6 blocked"},
		{"havoc x; assume 3 <= x; assume x <= 7 && x <= 9 && 2 <= x;",
			"0 block 1; 1 mark; 2 draw x (from 3 on) (up to 7); 3 range 3 > x goto 8 (unknown: holds); 4 if x > 7 " +
				"goto 8 (unknown: holds); 5 if x > 9 goto 8 (unknown: holds); 6 if 2 > x goto 8 (unknown: holds); 7 " +
				"goto 9; 8 retry 2; 9 return; 10 blocked"},
		{"havoc s; b := s[x];",
			"0 draw x; 1 block 1; 2 mark; 3 draw s (width 1); 4 goto 6; 5 retry 3; 6 b := s[x]; 7 settle b; 8 " +
				"return; 9 blocked"},
		{"x := 1; if (*) { g := x; } else { havoc x; g := x; }",
			"0 block 1; 1 x := 1; 2 clear; 3 open 0; 4 open 1; 5 way; 6 block 2; 7 g := x; 8 return; 9 block 3; " +
				"10 mark; 11 draw x; 12 goto 14; 13 retry 11; 14 g := x; 15 return; 16 blocked"},
		{"b := c;", "0 draw c; 1 block 1; 2 b := c; 3 return; 4 blocked"},
		{"b := m == n;", "0 draw n; 1 block 1; 2 b := map m == n; 3 settle b; 4 return; 5 blocked"},
		{"b := s == s[x := true];",
			"0 draw x; 1 draw s (width 1); 2 block 1; 3 $1 := map s; 4 $1[x] := 1; 5 b := words s == $1; 6 settle " +
				"b; 7 return; 8 blocked"},
		{"b := w == w[true := 1];",
			"0 draw w; 1 block 1; 2 refuse equality of maps with few indices at test.bpl:6:3; 3 settle b; 4 " +
				"return; 5 blocked"},
		{"b := c && x < y;",
			"0 draw x; 1 draw y; 2 draw c; 3 block 1; 4 $1 := 0; 5 if y <= x goto 8 (unknown: 12); 6 unless c " +
				"goto 8 (unknown: 12); 7 $1 := 1; 8 b := $1; 9 settle b; 10 return; 11 blocked; 12 $1 := ?; 13 goto 8"},
		{"v := v[8:4] ++ v[4:0];",
			"0 draw v (width 8); 1 block 1; 2 $1 := bits extract from 4 on of v; 3 $2 := bits extract from 0 on " +
				"of v; 4 second := $2; 5 v := bits concat of $1; 6 return; 7 blocked"},
		{"assume !(b || x < 3);",
			"0 draw x; 1 draw b; 2 if 3 > x goto 6 (unknown: 4); 3 if b goto 6 (unknown: 4); 4 block 1; 5 return; " +
				"6 blocked"},
		{"assume x != y;", "0 draw x; 1 draw y; 2 if x == y goto 5 (unknown: holds); 3 block 1; 4 return; 5 blocked"},
		{"n := if b then m else n[x := 1];",
			"0 draw x; 1 draw n; 2 draw b; 3 block 1; 4 unless b goto 7 (unknown: 12); 5 n := map m; 6 goto 10; 7 " +
				"$1 := map n; 8 $1[x] := 1; 9 n := map $1; 10 return; 11 blocked; 12 n := ?; 13 goto 10"},
		{"m[x] := 1; m[y] := m[x];", "0 draw x; 1 draw y; 2 block 1; 3 m[x] := 1; 4 $1 := m[x]; 5 m[y] := $1; 6 return; 7 blocked"},
		{"g := x * y; h := -1 * x;", "0 draw x; 1 draw y; 2 block 1; 3 g := x * y; 4 h := -1 * x; 5 return; 6 blocked"},
		{"b := (if x < 3 then c else x == y);",
			"0 draw x; 1 draw y; 2 draw c; 3 block 1; 4 if 3 <= x goto 7 (unknown: 11); 5 b := c; 6 goto 8; 7 b " +
				":= x == y; 8 settle b; 9 return; 10 blocked; 11 b := ?; 12 goto 8"},
		{"assume 0 <= x && x <= 255; g := x;",
			"0 draw x; 1 range 0 > x goto 6 (unknown: holds); 2 if x > 255 goto 6 (unknown: holds); 3 block 1; 4 " +
				"g := x; 5 return; 6 blocked"},
	} {
		c := compiled(t, x.body)
		if got := c.listing(c.procs[c.p.Entry].entry); got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.body, got, x.want)
		}
	}
}

// TestStart shows what is before main: values of globals, of which some are not used, and of its parameters.
func TestStart(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"x := g + p; m[1] := 2;", "0 draw g; 1 draw h (unused); 2 draw m; 3 draw p; 4 draw q; 5 call 1"},
		{"g := 1; x := g; call y := f(h, 1);", "0 draw g (unused); 1 draw h; 2 draw m (unused); 3 draw p; 4 draw q; 5 call 2"},
		{"call reads();", "0 draw g; 1 draw h (unused); 2 draw m (unused); 3 draw p; 4 draw q; 5 call 2"},
		{"g := old(g) + 1;", "0 draw g; 1 draw h (unused); 2 draw m (unused); 3 draw p; 4 draw q; 5 call 1"},
	} {
		c := compiled(t, x.body)
		if got := c.listing(c.start); got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.body, got, x.want)
		}
	}
}
