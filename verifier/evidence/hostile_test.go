package evidence

import (
	"math"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// TestVisits: the work of reading is proportional to the bytes, whatever is inside of what: a term that many facts have
// is looked at once, and one that is inside of too many quantifiers is refused.
func TestVisits(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(st *term.Store, x, p term.Term) []term.Term
		ok   bool
	}{
		{"facts inside of each other", func(st *term.Store, x, p term.Term) (out []term.Term) {
			for i := range 40_000 {
				p = st.Or(p, st.Le(x, st.Int(int64(i))))
				out = append(out, p)
			}
			return out
		}, true},
		{"a closed formula in many quantifiers", func(st *term.Store, x, _ term.Term) (out []term.Term) {
			big := wide(st, x, 20_000)
			for range 1000 {
				v := st.BoundVar("v", term.Int)
				out = append(out, st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: st.Or(big, st.Le(x, v))}))
			}
			return out
		}, true},
		{"an open formula in many quantifiers", func(st *term.Store, _, _ term.Term) (out []term.Term) {
			open := st.BoundVar("open", term.Int)
			big := wide(st, open, 20_000)
			for range 200 {
				v := st.BoundVar("v", term.Int)
				p := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: st.Or(big, st.Le(open, v))})
				out = append(out, st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{open}, Body: p}))
			}
			return out
		}, false},
	} {
		sys, _ := small(0)
		s := OfSystem(sys)
		in := sys.Procs[1].In
		data, err := s.AppendFacts(nil, facts(c.make(sys.Store, in[0], in[6])))
		if err != nil {
			t.Fatal(err)
		}
		r := s.reader(data)
		r.facts(s)
		if err := r.end(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
		if most := 1<<20 + 8*len(data); r.visits > most {
			t.Errorf("%s: %d visits of terms for %d bytes", c.name, r.visits, len(data))
		}
	}
}

// wide is a formula with so many parts that mention a term.
func wide(st *term.Store, x term.Term, parts int) term.Term {
	var list []term.Term
	for i := range parts {
		list = append(list, st.Le(x, st.Int(int64(i))))
	}
	return st.And(list...)
}

// TestNested: a variable that is bound inside of a quantifier is not bound again, also where what binds it is closed.
func TestNested(t *testing.T) {
	sys, _ := small(0)
	st, s := sys.Store, OfSystem(sys)
	v := st.BoundVar("v", term.Int)
	bind := func(body term.Term) term.Term {
		return st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: body})
	}
	closed := bind(st.Le(v, st.Int(0)))
	for _, body := range []term.Term{closed, st.Or(st.Not(closed), st.Le(v, st.Int(1)))} {
		data, err := s.AppendFacts(nil, facts([]term.Term{bind(body)}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.ReadFacts(data); err == nil {
			t.Errorf("%s is read", st.String(bind(body)))
		}
	}
}

// TestLarge: numbers that are too large for 32 bits, and sums that would be.
func TestLarge(t *testing.T) {
	sys, _ := small(0)
	s := OfSystem(sys)
	data, err := s.AppendProof(nil, &verifier.Proof{Runs: &verifier.Runs{Executions: 1 << 40, Steps: math.MaxInt64}})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := s.ReadProof(data); err != nil || p.Runs.Executions != 1<<40 || p.Runs.Steps != math.MaxInt64 {
		t.Errorf("%v %v", p, err)
	}
	w := &writer{names: &s.names}
	w.int(1)
	w.int(1)
	w.int(0)
	w.node(sys.Procs[1].In[0])
	w.buf = append(w.buf, byte(term.OpIntToBv))
	w.int(term.MaxWidth)
	w.int(1)
	w.uint(1)
	w.buf = append(w.buf, byte(term.OpConcat))
	const n = 65538 // of which the sum of widths is little more than 2 to the 32nd
	w.int(n)
	for range n {
		w.uint(2)
	}
	w.buf = append(w.buf, byte(term.OpNone), 1)
	if _, err := s.ReadFacts(w.buf); err == nil {
		t.Error("a bit-vector that is too wide is read")
	}
	w.buf = append(w.buf[:0], byte(term.OpForall))
	w.int(1)
	w.int(40_000)
	for range 40_000 {
		w.int(50_000)
	}
	r := s.reader(append(w.buf, make([]byte, 60_000)...))
	if r.term(); r.err == nil || len(r.data) > 0 {
		t.Errorf("patterns of more terms than there are bytes: %v", r.err)
	}
}

// TestMeanings: what a program knows of a symbol counts, also where only the meaning of another symbol mentions it.
func TestMeanings(t *testing.T) {
	hash := func(name string) Hash {
		st := term.NewStore()
		inner, outer := st.FreshConst("inner", term.Int), st.FreshConst("outer", term.Int)
		p := &prog.Program{Store: st, Procs: []*prog.Proc{{Name: "main"}}, Vars: make([]prog.Var, 1),
			Axioms:    []prog.Axiom{{Cond: st.Le(outer, st.Int(0))}},
			Lambdas:   map[term.Sym]prog.Lambda{st.Sym(outer): {Elem: inner}},
			Functions: map[term.Sym]string{st.Sym(inner): name},
		}
		return OfProgram(p, false).Hash
	}
	if hash("f") == hash("g") {
		t.Error("the name of a function does not count")
	}
}

// Whatever is read is written, and is then read as the same.
func FuzzRead(f *testing.F) {
	sys, terms := small(0)
	s := OfSystem(sys)
	fact, err := s.AppendFacts(nil, facts(terms))
	if err != nil {
		f.Fatal(err)
	}
	proof, err := s.AppendProof(nil, proofs(sys, terms))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(false, fact)
	f.Add(true, proof[len(s.Hash):])
	f.Add(true, make([]byte, 16))
	f.Add(false, []byte{})
	f.Fuzz(func(t *testing.T, isProof bool, data []byte) {
		sys, _ := small(0)
		s := OfSystem(sys)
		again := func(data []byte) ([]byte, error) {
			if isProof {
				p, err := s.ReadProof(slices.Concat(s.Hash[:], data))
				if err != nil {
					return nil, err
				}
				out, err := s.AppendProof(nil, p)
				if err != nil {
					t.Fatal(err)
				}
				return out[len(s.Hash):], nil
			}
			got, err := s.ReadFacts(data)
			if err != nil {
				return nil, err
			}
			out, err := s.AppendFacts(nil, got)
			if err != nil {
				t.Fatal(err)
			}
			return out, nil
		}
		one, err := again(data)
		if err != nil {
			return
		}
		if two, err := again(one); err != nil || !slices.Equal(one, two) {
			t.Errorf("%x is written as %x, and then as %x: %v", data, one, two, err)
		}
	})
}
