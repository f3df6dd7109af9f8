package execute

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/rerun"
)

// maker makes random terms over constants.
type maker struct {
	st *term.Store
	r  *rand.Rand
	of map[term.Sort][]term.Term
}

func (m *maker) number() term.Term {
	n := num.FromInt64(int64(m.r.IntN(7)) - 3)
	if m.r.IntN(3) == 0 {
		n = num.FromUint64(m.r.Uint64() >> m.r.IntN(64)).Mul(num.FromInt64(int64(m.r.IntN(3)) - 1))
	}
	return m.st.Numeral(n)
}

// clip makes a choice between a term and another one by a comparison of the first with a number, as where a sum wraps.
func (m *maker) clip(x, y term.Term) term.Term {
	st, n := m.st, m.number()
	cond := st.Le(x, n)
	if m.r.IntN(2) == 0 {
		cond = st.Le(n, x)
	}
	if m.r.IntN(2) == 0 {
		return st.Ite(st.Not(cond), y, x)
	}
	return st.Ite(cond, x, y)
}

func (m *maker) term(sort term.Sort, depth int) term.Term {
	st, r := m.st, m.r
	if depth == 0 || r.IntN(6) == 0 {
		if sort == term.Int && r.IntN(2) == 0 {
			return m.number()
		}
		return m.of[sort][r.IntN(len(m.of[sort]))]
	}
	sub := func(s term.Sort) term.Term { return m.term(s, depth-1) }
	if sort == term.Int && r.IntN(5) == 0 {
		return m.clip(sub(term.Int), sub(term.Int))
	}
	if r.IntN(5) == 0 {
		return st.Ite(sub(term.Bool), sub(sort), sub(sort))
	}
	vector := st.BitVecSort(8)
	array := st.ArraySort(term.Int, term.Int)
	switch sort {
	case term.Bool:
		switch r.IntN(7) {
		case 0:
			return st.Not(sub(term.Bool))
		case 1:
			return st.And(sub(term.Bool), sub(term.Bool), sub(term.Bool))
		case 2:
			return st.Or(sub(term.Bool), sub(term.Bool))
		case 3:
			return st.Eq(sub(term.Int), sub(term.Int))
		case 4:
			return st.Distinct(sub(term.Int), sub(term.Int), sub(term.Int))
		case 5:
			return st.BvSle(sub(vector), sub(vector))
		}
		return st.Le(sub(term.Int), sub(term.Int))
	case term.Int:
		switch r.IntN(8) {
		case 0:
			return st.Mul(sub(term.Int), sub(term.Int))
		case 1:
			return st.Sub(sub(term.Int), sub(term.Int))
		case 2:
			return st.Div(sub(term.Int), st.Int(int64(r.IntN(7))-9))
		case 3:
			return st.Mod(sub(term.Int), st.Int(1+int64(r.IntN(300))))
		case 4:
			return st.BvToInt(sub(vector))
		case 5:
			return st.Select(sub(array), st.Mod(sub(term.Int), st.Int(3)))
		}
		return st.Add(sub(term.Int), sub(term.Int), sub(term.Int))
	case array:
		return st.Store(sub(array), st.Mod(sub(term.Int), st.Int(3)), sub(term.Int))
	}
	switch r.IntN(9) {
	case 0:
		return st.BvAdd(sub(vector), sub(vector))
	case 1:
		return st.BvMul(sub(vector), sub(vector))
	case 2:
		return st.BvUdiv(sub(vector), sub(vector))
	case 3:
		return st.BvShl(sub(vector), sub(vector))
	case 4:
		return st.BvAshr(sub(vector), sub(vector))
	case 5:
		return st.Concat(st.Extract(6, 3, sub(vector)), st.Extract(3, 0, sub(vector)))
	case 6:
		return st.IntToBv(8, sub(term.Int))
	case 7:
		return st.SignExtend(4, st.Extract(4, 1, sub(vector)))
	}
	return st.BvXor(sub(vector), st.BvNeg(sub(vector)))
}

