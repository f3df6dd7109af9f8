package smt_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// vc makes scripts in the shape in which verifier/inline grows its tree:
// clauses under block guards, merges by guarded equalities, call sites that
// are open, blocked by assumptions or stamped, and flow clauses beside.
type vc struct {
	*gen
	s       *script
	sites   []site
	globals []term.Term
}

type site struct {
	guard term.Term
	in    state
	out   state
}

// state is the values of the program's variables.
type state struct {
	ints []term.Term
	mem  term.Term // 0 without arrays
}

func (v *vc) assert(t ...term.Term) { v.s.add(opAssert, v.st.Or(t...)) }
func (v *vc) flow(t ...term.Term)   { v.s.add(opFlow, v.st.Or(t...)) }

func (v *vc) guard() term.Term { return v.st.FreshConst("g", term.Bool) }

func (v *vc) fresh() state {
	var s state
	for range 3 {
		s.ints = append(s.ints, v.st.FreshConst("v", term.Int))
	}
	if v.arrays {
		s.mem = v.st.FreshConst("mem", v.st.ArraySort(term.Int, term.Int))
	}
	return s
}

// implied asserts guard => a = b.
func (v *vc) implied(guard term.Term, a, b state) {
	not := v.st.Not(guard)
	for i, x := range a.ints {
		if x != b.ints[i] {
			v.assert(not, v.st.Eq(x, b.ints[i]))
		}
	}
	if a.mem != b.mem {
		v.assert(not, v.st.Eq(a.mem, b.mem))
	}
}

// see makes the generator speak of a state.
func (v *vc) see(s state) {
	v.consts[term.Int] = s.ints
	if s.mem != 0 {
		v.consts[v.st.Sort(s.mem)] = []term.Term{s.mem}
	}
}

// instance stamps a random body that is entered by guard in state in, and
// leaves in state out.
func (v *vc) instance(guard term.Term, in, out state) {
	n := 3 + v.Intn(5)
	guards := make([]term.Term, n)
	guards[0] = guard
	succs, preds := make([][]int, n), make([][]int, n)
	for i := range n - 1 {
		to := []int{i + 1 + v.Intn(min(3, n-1-i))}
		if v.Intn(3) > 0 {
			if k := i + 1 + v.Intn(n-1-i); k != to[0] {
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
	sources := make([][]term.Term, n) // the same by source, as to leave by
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
			v.assert(append([]term.Term{v.st.Not(guards[i])}, sources[i]...)...)
			if len(sources[i]) > 1 && v.Intn(2) == 0 {
				v.flow(v.st.Not(guards[i]), guards[n-1])
			}
		}
	}
	v.implied(guards[n-1], out, at[n-1])
}

// arrive makes block i's guard, its incoming edges and its state.
func (v *vc) arrive(i int, guards []term.Term, preds [][]int, at []state, edges, sources [][]term.Term) {
	guards[i] = v.guard()
	not := v.st.Not(guards[i])
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
		v.assert(v.st.Not(e), guards[i])
		v.flow(v.st.Not(e), guards[p])
		v.implied(e, at[i], at[p])
	}
	v.flow(append([]term.Term{not}, edges[i]...)...)
}

// body makes a block's commands and returns the state behind them.
func (v *vc) body(guard term.Term, s state) state {
	not := v.st.Not(guard)
	s.ints = slices.Clone(s.ints)
	for range v.Intn(3) {
		v.see(s)
		switch r := v.Intn(8); {
		case r < 2:
			v.assert(not, v.formula(1+v.Intn(2)))
		case r < 3:
			k := v.Intn(len(s.ints))
			s.ints[k] = v.define(guard, v.term(term.Int, 2))
		case r < 5:
			k := v.Intn(len(s.ints))
			s.ints[k] = v.st.Add(s.ints[k], v.numeral())
		case r < 6 && s.mem != 0:
			s.mem = v.define(guard, v.st.Store(s.mem, v.term(term.Int, 1), v.term(term.Int, 1)))
		case r < 7:
			k := v.Intn(len(s.ints))
			s.ints[k] = v.numeral()
		case v.pointers && v.Intn(2) == 0:
			s = v.pointer(guard, s)
		default:
			s = v.call(guard, s)
		}
	}
	return s
}

// pointer makes a command as memory models have them: fields behind pointers,
// chains of offsets, and values wrapped to machine words.
func (v *vc) pointer(guard term.Term, s state) state {
	st, k := v.st, v.Intn(len(s.ints))
	p := st.Add(pick(v.gen, append(v.globals, s.ints...)), st.Int(int64(4*v.Intn(4))))
	switch r := v.Intn(6); {
	case r < 2 && s.mem != 0:
		s.mem = v.define(guard, st.Store(s.mem, p, pick(v.gen, s.ints)))
	case r < 4 && s.mem != 0:
		s.ints[k] = v.define(guard, st.Select(s.mem, p))
	case r < 5:
		x := v.define(guard, p)
		s.ints[k] = st.Ite(st.Le(st.Numeral(num.FromInt64(1).Lsh(uint(31+v.Intn(34)))), x),
			v.term(term.Int, 1), st.Ite(st.Eq(x, s.ints[k]), st.Int(0), x))
	default:
		v.assert(st.Not(guard), st.Eq(st.Add(s.ints[k], st.Int(8)), p))
	}
	return s
}

