package evidence

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// small is a system of two procedures, with an axiom about a function, in a store with so much else before it.
func small(junk int) (sys *vc.System, terms []term.Term) {
	st := term.NewStore()
	for i := range junk {
		st.Add(st.FreshConst("junk", term.Int), st.Int(int64(i)))
	}
	u, bv := st.UninterpretedSort("U"), st.BitVecSort(8)
	array := st.ArraySort(term.Int, st.ArraySort(u, term.Bool))
	fresh := func(name string, o term.Sort) term.Term { return st.FreshConst(name, o) }
	x, y, r, b, m := fresh("x", term.Int), fresh("y", term.Int), fresh("r", term.Real), fresh("b", bv), fresh("m", array)
	e, p, q := fresh("e", u), fresh("p", term.Bool), fresh("q", term.Bool)
	f := st.FreshFun("f", []term.Sort{term.Int, u}, term.Int)
	i, k := st.BoundVar("i", term.Int), st.BoundVar("i", u)
	fi := st.App(f, i, k)
	all := st.Quantify(term.OpForall, term.Quant{
		Vars: []term.Term{i, k}, Body: st.Le(fi, i), Patterns: [][]term.Term{{fi}}, Avoid: []term.Term{st.Add(i, x)},
		Weight: term.NewWeight(3), Name: "named",
	})
	j := st.BoundVar("j", term.Int)
	some := st.Quantify(term.OpExists, term.Quant{Vars: []term.Term{j}, Body: st.And(st.Le(x, j), all)})
	huge, _ := num.ParseInt("-123456789012345678901234567890")
	third := st.Rat(num.FromInts(num.FromInt64(1), num.FromInt64(3)))
	sum := st.BvAdd(b, st.Uint(8, 200))
	ints := []term.Term{
		st.Add(x, st.Mul(st.Numeral(huge), y)), st.Div(x, st.Int(7)), st.Mod(x, y), st.ToInt(r), st.BvToInt(b),
		st.Ite(p, x, y), st.App(f, x, e),
	}
	bits := []term.Term{
		sum, st.BvNot(b), st.BvNeg(b), st.BvAnd(b, sum), st.BvOr(b, sum), st.BvXor(b, sum), st.BvMul(b, sum),
		st.BvUdiv(b, sum), st.BvUrem(b, sum), st.BvShl(b, sum), st.BvLshr(b, sum), st.BvAshr(b, sum),
		st.Concat(st.Extract(3, 0, b), st.Extract(7, 4, sum)), st.SignExtend(4, st.Extract(3, 0, b)), st.IntToBv(8, x),
	}
	inner := st.ConstArray(st.ArraySort(u, term.Bool), q)
	terms = []term.Term{
		st.True(), st.Or(p, st.Not(q)), st.Distinct(x, y, st.Int(0)), st.Le(st.ToReal(x), st.Quo(r, third)), some,
		st.Select(st.Select(st.Store(m, x, inner), y), e), st.BvUle(b, sum), st.BvSle(b, sum), st.BitVector(term.OpBvUmulo, b, sum),
		st.BitVector(term.OpBvSmulo, b, sum), st.Not(st.Eq(p, st.False())),
	}
	for _, t := range ints {
		terms = append(terms, st.Le(x, t))
	}
	for _, t := range bits {
		terms = append(terms, st.Eq(b, t))
	}
	guard, a, c := fresh("guard", term.Bool), fresh("a", term.Int), fresh("c", term.Int)
	callee := &vc.Proc{ID: 1, Name: "callee", CountName: "callee", In: []term.Term{x, y, r, b, m, e, p, q}, Out: []term.Term{c},
		Owned: []term.Term{guard}, Blocks: []vc.Block{{Guard: guard, Conds: []term.Term{st.Eq(c, st.Add(x, st.Int(1)))}, IPDom: -1}}}
	g, call := fresh("g", term.Bool), fresh("call", term.Bool)
	args := []term.Term{a, a, r, b, m, e, p, q}
	caller := &vc.Proc{Name: "caller", CountName: "caller", In: []term.Term{a}, Owned: []term.Term{g, call},
		Blocks: []vc.Block{{Guard: g, Sites: []int32{0}, IPDom: -1}},
		Sites:  []vc.Site{{Guard: call, Callee: 1, Args: args, Outs: []term.Term{a}}}}
	axiom := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{i, k}, Body: st.Le(st.Int(0), fi)})
	return &vc.System{Store: st, Axioms: []term.Term{axiom}, Procs: []*vc.Proc{caller, callee}}, terms
}

func facts(terms []term.Term) (out []verifier.LevelledFact) {
	for i, t := range terms {
		out = append(out, verifier.LevelledFact{Fact: verifier.Fact{Proc: 1, Formula: t}, Level: int32(i)})
	}
	return out
}

