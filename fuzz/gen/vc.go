package gen

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// vc makes scripts in the shape in which verifier/inline grows its tree: clauses under block
// guards, merges by guarded equalities, call sites that are open, blocked by assumptions or
// stamped, and flow clauses.
type vc struct {
	*Terms
	s       *smtscript.Script
	sites   []site
	globals []term.Term
}

type site struct {
	guard term.Term
	in    state
	out   state
}

// state holds the values of the program's variables.
type state struct {
	ints []term.Term
	mem  term.Term // 0 without arrays
}

func newVC(r *rand.Rand, p Profile) *vc {
	g := NewTerms(r, p)
	return &vc{Terms: g, s: &smtscript.Script{Store: g.Store, Candidates: true}}
}

func (v *vc) assert(t ...term.Term) { v.s.Add(smtscript.Assert, v.Store.Or(t...)) }
func (v *vc) flow(t ...term.Term)   { v.s.Add(smtscript.Flow, v.Store.Or(t...)) }

func (v *vc) guard() term.Term { return v.Store.FreshConst("g", term.Bool) }

func (v *vc) fresh() state {
	var s state
	for range 3 {
		s.ints = append(s.ints, v.Store.FreshConst("v", term.Int))
	}
	if v.Arrays {
		s.mem = v.Store.FreshConst("mem", v.Store.ArraySort(term.Int, term.Int))
	}
	return s
}

// implied asserts guard => a = b.
func (v *vc) implied(guard term.Term, a, b state) {
	not := v.Store.Not(guard)
	for i, x := range a.ints {
		if x != b.ints[i] {
			v.assert(not, v.Store.Eq(x, b.ints[i]))
		}
	}
	if a.mem != b.mem {
		v.assert(not, v.Store.Eq(a.mem, b.mem))
	}
}

// see makes the generator use the values of a state.
func (v *vc) see(s state) {
	v.consts[term.Int] = s.ints
	if s.mem != 0 {
		v.consts[v.Store.Sort(s.mem)] = []term.Term{s.mem}
	}
}

// instance stamps a random body, entered under guard in state in and left in state out.
func (v *vc) instance(guard term.Term, in, out state) {
	n := 3 + v.IntN(5)
	guards := make([]term.Term, n)
	guards[0] = guard
	succs, preds := make([][]int, n), make([][]int, n)
	for i := range n - 1 {
		to := []int{i + 1 + v.IntN(min(3, n-1-i))}
		if v.IntN(3) > 0 {
			if k := i + 1 + v.IntN(n-1-i); k != to[0] {
				to = append(to, k)
			}
		}
		succs[i] = to
	}
	alive := make([]bool, n)
	alive[0] = true
	for i := range n {
		if alive[i] {
			for _, k := range succs[i] {
				alive[k] = true
				preds[k] = append(preds[k], i)
			}
		}
	}
	at := make([]state, n)
	at[0] = in
	edges := make([][]term.Term, n)   // into a block
	sources := make([][]term.Term, n) // edges out of a block
	for i := range n {
		if !alive[i] {
			continue
		}
		if i > 0 {
			v.arrive(i, guards, preds, at, edges, sources)
		}
		at[i] = v.body(guards[i], at[i])
	}
	for i := range n - 1 {
		if alive[i] {
			v.assert(append([]term.Term{v.Store.Not(guards[i])}, sources[i]...)...)
			if len(sources[i]) > 1 && v.IntN(2) == 0 {
				v.flow(v.Store.Not(guards[i]), guards[n-1])
			}
		}
	}
	v.implied(guards[n-1], out, at[n-1])
}

// arrive makes block i's guard, its incoming edges and its state.
func (v *vc) arrive(i int, guards []term.Term, preds [][]int, at []state, edges, sources [][]term.Term) {
	guards[i] = v.guard()
	not := v.Store.Not(guards[i])
	if len(preds[i]) == 1 {
		p := preds[i][0]
		at[i] = at[p]
		sources[p] = append(sources[p], guards[i])
		v.flow(not, guards[p])
		return
	}
	at[i] = v.fresh()
	for _, p := range preds[i] {
		e := v.guard()
		sources[p] = append(sources[p], e)
		edges[i] = append(edges[i], e)
		v.assert(v.Store.Not(e), guards[i])
		v.flow(v.Store.Not(e), guards[p])
		v.implied(e, at[i], at[p])
	}
	v.flow(append([]term.Term{not}, edges[i]...)...)
}

// body makes a block's commands and returns the state after them.
func (v *vc) body(guard term.Term, s state) state {
	not := v.Store.Not(guard)
	s.ints = slices.Clone(s.ints)
	for range v.IntN(3) {
		v.see(s)
		switch r := v.IntN(8); {
		case r < 2:
			v.assert(not, v.Formula(1+v.IntN(2)))
		case r < 3:
			k := v.IntN(len(s.ints))
			s.ints[k] = v.define(guard, v.Term(term.Int, 2))
		case r < 5:
			k := v.IntN(len(s.ints))
			s.ints[k] = v.Store.Add(s.ints[k], v.numeral())
		case r < 6 && s.mem != 0:
			s.mem = v.define(guard, v.Store.Store(s.mem, v.Term(term.Int, 1), v.Term(term.Int, 1)))
		case r < 7:
			k := v.IntN(len(s.ints))
			s.ints[k] = v.numeral()
		case v.Pointers && v.IntN(2) == 0:
			s = v.pointer(guard, s)
		default:
			s = v.call(guard, s)
		}
	}
	return s
}

