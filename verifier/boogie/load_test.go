package boogie

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// show writes a term as an S-expression.
func show(st *term.Store, t term.Term) string {
	switch st.Op(t) {
	case term.OpNum:
		return st.Num(t).String()
	case term.OpRat:
		return st.RatValue(t).String()
	case term.OpApp, term.OpBound:
		if st.NumArgs(t) == 0 {
			return st.SymName(st.Sym(t))
		}
		return "(" + st.SymName(st.Sym(t)) + " " + showAll(st, st.Args(t)) + ")"
	case term.OpForall, term.OpExists:
		q := st.Quant(t)
		s := fmt.Sprintf("(%v (%s) %s", st.Op(t), showAll(st, q.Vars), show(st, q.Body))
		for _, p := range q.Patterns {
			s += " {" + showAll(st, p) + "}"
		}
		return s + ")"
	}
	if st.NumArgs(t) == 0 {
		return st.Op(t).String()
	}
	return fmt.Sprintf("(%v %s)", st.Op(t), showAll(st, st.Args(t)))
}

func showAll(st *term.Store, ts []term.Term) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = show(st, t)
	}
	return strings.Join(parts, " ")
}

// dump writes a procedure's blocks, one command per line.
func dump(p *prog.Program, q *prog.Proc) string {
	var b strings.Builder
	for _, c := range q.Requires {
		fmt.Fprintf(&b, "requires free=%v %s\n", c.Free, show(p.Store, c.Cond))
	}
	for _, c := range q.Ensures {
		fmt.Fprintf(&b, "ensures free=%v %s\n", c.Free, show(p.Store, c.Cond))
	}
	for _, blk := range q.Blocks {
		fmt.Fprintf(&b, "%s:\n", blk.Label)
		for _, c := range blk.Cmds {
			var names []string
			for _, v := range c.Targets {
				names = append(names, p.Var(v).Name)
			}
			lhs, rhs := strings.Join(names, ","), showAll(p.Store, c.Values)
			switch c.Kind {
			case prog.Assume:
				fmt.Fprintf(&b, "  assume %s\n", show(p.Store, c.Cond))
			case prog.Assert:
				fmt.Fprintf(&b, "  assert %s\n", show(p.Store, c.Cond))
			case prog.Assign:
				fmt.Fprintf(&b, "  %s := %s\n", lhs, rhs)
			case prog.Havoc:
				fmt.Fprintf(&b, "  havoc %s\n", lhs)
			case prog.Call:
				fmt.Fprintf(&b, "  call %s := %s(%s)\n", lhs, p.Proc(c.Callee).Name, rhs)
			case prog.Record:
				fmt.Fprintf(&b, "  record %q %s\n", c.Label, rhs)
			}
		}
		if len(blk.Succs) == 0 {
			b.WriteString("  return\n")
			continue
		}
		b.WriteString("  goto")
		for _, s := range blk.Succs {
			b.WriteString(" " + q.Blocks[s].Label)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestBodies lowers the body of procedure p in each input.
func TestBodies(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"empty", "procedure p() { }", "anon0:\n  return\n"},
		{"blocks", `procedure p() { var x: int; A: x := 1; goto B, C, B; B: assume x > 0; C: }`,
			"A:\n  x := 1\n  goto B C\nB:\n  assume (not (<= x 0))\n  goto C\nC:\n  return\n"},
		{"assumption variables", `procedure p() { var {:assumption} a: bool, b: bool; var c: bool where c; L: a := a && c && b; goto L; }`,
			"anon0_Where:\n  assume c\n  assume a\n  assume b\n  goto L\nL:\n  a := (and a c b)\n  goto L\n"},
		{"unreachable", `procedure p() { return; assume false; L: goto L; }`,
			"anon0:\n  return\nL:\n  goto L\nanon1:\n  assume false\n  goto L\n"},
		{"if", `procedure p(x: int) returns (y: int) { if (x > 0) { y := 1; } else if (*) { y := 2; return; } y := y + 1; }`,
			`anon0:
  goto anon2_Then anon2_Else
anon1:
  y := (+ y 1)
  return
anon2_Then:
  assume (not (<= x 0))
  y := 1
  goto anon1
anon2_Else:
  assume (<= x 0)
  goto anon3_Then anon3_Else
anon3_Then:
  y := 2
  return
anon3_Else:
  goto anon1
`},
		{"if last", `procedure p(x: bool) { if (x) { L: } }`,
			"anon0:\n  goto anon1_Then anon1_Else\nL:\n  return\nanon1_Then:\n  assume x\n  goto L\nanon1_Else:\n  assume (not x)\n  return\n"},
		{"while", `procedure p() { var i: int; i := 0; L: while (i < 9) invariant i >= 0; free invariant i < 100; { i := i + 1; if (*) { break; } if (*) { break L; } } assert i >= 9; }`,
			`anon0:
  i := 0
  goto L
L:
  goto anon2_LoopHead
anon1:
  assert (<= 9 i)
  return
anon2_LoopHead:
  assert (<= 0 i)
  assume (not (<= 100 i))
  goto anon2_LoopDone anon2_LoopBody
anon2_LoopDone:
  assume (<= 9 i)
  goto anon1
anon2_LoopBody:
  assume (not (<= 9 i))
  i := (+ i 1)
  goto anon4_Then anon4_Else
anon3:
  goto anon5_Then anon5_Else
anon4_Then:
  goto anon1
anon4_Else:
  goto anon3
anon5_Then:
  goto anon1
anon5_Else:
  goto anon2_LoopHead
`},
		{"fresh labels", `procedure p() { anon7: if (*) { } }`,
			"anon7:\n  goto anon8_Then anon8_Else\nanon8_Then:\n  return\nanon8_Else:\n  return\n"},
		{"reals", `procedure p(x: real, i: int) returns (y: real) { y := -1.5e1 * x + real(i) / 3 - 1 / 4; assert int(y) < 2 || x >= 0.5; }`,
			"anon0:\n  y := (+ (+ (* -15 x) (/ (to_real i) 3)) (* -1 (/ 1 4)))\n  assert (or (not (<= 2 (to_int y))) (<= 1/2 x))\n  return\n"},
		{"lambdas", `procedure p(x: int) returns (m: [int]int, n: [int,bool]int) { m := (lambda i: int :: i + (x + 1)); m := (lambda k: int :: k + x);
			n := (lambda i: int, b: bool :: if b then m[i] else m[x]); }`,
			"anon0:\n  m := (lambda (+ x 1))\n  m := (lambda x)\n  n := (lambda (select m x) m)\n  return\n"},
		{"let", `procedure p(x: int) returns (y: int) { y := (var a, b := x + 1, x; (var a := a * b; a + b)); }`, "anon0:\n  y := (+ (* (+ x 1) x) x)\n  return\n"},
		{"visibility", `procedure p() { hide *; push; reveal p; pop; }`, "anon0:\n  return\n"},
		{"old", `var g: int; procedure p(x: int) returns (y: int); modifies g; requires g > x; free requires g > 1; ensures g == old(g + x) + y; free ensures y > 0;
			implementation p(a: int) returns (y: int) { g := old(g) + a; assert old(old(g) + a) == g; }`,
			`requires free=false (not (<= g a))
requires free=true (not (<= g 1))
ensures free=false (= g (+ (+ old(g) a) y))
ensures free=true (not (<= y 0))
anon0:
  g := (+ old(g) a)
  assert (= (+ old(g) a) g)
  return
`},
		{"where", `var g: int where g > 0; procedure q() returns (r: int where r > 5); modifies g; ensures r < 9;
			procedure p(a: int where a > 1) returns (z: int where z > 2); modifies g; implementation p(a: int) returns (z: int) { var l: int where l > a; var k: int; havoc l, k, l; call z := q(); g := l; }`,
			`ensures free=true (not (<= z 2))
anon0:
  assume (not (<= g 0))
  assume (not (<= a 1))
  assume (not (<= z 2))
  assume (not (<= l a))
  havoc l,k
  assume (not (<= l a))
  call z := q()
  assume (not (<= g 0))
  g := l
  return
`},
		{"where at a loop head", `procedure p() { var l: int where l > 0; L: goto L; }`,
			"anon0_Where:\n  assume (not (<= l 0))\n  goto L\nL:\n  goto L\n"},
		{"maps", `type K; var m: [int]int; var n: [int][int]int; var o: [int,bool]K; const k: K;
			procedure p(); modifies m, n, o; implementation p() { m[1] := m[2]; n[1][2] := 3; o[1,true] := k; m, n := m[1 := 2], n[0 := m]; assume o[1,false := k] == o; }`,
			`anon0:
  m := (store m 1 (select m 2))
  n := (store n 1 (store (select n 1) 2 3))
  o := (store o 1 (store (select o 1) true k))
  m,n := (store m 1 2) (store n 0 m)
  assume (= (store o 1 (store (select o 1) false k)) o)
  return
`},
		{"operators", `procedure p(x, y: int, a, b: bool) { var z: int; z := -x - -3 * y; z := x * 2; z := 1 + 2 + x; z := x div y mod 3; z := if a then x else y;
			assume a ==> b ==> a; assume a <== b; assume (a <==> b) == (x != y); assume a && b && !a; assume x < y || x >= y; }`,
			`anon0:
  z := (+ (* -1 x) (* -1 (* -3 y)))
  z := (* 2 x)
  z := (+ 1 2 x)
  z := (mod (div x y) 3)
  z := (ite a x y)
  assume (or (not a) (or (not b) a))
  assume (or (not b) a)
  assume (= (= a b) (not (= x y)))
  assume (and a b (not a))
  assume (or (not (<= y x)) (<= y x))
  return
`},
		{"functions", `function u(int) : int; function {:inline} f(x: int) returns (r: int) { u(x) + x } function g(w, y: int) : int { f(f(y)) }
			function {:builtin "div"} d(int, int) : int; function {:builtin "mod"} m(int, int) : int; function {:builtin "rem"} r(int, int) : int;
			procedure p(x: int) { var z: int; z := g(7, x); z := d(x, 2) + m(x, 3); z := r(x, 4); z := r(x, -4); z := r(4, x); }`,
			`anon0:
  z := (+ (u (+ (u x) x)) (+ (u x) x))
  z := (+ (div x 2) (mod x 3))
  z := (mod x 4)
  z := (* -1 (mod x -4))
  z := (ite (<= 0 x) (mod 4 x) (* -1 (mod 4 x)))
  return
`},
		{"quantifiers in quantifiers", `function f(int, int) : int; procedure p(b: bool) {
			assume (forall x: int :: (forall y: int :: (forall z: int :: f(y, 1) > f(z, 2))));
			assume (forall x: int :: (forall y: int :: {f(x, y)} f(y, 1) > 0));
			assume (exists x: int :: (forall y: int :: (exists z: int :: f(x, y) > 0)));
			assume (forall x: int :: (exists y: int :: b)); }`,
			`anon0:
  assume (forall (y z) (not (<= (f y 1) (f z 2))))
  assume (forall (x) (forall (y) (not (<= (f y 1) 0)) {(f x y)}))
  assume (exists (x) (forall (y) (not (<= (f x y) 0))))
  assume b
  return
`},
		{"quantifiers", `function f(int) : int; function {:inline} i(x: int) : int { x + 1 } procedure p(x: int) {
			assume (forall x: int, b: bool :: {:q} {f(x), if b then f(x) else f(x)} {i(x), if b then 1 else 2} {:r 1} f(x) == 0 && b);
			assume (exists y: int :: {f(y)} {f(i(y))} {f(x), y + 0} (forall z: int :: z + y == x)); }`,
			`anon0:
  assume (forall (x b) (and (= (f x) 0) b))
  assume (exists (y) (forall (z) (= (+ z y) x)) {(f y)} {(f (+ y 1))})
  return
`},
		{"modifies", `var g: int; procedure q(g: bool); modifies g; procedure p() modifies g; { call q(true); g := (2 : int); }`,
			"anon0:\n  call  := q(true)\n  g := 2\n  return\n"},
		{"calls", `procedure boogie_si_record_int(x: int); procedure q(a, b: int) returns (c, d: int) { }
			procedure p() returns (x, y: int) { call {:cexpr "a->b"} boogie_si_record_int(x + 1); call boogie_si_record_int(2); call {:si_unique_call 1} y, x := q(x, 3); }`,
			"anon0:\n  record \"a->b\" (+ x 1)\n  record \"\" 2\n  call y,x := q(x 3)\n  return\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := load(tc.src)
			if err != nil {
				t.Fatal(err)
			}
			if err := prog.Check(p); err != nil {
				t.Error(err)
			}
			if got := dump(p, p.Lookup("p")); got != tc.want {
				t.Errorf("got\n%swant\n%s", got, tc.want)
			}
		})
	}
}

