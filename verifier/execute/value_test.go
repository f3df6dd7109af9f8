package execute

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
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

func (m *maker) term(sort term.Sort, depth int) term.Term {
	st, r := m.st, m.r
	if depth == 0 || r.IntN(6) == 0 {
		if sort == term.Int && r.IntN(2) == 0 {
			return m.number()
		}
		return m.of[sort][r.IntN(len(m.of[sort]))]
	}
	sub := func(s term.Sort) term.Term { return m.term(s, depth-1) }
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

// The machine computes what the evaluator of models does.
func TestValues(t *testing.T) {
	for seed := range 3000 {
		st := term.NewStore()
		p := &prog.Program{Store: st, File: "random"}
		m := &maker{st: st, r: rand.New(rand.NewPCG(uint64(seed), 3)), of: map[term.Sort][]term.Term{}}
		sorts := []term.Sort{term.Int, term.Bool, st.BitVecSort(8), st.ArraySort(term.Int, term.Int)}
		q := &prog.Proc{Name: "main", Blocks: []prog.Block{{Label: "start"}}}
		b := &q.Blocks[0]
		var vars []prog.VarID
		for _, s := range sorts {
			for range 2 {
				v := p.NewVar("x", prog.Local, s, prog.Pos{})
				vars = append(vars, v)
				q.Locals = append(q.Locals, v)
				m.of[s] = append(m.of[s], p.Var(v).Term)
			}
		}
		p.Procs = []*prog.Proc{q}
		b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Havoc, Targets: vars})
		for range 4 {
			c := prog.Cmd{Kind: prog.Assign}
			for range 1 + m.r.IntN(2) {
				v := vars[m.r.IntN(len(vars))]
				s := p.Sort(v)
				if len(c.Targets) > 0 && v == c.Targets[0] {
					continue
				}
				c.Targets, c.Values = append(c.Targets, v), append(c.Values, m.term(s, 4))
			}
			b.Cmds = append(b.Cmds, c)
		}
		x := &search{Engine: &Engine{Prepared: &passes.Result{Flat: p}}}
		x.m = newMachine(compile(p))
		x.m.choose = &chooser{code: x.m.code, rand: m.r, same: map[int]int64{}}
		x.m.choose.begin(nil, moodMixed)
		if out := x.m.run(10); out != returned {
			t.Fatalf("seed %d: %d, %s", seed, out, x.m.why)
		}
		values, err := x.values(x.m.drawn)
		if err != nil {
			t.Fatal(err)
		}
		env := model.New(st, model.Options{}).NewEnv()
		for i, v := range vars {
			env.Set(p.Var(v).Term, values[i])
		}
		for _, c := range b.Cmds[1:] {
			var now []model.Value
			for _, y := range c.Values {
				v, err := env.Eval(y)
				if err != nil {
					t.Fatal(err)
				}
				now = append(now, v)
			}
			for i, v := range c.Targets {
				env.Set(p.Var(v).Term, now[i])
			}
		}
		for i, v := range vars {
			want, _ := env.Get(p.Var(v).Term)
			r := reg(1 + i) // registers of variables follow the second operand
			d := drawn{v: v, word: x.m.regs[r], table: x.m.maps[r]}
			var got model.Value
			if x.m.regMap[r] {
				got, err = x.mapValue(p.Sort(v), &d)
			} else {
				got, err = x.value(p.Sort(v), d.word)
			}
			if err != nil || !got.Equal(want) {
				var text strings.Builder
				prog.Fprint(&text, p)
				t.Fatalf("seed %d: %s is %v, want %v\n%s", seed, p.Var(v).Name, got, want, text.String())
			}
		}
	}
}