// pointer makes a command as in memory models: fields behind pointers, chains of offsets,
// and values wrapped to machine words.
func (v *vc) pointer(guard term.Term, s state) state {
	st, k := v.Store, v.IntN(len(s.ints))
	p := st.Add(choose(v.Terms, append(v.globals, s.ints...)), st.Int(int64(4*v.IntN(4))))
	switch r := v.IntN(6); {
	case r < 2 && s.mem != 0:
		s.mem = v.define(guard, st.Store(s.mem, p, choose(v.Terms, s.ints)))
	case r < 4 && s.mem != 0:
		s.ints[k] = v.define(guard, st.Select(s.mem, p))
	case r < 5:
		x := v.define(guard, p)
		s.ints[k] = st.Ite(st.Le(st.Numeral(num.FromInt64(1).Lsh(uint(31+v.IntN(34)))), x),
			v.Term(term.Int, 1), st.Ite(st.Eq(x, s.ints[k]), st.Int(0), x))
	default:
		v.assert(st.Not(guard), st.Eq(st.Add(s.ints[k], st.Int(8)), p))
	}
	return s
}

// declareGlobals makes distinct addresses, like Boogie's unique constants.
func (v *vc) declareGlobals() {
	for range 3 + v.IntN(3) {
		x := v.Store.FreshConst("global", term.Int)
		v.assert(v.Store.Lt(v.Store.Int(0), x))
		v.globals = append(v.globals, x)
	}
	v.assert(v.Store.Distinct(append([]term.Term{v.Store.Int(8)}, v.globals...)...))
	top := v.Store.Numeral(num.FromInt64(1).Lsh(uint(choose(v.Terms, []int{31, 32, 63, 64}))))
	v.assert(v.Store.And(v.Store.Lt(v.globals[0], top), v.Store.Le(v.globals[1], v.Store.Add(v.globals[0], v.Store.Int(4)))))
}

// define returns a constant that equals t, always or under the guard.
func (v *vc) define(guard, t term.Term) term.Term {
	c := v.Store.FreshConst("d", v.Store.Sort(t))
	if v.IntN(2) == 0 {
		v.assert(v.Store.Eq(c, t))
	} else {
		v.assert(v.Store.Not(guard), v.Store.Eq(c, t))
	}
	return c
}

func (v *vc) call(guard term.Term, s state) state {
	g := v.guard()
	v.assert(v.Store.Not(guard), g)
	v.flow(v.Store.Not(g), guard)
	out := v.fresh()
	if v.IntN(2) == 0 { // the callee does not modify one variable
		out.ints[0] = s.ints[0]
	}
	v.sites = append(v.sites, site{g, s, out})
	return out
}

// session grows a tree: it checks with call sites blocked or not, and stamps some.
func (v *vc) session(rounds int) *smtscript.Script {
	if v.Pointers {
		v.declareGlobals()
	}
	in, out := v.fresh(), v.fresh()
	entry := v.guard()
	v.assert(entry)
	v.instance(entry, in, out)
	v.see(out)
	v.assert(v.Formula(2)) // stands for the error flag
	for range rounds {
		v.checks()
		if len(v.sites) == 0 {
			break
		}
		for range 1 + v.IntN(2) {
			if len(v.sites) > 0 {
				k := v.IntN(len(v.sites))
				s := v.sites[k]
				v.sites = slices.Delete(v.sites, k, k+1)
				v.instance(s.guard, s.in, s.out)
			}
		}
	}
	v.checks()
	return v.s
}

// long makes a session of many rounds, in which there are many more open call sites than
// stamped ones: thousands of assumptions in the end.
func (v *vc) long() *smtscript.Script {
	v.session(3)
	for range 25 {
		for range 80 {
			g := v.guard()
			v.assert(v.Store.Not(g), v.Formula(1))
			v.assert(v.Store.Not(g), v.Formula(1))
			if n := len(v.sites); n > 0 { // on the way to or from another one
				v.assert(v.Store.Not(v.sites[v.IntN(n)].guard), g, v.Formula(1))
			}
			v.sites = append(v.sites, site{g, v.fresh(), v.fresh()})
		}
		// In each round some call sites are assumed, most are blocked.
		demand := v.guard()
		assume := []term.Term{demand}
		for range 6 {
			v.assert(v.Store.Not(demand), choose(v.Terms, v.sites).guard, choose(v.Terms, v.sites).guard, choose(v.Terms, v.sites).guard)
		}
		open := 2 + v.IntN(40)
		for _, s := range v.sites {
			if v.IntN(open) > 0 == (open > 5) {
				assume = append(assume, v.Store.Not(s.guard))
			}
		}
		v.s.Add(smtscript.Check, assume...)
	}
	return v.s
}

func (v *vc) checks() {
	v.s.Add(smtscript.Check)
	if len(v.sites) == 0 {
		return
	}
	var blocked []term.Term
	for _, s := range v.sites {
		if v.IntN(4) > 0 {
			blocked = append(blocked, v.Store.Not(s.guard))
		}
	}
	v.s.Add(smtscript.Check, blocked...)
}
