package passes_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// generator writes small random Boogie programs. Procedure i calls procedures
// after i, so that there is no recursion except by loops.
type generator struct {
	r       *rand.Rand
	b       strings.Builder
	asserts bool
	loops   bool
	dense   bool // each block may lead to any
	settled bool // the entry begins by setting globals that nothing else sets
	procs   int
	ins     []int // by procedure
	outs    []int
	bodied  []bool
}

func (g *generator) pick(list ...string) string { return list[g.r.Intn(len(list))] }

// expr returns an Int expression over the variables named.
func (g *generator) expr(vars []string, depth int) string {
	switch n := g.r.Intn(6); {
	case n < 2 || depth == 0:
		return g.pick(vars...)
	case n == 2:
		return strconv.Itoa(g.r.Intn(3))
	case n == 3:
		return g.pick("C", "D", "old(x)", "m[0]", "m[1]", "z", "n[0]", "n["+g.pick(vars...)+"]", "k[1]", "k[2]")
	case n == 4:
		return "(if " + g.cond(vars, depth-1) + " then " + g.expr(vars, depth-1) + " else " + g.expr(vars, depth-1) + ")"
	default:
		return "(" + g.expr(vars, depth-1) + g.pick(" + ", " - ", " * ") + g.expr(vars, depth-1) + ")"
	}
}

func (g *generator) cond(vars []string, depth int) string {
	switch n := g.r.Intn(8); {
	case n == 0:
		return "b"
	case n == 1:
		return "!b"
	case n == 2 && depth > 0:
		return "(" + g.cond(vars, depth-1) + g.pick(" && ", " || ", " ==> ") + g.cond(vars, depth-1) + ")"
	case n < 5:
		return "(" + g.pick(vars...) + g.pick(" == ", " != ") + g.pick("0", "1", g.pick(vars...)) + ")"
	default:
		return "(" + g.expr(vars, 1) + g.pick(" == ", " != ", " < ", " <= ") + g.expr(vars, 1) + ")"
	}
}

func (g *generator) program() string {
	g.procs = 2 + g.r.Intn(3)
	g.b.WriteString("var x: int;\nvar y: int;\nvar b: bool;\nvar m: [int]int;\nvar z: int;\nvar n: [int]int;\nvar k: [int]int;\n")
	g.b.WriteString("const C: int;\naxiom C == D + 1;\nconst D: int;\naxiom D == 0;\nconst N: [int]int;\n")
	for i := 0; i < g.procs; i++ {
		g.ins = append(g.ins, g.r.Intn(3))
		g.outs = append(g.outs, g.r.Intn(2))
		g.bodied = append(g.bodied, i == 0 || g.r.Intn(4) > 0)
	}
	for i := 0; i < g.procs; i++ {
		g.proc(i)
	}
	return g.b.String()
}

func (g *generator) vars(p int) (readable, writable []string) {
	for i := 0; i < g.outs[p]; i++ {
		writable = append(writable, fmt.Sprintf("o%d", i))
	}
	readable = []string{"x", "y"}
	for i := 0; i < g.ins[p]; i++ {
		readable = append(readable, fmt.Sprintf("i%d", i))
	}
	return readable, writable
}