// declareGlobals makes addresses, as Boogie's unique constants are.
func (v *vc) declareGlobals() {
	for range 3 + v.Intn(3) {
		x := v.st.FreshConst("global", term.Int)
		v.assert(v.st.Lt(v.st.Int(0), x))
		v.globals = append(v.globals, x)
	}
	v.assert(v.st.Distinct(append([]term.Term{v.st.Int(8)}, v.globals...)...))
	top := v.st.Numeral(num.FromInt64(1).Lsh(uint(pick(v.gen, []int{31, 32, 63, 64}))))
	v.assert(v.st.And(v.st.Lt(v.globals[0], top), v.st.Le(v.globals[1], v.st.Add(v.globals[0], v.st.Int(4)))))
}

// define returns a constant that equals t, always or where the guard holds.
func (v *vc) define(guard, t term.Term) term.Term {
	c := v.st.FreshConst("d", v.st.Sort(t))
	if v.Intn(2) == 0 {
		v.assert(v.st.Eq(c, t))
	} else {
		v.assert(v.st.Not(guard), v.st.Eq(c, t))
	}
	return c
}

func (v *vc) call(guard term.Term, s state) state {
	g := v.guard()
	v.assert(v.st.Not(guard), g)
	v.flow(v.st.Not(g), guard)
	out := v.fresh()
	if v.Intn(2) == 0 { // the callee leaves one variable alone
		out.ints[0] = s.ints[0]
	}
	v.sites = append(v.sites, site{g, s, out})
	return out
}

// session grows a tree: checks with sites blocked and not, stamps some.
func (v *vc) session(rounds int) *script {
	if v.pointers {
		v.declareGlobals()
	}
	in, out := v.fresh(), v.fresh()
	entry := v.guard()
	v.assert(entry)
	v.instance(entry, in, out)
	v.see(out)
	v.assert(v.formula(2)) // the error flag, so to speak
	for range rounds {
		v.checks()
		if len(v.sites) == 0 {
			break
		}
		for range 1 + v.Intn(2) {
			if len(v.sites) > 0 {
				k := v.Intn(len(v.sites))
				s := v.sites[k]
				v.sites = slices.Delete(v.sites, k, k+1)
				v.instance(s.guard, s.in, s.out)
			}
		}
	}
	v.checks()
	return v.s
}

// long is a session of many rounds, in which open sites become many more than
// those that are stamped: thousands of assumptions in the end.
func (v *vc) long() *script {
	v.session(3)
	for range 25 {
		for range 80 {
			g := v.guard()
			v.assert(v.st.Not(g), v.formula(1))
			v.assert(v.st.Not(g), v.formula(1))
			if n := len(v.sites); n > 0 { // on the way to or from another one
				v.assert(v.st.Not(v.sites[v.Intn(n)].guard), g, v.formula(1))
			}
			v.sites = append(v.sites, site{g, v.fresh(), v.fresh()})
		}
		// Some sites are demanded in this round, most are blocked.
		demand := v.guard()
		assume := []term.Term{demand}
		for range 6 {
			v.assert(v.st.Not(demand), pick(v.gen, v.sites).guard, pick(v.gen, v.sites).guard, pick(v.gen, v.sites).guard)
		}
		open := 2 + v.Intn(40)
		for _, s := range v.sites {
			if v.Intn(open) > 0 == (open > 5) {
				assume = append(assume, v.st.Not(s.guard))
			}
		}
		v.s.add(opCheck, assume...)
	}
	return v.s
}

func (v *vc) checks() {
	v.s.add(opCheck)
	if len(v.sites) == 0 {
		return
	}
	var blocked []term.Term
	for _, s := range v.sites {
		if v.Intn(4) > 0 {
			blocked = append(blocked, v.st.Not(s.guard))
		}
	}
	v.s.add(opCheck, blocked...)
}

func vcs() []profile {
	return []profile{
		{name: "vc", divmod: true, values: true, depth: 2, decided: true},
		{name: "vcarrays", arrays: true, values: true, depth: 2, decided: true},
		{name: "vcbig", arrays: true, big: true, values: true, depth: 2},
		{name: "vcmixed", arrays: true, big: true, products: true, divmod: true, elems: true, values: true, depth: 2},
		{name: "vcpointers", arrays: true, values: true, pointers: true, depth: 2, decided: true},
		{name: "vcpointersbig", arrays: true, values: true, pointers: true, big: true, divmod: true, depth: 2},
		{name: "vcforall", arrays: true, elems: true, quants: true, pointers: true, values: true, depth: 3},
	}
}

func vcScript(p profile, seed int64) sample {
	g := newGen(seed, p)
	v := &vc{gen: g, s: &script{st: g.st, candidates: true}}
	s := v.s
	if p.name == "vclong" {
		v.long()
	} else {
		v.session(3 + int(seed%7))
	}
	return sample{s, p, func(s *script) error { return verdict(s, p, nil) }}
}

// long are the profiles of sessions of which a few take as long as a hundred others.
func long() []profile {
	return []profile{{name: "vclong", arrays: true, pointers: true, values: true, depth: 2, decided: true}}
}

func TestVCs(t *testing.T) {
	from, to := seeds(40)
	list := peers(t)
	for _, p := range chosen(vcs()) {
		t.Run(p.name, func(t *testing.T) {
			var n tally
			for seed := from; seed <= to; seed++ {
				x := vcScript(p, seed)
				if len(list) > 0 && seed%10 == 0 {
					x = x.compared(list, &n)
				}
				x.test(t, seed)
			}
			t.Logf("compared with others: %+v", n)
		})
	}
}