// TestFacts: facts of one process are the same facts in another one, whose store has other numbers; all operators are
// among them.
func TestFacts(t *testing.T) {
	one, terms := small(0)
	seen := map[term.Op]bool{}
	one.Store.Visit(func(t term.Term) bool {
		seen[one.Store.Op(t)] = true
		return true
	}, terms...)
	for op := term.OpTrue; op <= term.OpIntToBv; op++ {
		if !seen[op] {
			t.Errorf("no fact has %v", op)
		}
	}
	from := OfSystem(one)
	data, err := from.AppendFacts(nil, facts(terms))
	if err != nil {
		t.Fatal(err)
	}
	two, _ := small(100)
	to := OfSystem(two)
	if from.Hash != to.Hash {
		t.Fatal("the hash depends on what else is in the store")
	}
	got, err := to.ReadFacts(data)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range got {
		if want := one.Store.String(terms[i]); two.Store.String(f.Formula) != want || f.Proc != 1 || f.Level != int32(i) {
			t.Errorf("%v: want %s", f, want)
		}
	}
	if again, err := to.AppendFacts(nil, got); err != nil || !slices.Equal(again, data) {
		t.Errorf("written again they are other bytes: %v", err)
	}
}

// TestScope: a fact that mentions what its procedure does not pass is neither written nor read.
func TestScope(t *testing.T) {
	sys, _ := small(0)
	st, s := sys.Store, OfSystem(sys)
	if _, err := s.AppendFacts(nil, facts([]term.Term{st.FreshConst("new", term.Bool)})); err == nil {
		t.Error("a symbol that the system does not have is written")
	}
	for _, p := range []term.Term{sys.Procs[1].Owned[0], st.Le(sys.Procs[0].In[0], st.Int(0)), st.Not(sys.Procs[0].Owned[0])} {
		data, err := s.AppendFacts(nil, facts([]term.Term{p}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.ReadFacts(data); err == nil {
			t.Errorf("%s is taken for a fact about the callee", st.String(p))
		}
	}
}

// TestHash: whatever a system means is in its hash.
func TestHash(t *testing.T) {
	sys, _ := small(0)
	hashes := map[Hash]int{OfSystem(sys).Hash: -1}
	for i, change := range []func(sys *vc.System, st *term.Store){
		func(sys *vc.System, _ *term.Store) { sys.Axioms = nil },
		func(sys *vc.System, _ *term.Store) { sys.Entry = 1 },
		func(sys *vc.System, _ *term.Store) { sys.Procs[1].ExtraBound = 1 },
		func(sys *vc.System, _ *term.Store) { sys.Procs[1].CountName = "other" },
		func(sys *vc.System, _ *term.Store) { slices.Reverse(sys.Procs[1].In[:2]) },
		func(sys *vc.System, st *term.Store) { sys.Procs[1].Blocks[0].Conds[0] = st.True() },
		func(sys *vc.System, st *term.Store) { sys.Procs[1].Summary = []term.Term{st.False()} },
		func(sys *vc.System, st *term.Store) { sys.Procs[1].Facts = []term.Term{st.False()} },
		func(sys *vc.System, _ *term.Store) { sys.Procs[0].Sites[0].Callee = 0 },
		func(sys *vc.System, st *term.Store) { sys.Procs[0].Sites[0].Args[0] = st.Int(1) },
	} {
		sys, _ := small(0)
		change(sys, sys.Store)
		h := OfSystem(sys).Hash
		if k, ok := hashes[h]; ok {
			t.Errorf("change %d has the hash of %d", i, k)
		}
		hashes[h] = i
	}
}

// proofs is one proof with all that a proof may have.
func proofs(sys *vc.System, terms []term.Term) *verifier.Proof {
	p := &verifier.Proof{
		Opened: []verifier.SiteRef{{Instance: 0, Site: 0}}, Blocked: []verifier.SiteRef{{Instance: 1, Site: 2}},
		Cut: []vc.ProcID{1}, Cone: []int32{1, 5}, Facts: []verifier.Fact{{Proc: 1, Formula: terms[1]}},
		Loops: []verifier.Loop{{Proc: 1, State: []int32{0}}}, Wide: true, Plain: true,
		Levels: &verifier.Levels{Level: 4, Facts: facts(terms[:3])}, Runs: &verifier.Runs{Executions: 1 << 40, Steps: 7},
	}
	site := verifier.SiteRef{Instance: 0, Site: 1}
	half := func(must bool) *verifier.Proof {
		return &verifier.Proof{Decided: []verifier.Decision{{Site: site, Must: must}}}
	}
	p.Bounded = &verifier.Proof{Cone: []int32{}, Split: &verifier.Split{Site: site, Must: half(true), Block: half(false)}}
	return p
}

// TestProof: a proof is read as it was written, and no other bytes make the reader panic or take a system for another.
func TestProof(t *testing.T) {
	sys, terms := small(0)
	s := OfSystem(sys)
	p := proofs(sys, terms)
	data, err := s.AppendProof(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.ReadProof(data)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.AppendProof(nil, got); err != nil || !slices.Equal(again, data) {
		t.Errorf("written again it is other bytes: %v", err)
	}
	other, _ := small(0)
	other.Entry = 1
	if _, err := OfSystem(other).ReadProof(data); err == nil {
		t.Error("a proof about another system is read")
	}
	for i := range data {
		for _, bit := range []byte{1, 2, 4, 16, 64, 128, 255} {
			bad := slices.Clone(data)
			bad[i] ^= bit
			_, err := s.ReadProof(bad)
			if i < len(s.Hash) && err == nil {
				t.Errorf("byte %d of the hash does not count", i)
			}
		}
		if _, err := s.ReadProof(data[:i]); err == nil {
			t.Errorf("%d of %d bytes are a proof", i, len(data))
		}
	}
	if _, err := s.ReadProof(append(data, 0)); err == nil {
		t.Error("a byte more is a proof")
	}
}