// random is a program of a procedure that havocs some variables, and then changes them; in the middle, it goes one of two ways.
type random struct {
	maker
	p    *prog.Program
	q    *prog.Proc
	vars []prog.VarID
}

func newRandom(seed uint64) *random {
	st := term.NewStore()
	x := &random{maker: maker{st: st, r: rand.New(rand.NewPCG(seed, 3)), of: map[term.Sort][]term.Term{}}, p: &prog.Program{Store: st, File: "random"}}
	x.q = &prog.Proc{Name: "main", Blocks: make([]prog.Block, 4)}
	for _, s := range []term.Sort{term.Int, term.Bool, st.BitVecSort(8), st.ArraySort(term.Int, term.Int)} {
		for range 2 {
			v := x.p.NewVar("x", prog.Local, s, 0)
			x.vars, x.q.Locals = append(x.vars, v), append(x.q.Locals, v)
			x.of[s] = append(x.of[s], x.p.Var(v).Term)
		}
	}
	x.p.Procs = []*prog.Proc{x.q}
	cond := x.term(term.Bool, 3)
	for i := range x.q.Blocks {
		b := &x.q.Blocks[i]
		b.Label = string(rune('a' + i))
		switch i {
		case 0:
			b.Cmds, b.Succs = []prog.Cmd{{Kind: prog.Havoc, Targets: x.vars}}, []int32{1, 2}
		case 1:
			b.Cmds, b.Succs = []prog.Cmd{{Kind: prog.Assume, Cond: cond}}, []int32{3}
		case 2:
			b.Cmds, b.Succs = []prog.Cmd{{Kind: prog.Assume, Cond: st.Not(cond)}}, []int32{3}
		}
		b.Cmds = append(b.Cmds, x.assignment())
	}
	return x
}

// assignment returns an assignment of one or two variables.
func (x *random) assignment() prog.Cmd {
	c := prog.Cmd{Kind: prog.Assign}
	for range 1 + x.r.IntN(2) {
		v := x.vars[x.r.IntN(len(x.vars))]
		if len(c.Targets) == 0 || v != c.Targets[0] {
			c.Targets, c.Values = append(c.Targets, v), append(c.Values, x.term(x.p.Sort(v), 4))
		}
	}
	return c
}

// text returns the program as text.
func (x *random) text() string {
	var text strings.Builder
	prog.Fprint(&text, x.p)
	return text.String()
}

// evaluate executes the program on values of the variables by the evaluator of models.
func (x *random) evaluate(values []model.Value) (*model.Env, error) {
	env := model.New(x.st, model.Options{}).NewEnv()
	for i, v := range x.vars {
		env.Set(x.p.Var(v).Term, values[i])
	}
	for block := int32(0); ; {
		b := &x.q.Blocks[block]
		for _, c := range b.Cmds {
			var now []model.Value
			for _, t := range append(c.Values[:len(c.Values):len(c.Values)], c.Cond) {
				if t == 0 {
					continue
				}
				v, err := env.Eval(t)
				if err != nil {
					return nil, err
				}
				if c.Kind == prog.Assume && !v.IsTrue() {
					return nil, errBlocked
				}
				now = append(now, v)
			}
			if c.Kind == prog.Assign {
				for i, v := range c.Targets {
					env.Set(x.p.Var(v).Term, now[i])
				}
			}
		}
		switch len(b.Succs) {
		case 0:
			return env, nil
		case 1:
			block = b.Succs[0]
		default:
			v, err := env.Eval(x.q.Blocks[1].Cmds[0].Cond)
			if err != nil {
				return nil, err
			}
			if block = b.Succs[1]; v.IsTrue() {
				block = b.Succs[0]
			}
		}
	}
}

var errBlocked = errors.New("an assumption is false")