func (g *generator) proc(p int) {
	readable, writable := g.vars(p)
	var ins, outs []string
	for i := 0; i < g.ins[p]; i++ {
		ins = append(ins, fmt.Sprintf("i%d: int", i))
	}
	for i := 0; i < g.outs[p]; i++ {
		outs = append(outs, fmt.Sprintf("o%d: int", i))
	}
	fmt.Fprintf(&g.b, "procedure p%d(%s)", p, strings.Join(ins, ", "))
	if len(outs) > 0 {
		fmt.Fprintf(&g.b, " returns (%s)", strings.Join(outs, ", "))
	}
	if !g.bodied[p] {
		g.b.WriteString(";")
	}
	g.b.WriteString("\n  modifies " + g.pick("x", "x, y", "b, x") + ";\n")
	if g.bodied[p] {
		s := g.b.String()
		g.b.Reset()
		g.b.WriteString(s[:strings.LastIndex(s, "  modifies")] + "  modifies x, y, b, m, z, n, k;\n")
	}
	free := "free "
	if g.asserts && g.r.Intn(2) == 0 {
		free = ""
	}
	if p > 0 && g.r.Intn(3) == 0 {
		fmt.Fprintf(&g.b, "  %srequires %s;\n", free, strings.ReplaceAll(g.cond(readable, 1), "old(x)", "x"))
	}
	if p > 0 && g.r.Intn(3) == 0 {
		fmt.Fprintf(&g.b, "  %sensures %s;\n", free, g.cond(append(writable, readable...), 1))
	}
	if !g.bodied[p] {
		return
	}
	g.b.WriteString("{\n  var l0: int;\n  var l1: int;\n")
	writable = append(writable, "l0", "x", "y")
	if g.r.Intn(2) == 0 {
		writable = append(writable, "l1")
	}
	g.body(p, append(append([]string(nil), readable...), writable...), writable)
	g.b.WriteString("}\n")
}

func (g *generator) body(p int, readable, writable []string) {
	blocks := 2 + g.r.Intn(4)
	for i := 0; i < blocks; i++ {
		fmt.Fprintf(&g.b, " L%d:\n", i)
		for n := 2 + g.r.Intn(4); g.settled && p == 0 && i == 0 && n > 0; n-- {
			g.set()
		}
		for n := g.r.Intn(4); n > 0; n-- {
			g.stmt(p, readable, writable)
		}
		switch {
		case i == blocks-1:
			if p == 0 {
				for range 2 {
					fmt.Fprintf(&g.b, "  assume %s;\n", g.cond(readable, 2))
				}
			}
			g.b.WriteString("  return;\n")
		case g.dense && g.r.Intn(3) > 0:
			fmt.Fprintf(&g.b, "  goto L%d, L%d;\n", g.r.Intn(blocks), g.r.Intn(blocks))
		case g.loops && i > 0 && g.r.Intn(3) == 0:
			fmt.Fprintf(&g.b, "  goto L%d, L%d;\n", 1+g.r.Intn(i), i+1)
		default:
			fmt.Fprintf(&g.b, "  goto L%d, L%d;\n", i+1, i+1+g.r.Intn(blocks-i-1))
		}
	}
}

func (g *generator) stmt(p int, readable, writable []string) {
	switch g.r.Intn(9) {
	case 0:
		fmt.Fprintf(&g.b, "  assume %s;\n", g.cond(readable, 1))
	case 1:
		if g.asserts {
			fmt.Fprintf(&g.b, "  assert %s;\n", g.cond(readable, 1))
		}
	case 2:
		fmt.Fprintf(&g.b, "  havoc %s;\n", g.pick(append(writable, "b")...))
	case 3:
		fmt.Fprintf(&g.b, "  m[%s] := %s;\n", g.pick("0", "1", g.pick(readable...)), g.expr(readable, 1))
	case 4:
		fmt.Fprintf(&g.b, "  x, y := %s, %s;\n", g.expr(readable, 1), g.expr(readable, 1))
	case 5, 6:
		g.call(p, readable, writable)
	case 7:
		fmt.Fprintf(&g.b, "  b := %s;\n", g.cond(readable, 1))
	default:
		fmt.Fprintf(&g.b, "  %s := %s;\n", g.pick(writable...), g.expr(readable, 2))
	}
}

// set sets one of the globals that nothing else sets.
func (g *generator) set() {
	value := g.pick("0", "1", "2", "C", "x")
	switch g.r.Intn(4) {
	case 0:
		fmt.Fprintf(&g.b, "  z := %s;\n", value)
	case 1:
		g.b.WriteString("  n := N;\n")
	case 2:
		fmt.Fprintf(&g.b, "  n[%s] := %s;\n", g.pick("0", "1", "y"), value)
	default:
		fmt.Fprintf(&g.b, "  k[%s] := %s;\n", g.pick("0", "1", "1", "z"), value)
	}
}

