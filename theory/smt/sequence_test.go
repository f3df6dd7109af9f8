package smt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/sequence"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smt"
)

// Lists of calls test a session against a model that has all points of a small world,
// with an evaluator of its own.

// point is an interpretation of all symbols: two integers, a function and an array over
// 0, 1, 2, and a Boolean.
type point struct {
	x, y int
	f    [3]int
	a    [3]bool
	b    bool
}

// world lists all points.
func world() (ps []point) {
	for n := range 3 * 3 * 27 * 8 * 2 {
		digit := func(base int) int { d := n % base; n /= base; return d }
		p := point{x: digit(3), y: digit(3), b: digit(2) > 0}
		for i := range 3 {
			p.f[i], p.a[i] = digit(3), digit(2) > 0
		}
		ps = append(ps, p)
	}
	return ps
}

// expr is a formula, or a number from 0 to 2.
type expr struct {
	op   string
	n    int
	args []expr
}

func (e expr) String() string {
	switch {
	case e.op == "num":
		return fmt.Sprint(e.n)
	case len(e.args) == 0:
		return e.op
	}
	var b strings.Builder
	b.WriteString("(" + e.op)
	if e.op == "+<=" {
		fmt.Fprint(&b, " ", e.n)
	}
	for _, a := range e.args {
		b.WriteString(" " + a.String())
	}
	return b.String() + ")"
}

// number evaluates a number; holds evaluates a formula.
func (e expr) number(p *point) int {
	switch e.op {
	case "x":
		return p.x
	case "y":
		return p.y
	case "f":
		return p.f[e.args[0].number(p)]
	case "ite":
		if !e.args[0].holds(p) {
			return e.args[2].number(p)
		}
		return e.args[1].number(p)
	}
	return e.n
}

func (e expr) holds(p *point) bool {
	switch e.op {
	case "b":
		return p.b
	case "not":
		return !e.args[0].holds(p)
	case "and":
		return e.args[0].holds(p) && e.args[1].holds(p)
	case "or":
		return e.args[0].holds(p) || e.args[1].holds(p)
	case "xor":
		return e.args[0].holds(p) != e.args[1].holds(p)
	case "=":
		return e.args[0].number(p) == e.args[1].number(p)
	case "+<=": // a + b <= n
		return e.args[0].number(p)+e.args[1].number(p) <= e.n
	case "select":
		return p.a[e.args[0].number(p)]
	case "stored": // what is at one index after a store at another
		i, j := e.args[0].number(p), e.args[1].number(p)
		return i == j && e.args[2].holds(p) || i != j && p.a[j]
	}
	return p.a[e.args[0].number(p)] == e.args[1].holds(p) // same: the store changes nothing
}

func randomNumber(r *rand.Rand, depth int) expr {
	switch k := r.IntN(8); {
	case k < 2:
		return expr{op: "x"}
	case k < 4:
		return expr{op: "y"}
	case k < 5 || depth == 0:
		return expr{op: "num", n: r.IntN(3)}
	case k < 7:
		return expr{op: "f", args: []expr{randomNumber(r, depth-1)}}
	}
	return expr{op: "ite", args: []expr{randomFormula(r, depth-1), randomNumber(r, depth-1), randomNumber(r, depth-1)}}
}

func randomFormula(r *rand.Rand, depth int) expr {
	n := func() expr { return randomNumber(r, max(depth-1, 0)) }
	f := func() expr { return randomFormula(r, max(depth-1, 0)) }
	switch k := r.IntN(12); {
	case k == 0:
		return expr{op: "b"}
	case k < 3:
		return expr{op: "=", args: []expr{n(), n()}}
	case k < 5:
		return expr{op: "+<=", n: r.IntN(5), args: []expr{n(), n()}}
	case k == 5 || depth == 0:
		return expr{op: "select", args: []expr{n()}}
	case k == 6:
		return expr{op: "stored", args: []expr{n(), n(), f()}}
	case k == 7:
		return expr{op: "same", args: []expr{n(), f()}}
	case k == 8:
		return expr{op: "not", args: []expr{f()}}
	}
	return expr{op: []string{"and", "or", "xor"}[r.IntN(3)], args: []expr{f(), f()}}
}

// worldly makes terms of a store.
type worldly struct {
	st   *smt.Store
	x, y smt.Int
	f    smt.Fun1[smt.Int, smt.Int]
	a    smt.Array[smt.Int, smt.Bool]
	b    smt.Bool
}