func TestDeclarations(t *testing.T) {
	p, err := load(`
type ref = i64; type i64 = int; type float;
const unique s, t: int;
const c: ref;
const main: float;
var M: [ref]i64;
axiom c == -5;
axiom (forall x: int :: {sum(x)} sum(x) >= 0);
function sum(n: int) : int { if n <= 0 then 0 else n + sum(n - 1) }
procedure {:inline 1} {:LoopProcedure} {:entrypoint} a();
  modifies M, M;
implementation {:SIextraRecBound 7} a() { }
procedure {:entrypoint} main() modifies M; { call a(); }
procedure b();
implementation {:entrypoint} {:ForceInline} b()
{
  start:
    assume true;
}
`)
	if err != nil {
		t.Fatal(err)
	}
	if err := prog.Check(p); err != nil {
		t.Error(err)
	}
	var axioms []string
	for _, a := range p.Axioms {
		axioms = append(axioms, fmt.Sprintf("%v %s", p.Pos(a.Node), show(p.Store, a.Cond)))
	}
	want := "7,1 (= c -5)|8,1 (forall (x) (<= 0 (sum x)) {(sum x)})|9,10 (forall (n) (= (sum n) (ite (<= n 0) 0 (+ n (sum (+ n (* -1 1)))))) {(sum n)})"
	if got := strings.Join(axioms, "|"); got != want {
		t.Errorf("axioms\n got %s\nwant %s", got, want)
	}
	var consts string
	for _, v := range p.Consts {
		consts += fmt.Sprintf("%s:%v:%s ", p.Var(v).Name, p.Var(v).Unique, p.Store.SortString(p.Sort(v)))
	}
	if want := "s:true:Int t:true:Int c:false:Int main:false:float "; consts != want {
		t.Errorf("constants %q, want %q", consts, want)
	}
	a, b := p.Lookup("a"), p.Lookup("b")
	if len(p.Globals) != 1 || p.Store.SortString(p.Sort(p.Globals[0])) != "(Array Int Int)" || p.Var(p.Globals[0]).Old == 0 {
		t.Errorf("globals %v", p.Globals)
	}
	if !a.Eager || !a.Loop || a.ExtraBound != 7 || a.CountName != "a" || len(a.Modifies) != 1 || p.Pos(a.Node) != (prog.Pos{Line: 12, Col: 37}) {
		t.Errorf("a: %+v", a)
	}
	if !b.Eager || b.Loop || b.ExtraBound != 0 {
		t.Errorf("b: %+v", b)
	}
	// Only the implementation's attribute makes an entry; a procedure with its body is its own implementation.
	if fmt.Sprint(p.Entries) != fmt.Sprint([]prog.ProcID{p.Lookup("main").ID, b.ID}) {
		t.Errorf("entries %v", p.Entries)
	}
	if at, cmd := p.Pos(b.Blocks[0].Node), p.Pos(b.Blocks[0].Cmds[0].Node); at != (prog.Pos{Line: 17, Col: 3}) || cmd != (prog.Pos{Line: 18, Col: 5}) {
		t.Errorf("positions %v %v", at, cmd)
	}
}