func (g *generator) call(p int, readable, writable []string) {
	if p+1 == g.procs {
		return
	}
	c := p + 1 + g.r.Intn(g.procs-p-1)
	args := make([]string, g.ins[c])
	for i := range args {
		args[i] = g.pick("0", "1", g.expr(readable, 1))
	}
	g.b.WriteString("  call ")
	if g.outs[c] > 0 {
		g.b.WriteString(g.pick(writable...) + " := ")
	}
	fmt.Fprintf(&g.b, "p%d(%s);\n", c, strings.Join(args, ", "))
}

// enumerator is an oracle that takes all ways, one by one.
type enumerator struct {
	path, width []int
	pos         int
}

func (e *enumerator) Choose(n int) int {
	if e.pos == len(e.path) {
		e.path, e.width = append(e.path, 0), append(e.width, n)
	}
	e.pos++
	return e.path[e.pos-1]
}

func (e *enumerator) Value(p *prog.Program, v prog.VarID) model.Value {
	switch sort := p.Sort(v); {
	case sort == term.Bool:
		return model.Bool(e.Choose(2) == 1)
	case sort == term.Int:
		return model.Int64(int64(e.Choose(2)))
	default:
		zero, err := model.Zero(p.Store, sort)
		if err != nil {
			panic(err)
		}
		return zero
	}
}

// next goes to the next way, if there is one.
func (e *enumerator) next() bool {
	e.pos = 0
	for len(e.path) > 0 {
		n := len(e.path) - 1
		if e.path[n]++; e.path[n] < e.width[n] {
			return true
		}
		e.path, e.width = e.path[:n], e.width[:n]
	}
	return false
}

// reachable searches for an execution with the given outcome. It returns what it
// found, and whether it has seen all executions.
func reachable(t *testing.T, p *prog.Program, defs []prog.Def, want interp.Outcome) (found *interp.Frame, all bool) {
	t.Helper()
	e := &enumerator{}
	all = true
	for n := 0; ; n++ {
		if n == 3000 {
			return nil, false
		}
		m := constants(t, p, defs)
		out, f, err := interp.Run(p, m, e, 60)
		if err != nil {
			t.Fatal(err)
		}
		if out == want {
			return f, true
		}
		all = all && out != interp.Exhausted
		if !e.next() {
			return nil, all
		}
	}
}

// constants returns a model of the axioms of generated programs.
func constants(t *testing.T, p *prog.Program, defs []prog.Def) *model.Model {
	m := model.New(p.Store, model.Options{})
	for _, v := range p.Consts {
		switch p.Vars[v].Name {
		case "C":
			m.SetConst(p.Vars[v].Term, model.Int64(1))
		case "D":
			m.SetConst(p.Vars[v].Term, model.Int64(0))
		case "N":
			zero, err := model.Zero(p.Store, p.Sort(v))
			if err != nil {
				t.Fatal(err)
			}
			m.SetConst(p.Vars[v].Term, zero)
		}
	}
	return m
}

// assigned returns the small program with globals in place of the constants that stand for settled ones, assigned where the entry takes
// them for equal to these; there it assumes the axioms about them.
func assigned(r *passes.Result) *prog.Program {
	p := *r.Program
	st := p.Store
	p.Vars, p.Globals, p.Procs = slices.Clone(p.Vars), slices.Clone(p.Globals), slices.Clone(p.Procs)
	consts := map[term.Term]prog.VarID{}
	for _, x := range r.Settled {
		if x.Const != 0 {
			p.Vars[x.Const].Kind = prog.Global
			p.Globals = append(p.Globals, x.Const)
			consts[p.Vars[x.Const].Term] = x.Const
		}
	}
	p.Consts = slices.DeleteFunc(slices.Clone(p.Consts), func(v prog.VarID) bool { return p.Vars[v].Kind == prog.Global })
	entry := *p.Procs[p.Entry]
	p.Procs[p.Entry] = &entry
	entry.Blocks = slices.Clone(entry.Blocks)
	for i := range entry.Blocks {
		b := &entry.Blocks[i]
		var cmds []prog.Cmd
		for _, c := range b.Cmds {
			cmds = append(cmds, c)
			if c.Kind != prog.Assume {
				continue
			}
			parts := []term.Term{c.Cond}
			if st.Op(c.Cond) == term.OpAnd {
				parts = st.Args(c.Cond)
			}
			n := len(cmds)
			for _, t := range parts {
				if st.Op(t) != term.OpEq {
					continue
				}
				v, value := consts[st.Arg(t, 0)], st.Arg(t, 1)
				if v == 0 {
					v, value = consts[st.Arg(t, 1)], st.Arg(t, 0)
				}
				if v != 0 {
					cmds = slices.Insert(cmds, n-1, prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{value}})
				}
			}
			if len(cmds) > n {
				for _, a := range p.Axioms {
					cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: a.Cond})
				}
			}
		}
		b.Cmds = cmds
	}
	return &p
}