func newWorldly() *worldly {
	st := smt.NewStore()
	return &worldly{st, st.Int("x"), st.Int("y"), smt.NewFun1("f", st.IntSort(), st.IntSort()),
		smt.ArrayOf(st.IntSort(), st.BoolSort()).Const("a"), st.Bool("b")}
}

// bounds returns the formula that all values are in the world.
func (w *worldly) bounds() smt.Bool {
	var fs []smt.Bool
	numbers := []smt.Int{w.x, w.y}
	for i := range int64(3) {
		numbers = append(numbers, w.f.At(w.st.IntVal(i)))
	}
	for _, n := range numbers {
		fs = append(fs, n.Ge(w.st.IntVal(0)), n.Le(w.st.IntVal(2)))
	}
	return w.st.And(fs...)
}

func (w *worldly) number(e expr) smt.Int {
	switch e.op {
	case "x":
		return w.x
	case "y":
		return w.y
	case "f":
		return w.f.At(w.number(e.args[0]))
	case "ite":
		return smt.Ite(w.formula(e.args[0]), w.number(e.args[1]), w.number(e.args[2]))
	}
	return w.st.IntVal(int64(e.n))
}

func (w *worldly) formula(e expr) smt.Bool {
	switch e.op {
	case "b":
		return w.b
	case "not":
		return w.formula(e.args[0]).Not()
	case "and":
		return w.formula(e.args[0]).And(w.formula(e.args[1]))
	case "or":
		return w.formula(e.args[0]).Or(w.formula(e.args[1]))
	case "xor":
		return w.formula(e.args[0]).Xor(w.formula(e.args[1]))
	case "=":
		return w.number(e.args[0]).Eq(w.number(e.args[1]))
	case "+<=":
		return w.number(e.args[0]).Add(w.number(e.args[1])).Le(w.st.IntVal(int64(e.n)))
	case "select":
		return w.a.Select(w.number(e.args[0]))
	case "stored":
		return w.a.Store(w.number(e.args[0]), w.formula(e.args[2])).Select(w.number(e.args[1]))
	}
	return w.a.Eq(w.a.Store(w.number(e.args[0]), w.formula(e.args[1])))
}

// sessionState is the model: the points of the world where the assertions hold, by
// scope.
type sessionState struct {
	world  []point
	cfg    sessionConfig
	scopes [][]point
}

// sessionConfig is the random part of a smt.Config.
type sessionConfig struct {
	seed          uint64
	conflicts     int64 // 0: no limit
	checks, proof bool
}

func (s *sessionState) String() string { return fmt.Sprintf("%+v", s.cfg) }

func (s *sessionState) points() []point { return s.scopes[len(s.scopes)-1] }

func among(ps []point, fs ...expr) (kept []point) {
	for i := range ps {
		if !slices.ContainsFunc(fs, func(f expr) bool { return !f.holds(&ps[i]) }) {
			kept = append(kept, ps[i])
		}
	}
	return kept
}

// sessionUnder is the system.
type sessionUnder struct {
	*worldly
	s      *smt.Session
	tape   strings.Builder // the recording of s
	end    func() error
	scopes [][]expr
	ids    map[smt.ID]expr // except for the bounds
}

// record begins a recording of the session, and replays the one before.
func (x *sessionUnder) record() error {
	if x.end != nil {
		if err := errors.Join(x.end(), replay("recording", x.tape.String())); err != nil {
			return fmt.Errorf("%w\n%s", err, x.tape.String())
		}
	}
	x.tape.Reset()
	x.end = x.s.Record(&x.tape)
	return nil
}

// begin makes a session with the assertions in force.
func (x *sessionUnder) begin(cfg sessionConfig) error {
	c := smt.Config{Seed: cfg.seed, Conflicts: cfg.conflicts, CheckModels: cfg.checks}
	if cfg.proof {
		c.Proof = io.Discard
	}
	x.s, x.ids = smt.NewSession(x.st, c), map[smt.ID]expr{}
	err := x.record()
	x.s.Assert(x.bounds())
	for i, fs := range x.scopes {
		if i > 0 {
			x.s.Push()
		}
		for _, f := range fs {
			x.ids[x.s.Assert(x.formula(f))] = f
		}
	}
	return err
}