// draw executes the program on arbitrary values, and returns these.
func (x *random) draw(t *testing.T, mood mood) (*search, []model.Value) {
	s := &search{Engine: &Engine{Prepared: &passes.Result{Flat: x.p}}}
	s.m = newMachine(compile(x.p))
	s.m.choose = &chooser{code: s.m.code, rand: x.r, same: map[int]int64{}}
	s.m.choose.begin(nil, mood)
	if out := s.m.run(10); out != returned {
		t.Fatalf("%d, %s", out, s.m.why)
	}
	values, err := s.values(s.m.drawn)
	if err != nil {
		t.Fatal(err)
	}
	return s, values
}

// The machine computes what the evaluator of models does.
func TestValues(t *testing.T) {
	for seed := range 3000 {
		r := newRandom(uint64(seed))
		x, values := r.draw(t, moodMixed)
		env, err := r.evaluate(values)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.vars {
			want, _ := env.Get(r.p.Var(v).Term)
			reg := reg(1 + i) // registers of variables follow the second operand
			d := drawn{v: v, word: x.m.regs[reg], table: x.m.maps[reg]}
			var got model.Value
			if x.m.regMap[reg] {
				got, err = x.mapValue(r.p.Sort(v), &d)
			} else {
				got, err = x.value(r.p.Sort(v), d.word)
			}
			if err != nil || !got.Equal(want) {
				t.Fatalf("seed %d: %s is %v, want %v\n%s", seed, r.p.Var(v).Name, got, want, r.text())
			}
		}
	}
}

// Of what is unknown there are all executions, and of what is known a single one: an assumption at the end that holds in an execution is reached,
// and one that does not is not. Both for this package and for the one that checks it.
func TestUnknown(t *testing.T) {
	proved := 0
	for seed := range 3000 {
		r := newRandom(uint64(seed))
		_, values := r.draw(t, mood(seed%int(moods)))
		env, err := r.evaluate(values)
		if err != nil {
			t.Fatal(err)
		}
		known := r.r.IntN(2) == 0
		start := &r.q.Blocks[0]
		cmds := start.Cmds[:1:1]
		for i, v := range r.vars {
			if known || r.r.IntN(2) == 0 {
				cmds = append(cmds, prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{r.literal(t, values[i])}})
			}
		}
		start.Cmds = append(cmds, start.Cmds[1:]...)
		var same []term.Term
		for _, v := range r.vars {
			x, _ := env.Get(r.p.Var(v).Term)
			same = append(same, r.st.Eq(r.p.Var(v).Term, r.literal(t, x)))
		}
		end := &r.q.Blocks[3]
		n := len(end.Cmds)
		end.Cmds = append(end.Cmds, prog.Cmd{Kind: prog.Assume, Cond: r.st.And(same...)})
		if here, there := exhausted(t, r.p); here || there {
			t.Fatalf("seed %d: an execution is missed here %t, there %t\n%s", seed, here, there, r.text())
		}
		if known {
			end.Cmds[n].Cond = r.st.Not(end.Cmds[n].Cond)
			here, there := exhausted(t, r.p)
			if here != there {
				t.Fatalf("seed %d: the only execution is seen here %t, there %t\n%s", seed, here, there, r.text())
			}
			if here {
				proved++
			}
		}
	}
	if proved < 1000 {
		t.Errorf("only %d proofs", proved)
	}
}

func (x *random) literal(t *testing.T, v model.Value) term.Term {
	l, err := v.Term(x.st)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exhausted reports whether all executions of a program end before its exit, as this package and the one that checks it say.
func exhausted(t *testing.T, p *prog.Program) (here, there bool) {
	x := &search{Engine: &Engine{Prepared: &passes.Result{Flat: p}}}
	if why := x.prepare(); why != "" {
		t.Fatal(why)
	}
	x.sure.m.poll = func(int64) bool { return false }
	for !x.sure.over && !here {
		out := x.sure.m.resume(math.MaxInt64)
		if out != blocked {
			break
		}
		if !x.sure.m.lazy.another() {
			here = true
			break
		}
		x.sure.m.begin()
	}
	out, err := rerun.All(t.Context(), p, nil, 1<<10, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return here, out.Safe
}