// spelled returns the frame of the core program that a frame stands for.
func spelled(p *prog.Program, f *interp.Frame) *interp.Frame {
	g := &interp.Frame{Proc: f.Proc, Init: f.Init, Values: f.Values}
	for _, b := range f.Path {
		g.Path = append(g.Path, p.Procs[f.Proc].Blocks[b].Origin...)
	}
	for _, c := range f.Calls {
		g.Calls = append(g.Calls, interp.Child{ID: c.ID, Frame: spelled(p, c.Frame)})
	}
	return g
}

// TestRandomPrograms compares random programs before and after the passes by
// exhaustive execution over a small domain, and replays what is found after
// the passes on the core program.
func TestRandomPrograms(t *testing.T) {
	count := extent.Of(80, 250)
	if s := os.Getenv("MUSTER_RANDOM"); s != "" {
		count, _ = strconv.Atoi(s)
	}
	reached, closed, replayed, settled := 0, 0, 0, 0
	for seed := 0; seed < count; seed++ {
		g := &generator{r: rand.New(rand.NewSource(int64(seed))), asserts: seed%2 == 1, loops: seed%3 == 0, dense: seed%6 == 1 || seed%6 == 2, settled: seed%5 < 3}
		src := g.program()
		load := func() *prog.Program {
			p, err := boogie.Load("random.bpl", []byte(src), term.NewStore())
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			p.Entry = p.Lookup("p0").ID
			return p
		}
		p := load()
		if err := prog.Check(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		prepare := passes.Run
		if seed%2 == 0 {
			prepare = passes.RunSelecting
		}
		r, err := prepare(context.Background(), load(), passes.Options{Entry: "p0", Check: true})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		want := interp.Returned
		if r.Asserts > 0 {
			want = interp.Violated
		}
		before, all := reachable(t, p, nil, want)
		if len(r.Settled) > 0 {
			settled++
		}
		after, allAfter := reachable(t, assigned(r), r.Defs, interp.Returned)
		dump := func() string {
			var b strings.Builder
			prog.Fprint(&b, r.Core)
			b.WriteString("\n======\n")
			prog.Fprint(&b, r.Program)
			return src + "\n======\n" + b.String()
		}
		if before == nil && all && after != nil || before != nil && after == nil && allAfter {
			t.Fatalf("seed %d: reached before: %v, after: %v\n%s", seed, before != nil, after != nil, dump())
		}
		if after == nil {
			if allAfter {
				closed++
			}
			continue
		}
		reached++
		if before != nil {
			replayed++
		}
		root := spelled(r.Program, after)
		root.Init = slices.DeleteFunc(root.Init, func(b interp.Binding) bool { return int(b.Var) >= len(r.Core.Vars) })
		script := &interp.Script{
			Program: r.Core, Model: constants(t, r.Core, r.Defs), Defs: r.Defs, Unchecked: r.Dropped,
			Kept: r.Kept, Root: root,
		}
		_, fail, err := interp.Replay(context.Background(), script, interp.ReplayOptions{Values: true})
		if err != nil || fail != nil {
			t.Fatalf("seed %d: replay: %v, %v\n%s", seed, fail, err, dump())
		}
	}
	t.Logf("%d programs, %d with settled globals: %d reach (%d before too), %d do not", count, settled, reached, replayed, closed)
	if reached < count/4 || closed < count/8 || settled < count/10 {
		t.Errorf("of %d programs, %d with settled globals, only %d reach and %d do not", count, settled, reached, closed)
	}
}