// sessionCall is a call.
type sessionCall struct {
	op  string
	fs  []expr // asserted or assumed
	n   int
	cfg sessionConfig
}

func (c *sessionCall) String() string {
	switch c.op {
	case "options":
		return fmt.Sprintf("options %+v", c.cfg)
	case "core", "check":
		return fmt.Sprintf("%s %d %v", c.op, c.n, c.fs)
	}
	return fmt.Sprintf("%s %v", c.op, c.fs)
}

func randomSessionConfig(r *rand.Rand) sessionConfig {
	return sessionConfig{r.Uint64N(4), max(0, r.Int64N(6)-2), r.IntN(2) == 0, r.IntN(4) == 0}
}

func randomSessionCall(r *rand.Rand, s *sessionState) sequence.Call[*sessionState, *sessionUnder] {
	c := &sessionCall{}
	switch k := r.IntN(24); {
	case k < 8:
		c.op, c.fs = "assert", []expr{randomFormula(r, r.IntN(4))}
	case k < 10:
		c.op = "push"
	case k < 12:
		c.op = "pop"
	case k < 13:
		c.op = "fork"
	case k < 14:
		c.op, c.cfg = "options", randomSessionConfig(r)
	case k < 16:
		c.op = "models"
	default:
		c.op, c.n = []string{"check", "check", "core"}[r.IntN(3)], r.IntN(8)
		for range r.IntN(4) {
			c.fs = append(c.fs, randomFormula(r, r.IntN(3)))
		}
	}
	return c
}

func (c *sessionCall) Possible(s *sessionState) bool { return c.op != "pop" || len(s.scopes) > 1 }

func (c *sessionCall) Next(s *sessionState) *sessionState {
	n := len(s.scopes)
	t := &sessionState{s.world, s.cfg, slices.Clone(s.scopes)}
	switch c.op {
	case "assert":
		t.scopes[n-1] = among(s.points(), c.fs...)
	case "push":
		t.scopes = append(t.scopes, s.points())
	case "pop":
		t.scopes = t.scopes[:n-1]
	case "options":
		t.cfg = c.cfg
	}
	return t
}

// Smaller drops formulas, and replaces formulas by their parts.
func (c *sessionCall) Smaller() (out []sequence.Call[*sessionState, *sessionUnder]) {
	with := func(fs []expr) {
		d := *c
		d.fs = fs
		out = append(out, &d)
	}
	for i, f := range c.fs {
		if c.op != "assert" {
			with(slices.Delete(slices.Clone(c.fs), i, i+1))
		}
		for _, p := range f.args {
			if !slices.Contains([]string{"x", "y", "num", "f", "ite"}, p.op) {
				fs := slices.Clone(c.fs)
				fs[i] = p
				with(fs)
			}
		}
	}
	return out
}

// told is the result of a call.
type told struct {
	smt.Result
	err     error
	at      *point
	core    *smt.Core
	because []expr // the core
	models  map[[2]int]bool
}

func (c *sessionCall) Run(x *sessionUnder) any {
	top := len(x.scopes) - 1
	switch c.op {
	case "assert":
		x.scopes[top] = append(x.scopes[top], c.fs[0])
		x.ids[x.s.Assert(x.formula(c.fs[0]))] = c.fs[0]
	case "push":
		x.scopes = append(x.scopes, nil)
		x.s.Push()
	case "pop":
		x.scopes = x.scopes[:top]
		x.s.Pop()
	case "fork":
		x.s = x.s.Fork()
		return told{err: x.record()}
	case "options":
		return told{err: x.begin(c.cfg)}
	case "models":
		return x.models()
	default:
		return x.ask(c)
	}
	return told{}
}

// models finds the values of x and y in all models.
func (x *sessionUnder) models() (a told) {
	a.models = map[[2]int]bool{}
	for m, err := range x.s.Models(context.Background(), x.x, x.y) {
		if err != nil {
			a.err = err
			break
		}
		xy := [2]int{x.value(m, x.x), x.value(m, x.y)}
		if a.models[xy] {
			a.err = fmt.Errorf("the model with %v comes twice", xy)
			break
		}
		a.models[xy] = true
	}
	return a
}

func (x *sessionUnder) value(m *smt.Model, n smt.Int) int {
	v, err := m.Int(n)
	if err != nil {
		panic(err)
	}
	return int(v.Int64())
}