// FuzzLoad: any input yields a program or an error with a position.
func FuzzLoad(f *testing.F) {
	f.Add([]byte("type t; const c: t; var g: [int]bv8 where true; function {:inline} f(x: int) : int { x + 1 } axiom (forall x: int :: {f(x)} f(x) > x);"))
	f.Add([]byte("procedure p(x: int) returns (y: int) { L: while (*) invariant x > 0; { if (y == old(x)) { break L; } call y := p(x); goto L; } }"))
	f.Add([]byte("var m: [int,bool][int]int; procedure p(); modifies m; implementation p() { m[1,true][2] := if 1bv8[4:0] ++ 2bv4 == 3bv8 then 1 else 2; }"))
	f.Add([]byte("type F a; type H = <a>[int, F a]a; var h: H; const f: F int; function g<a>(x: a): a { x } axiom (forall<a> x: a :: g(x) == x); procedure p() modifies h; { h[1, f] := g(2); assert (forall<a> i: F a :: h[1, i] == old(h)[1, i]); }"))
	f.Add([]byte("type P a b; function m<a,b>(x: a, y: b): P a b; function s<a>(x: a): int { if x == x then s(x) else 0 } procedure p(r: real) { assert m(1, m(r / 2.5e1, true)) == (var z := m(real(1), (lambda i: int :: i)[1] == int(r)); m(1, z)); }"))
	f.Add([]byte("datatype L<a> { N(), C(h: a, t: L a) } datatype P { P(x: int), Q(x: int), R() } procedure p(l: L int, q: P) { var m: [int]P; m[1]->x := 2; m[0] := q->(x := 1); assert l is C && l->t == N(); P(m[2]->x) := q; }"))
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil || len(files) == 0 {
		f.Fatal("no examples", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	place := regexp.MustCompile(`^f\.bpl:[1-9]\d*:[1-9]\d*: .`)
	f.Fuzz(func(t *testing.T, src []byte) {
		if _, err := Load("f.bpl", src, term.NewStore()); err != nil && !place.MatchString(err.Error()) {
			t.Errorf("error without position: %v", err)
		}
	})
}