// ask checks; one check in eight under a context that is done.
func (x *sessionUnder) ask(c *sessionCall) (a told) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if c.n == 0 {
		cancel()
	}
	assumed := map[smt.Bool]expr{}
	var fs []smt.Bool
	for _, f := range c.fs {
		fs = append(fs, x.formula(f))
		assumed[fs[len(fs)-1]] = f
	}
	a.Result, a.err = x.s.Check(ctx, fs...)
	switch {
	case c.n == 0 && errors.Is(a.err, context.Canceled):
		return told{Result: smt.Result{Reason: smt.Reason{Kind: reason.Interrupt}}}
	case a.err != nil:
	case a.Status == smt.Sat:
		x.read(&a)
	case a.Status == smt.Unsat && c.op == "core":
		var core smt.Core
		if c.n%2 == 0 {
			core, a.err = x.s.Core(ctx)
		} else {
			core, a.err = x.s.MinimizeCore(ctx, 0)
		}
		a.core = &core
		for _, id := range core.Assertions {
			if id > 1 { // 1: the bounds
				a.because = append(a.because, x.ids[id])
			}
		}
		for _, f := range core.Assumptions {
			a.because = append(a.because, assumed[f])
		}
	}
	return a
}

// read reads the point of a model.
func (x *sessionUnder) read(a *told) {
	m, err := x.s.Model()
	if err != nil {
		a.err = err
		return
	}
	a.at = &point{x: x.value(m, x.x), y: x.value(m, x.y)}
	a.at.b, _ = m.Bool(x.b)
	for i := range a.at.f {
		a.at.f[i] = x.value(m, x.f.At(x.st.IntVal(int64(i))))
		a.at.a[i], _ = m.Bool(x.a.Select(x.st.IntVal(int64(i))))
	}
}

func (c *sessionCall) Judge(s *sessionState, result any) error {
	a := result.(told)
	ps := among(s.points(), c.fs...)
	switch {
	case c.op != "check" && c.op != "core" && c.op != "models":
		return a.err
	case a.err != nil && (s.cfg.conflicts == 0 || errors.Is(a.err, reason.Internal)):
		return a.err
	case c.op == "models":
		want := map[[2]int]bool{}
		for _, p := range ps {
			want[[2]int{p.x, p.y}] = true
		}
		for xy := range a.models {
			if !want[xy] {
				return fmt.Errorf("a model with x and y %v, want %v", xy, want)
			}
		}
		if a.err == nil && len(a.models) < len(want) {
			return fmt.Errorf("models with x and y %v, want %v", a.models, want)
		}
	case a.err != nil: // the limit
	case a.Reason.Kind == reason.Interrupt:
	case a.Status == smt.Unknown && s.cfg.conflicts == 0:
		return fmt.Errorf("unknown: %s", a.Reason)
	case a.Status == smt.Sat && !slices.Contains(ps, *a.at):
		return fmt.Errorf("sat, but %+v is not a model", *a.at)
	case a.Status == smt.Unsat && len(ps) > 0:
		return fmt.Errorf("unsat, but %+v is a model", ps[0])
	case a.core != nil:
		return judgeCore(s.world, a)
	}
	return nil
}

// judgeCore evaluates a core in all points of the world.
func judgeCore(all []point, a told) error {
	if ps := among(all, a.because...); len(ps) > 0 {
		return fmt.Errorf("core %v, but %+v is a model", a.because, ps[0])
	}
	if !a.core.Minimal || !slices.Contains(a.core.Assertions, 1) {
		return nil // without the bounds a core is about more than the world
	}
	for i := range a.because {
		if len(among(all, slices.Delete(slices.Clone(a.because), i, i+1)...)) == 0 {
			return fmt.Errorf("core %v is not minimal: without %v", a.because, a.because[i])
		}
	}
	return nil
}

func TestSessionSequences(t *testing.T) {
	all := world()
	sequence.System[*sessionState, *sessionUnder]{
		Start: func(r *rand.Rand) *sessionState {
			return &sessionState{all, randomSessionConfig(r), [][]point{all}}
		},
		New: func(s *sessionState) *sessionUnder {
			x := &sessionUnder{worldly: newWorldly(), scopes: [][]expr{nil}}
			_ = x.begin(s.cfg) // nothing was recorded before
			return x
		},
		Draw:  randomSessionCall,
		Calls: 25,
	}.Test(t, 60)
}
