package interp

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// seen collects the points at which functions and arrays were evaluated, as
// far as they can match a pattern of a quantifier, and finds the matching
// instances.
type seen struct {
	st       *term.Store
	watched  map[term.Sym]bool
	arrays   bool // some pattern reads an array
	patterns map[term.Term][][]term.Term

	funs    map[term.Sym]*points
	indices map[term.Sort]*points // by sort of array
	elems   map[term.Sort][]model.Value

	relevant map[term.Term]bool // the term contains something watched
	visited  term.Walk
}

// points is a set of tuples in order of insertion.
type points struct {
	list []point
	keys map[string]bool
}

type point struct {
	args  []model.Value
	value model.Value
}

func newSeen(st *term.Store) *seen {
	return &seen{
		st: st, watched: map[term.Sym]bool{}, patterns: map[term.Term][][]term.Term{},
		funs: map[term.Sym]*points{}, indices: map[term.Sort]*points{}, relevant: map[term.Term]bool{},
	}
}

// watchAll notes the functions and arrays in patterns of all quantifiers of a
// program.
func (s *seen) watchAll(p *prog.Program) {
	done := new(term.Walk)
	for _, a := range p.Axioms {
		s.watch(a.Cond, done)
	}
	for _, q := range p.Procs {
		for _, c := range q.Requires {
			s.watch(c.Cond, done)
		}
		for _, c := range q.Ensures {
			s.watch(c.Cond, done)
		}
		for i := range q.Blocks {
			for j := range q.Blocks[i].Cmds {
				if c := &q.Blocks[i].Cmds[j]; c.Cond != 0 {
					s.watch(c.Cond, done)
				}
			}
		}
	}
}

func (s *seen) watch(t term.Term, done *term.Walk) {
	done.Visit(s.st, func(t term.Term) bool {
		if s.st.IsQuantifier(t) {
			for _, p := range s.patternsOf(t) {
				s.st.Visit(s.watchPattern, p...)
			}
		}
		return true
	}, t)
}

// watchPattern notes what a term in a pattern reads or applies, and reports whether more may be below.
func (s *seen) watchPattern(t term.Term) bool {
	switch {
	case s.st.Ground(t):
		return false
	case s.st.Op(t) == term.OpApp:
		s.watched[s.st.Sym(t)] = true
	case s.st.Op(t) == term.OpSelect:
		s.arrays = true
	}
	return true
}

// maxPatternSize bounds the size of patterns, in terms.
const maxPatternSize = 64

// patternsOf returns the patterns of a quantifier, inferred if it has none: all
// applications and reads that contain all of its variables, or, failing that,
// all of them together.
func (s *seen) patternsOf(q term.Term) [][]term.Term {
	if p, ok := s.patterns[q]; ok {
		return p
	}
	x := s.st.Quant(q)
	var out [][]term.Term
	for _, p := range x.Patterns {
		if s.usable(p) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = s.infer(x)
	}
	s.patterns[q] = out
	return out
}

func (s *seen) usable(p []term.Term) bool {
	n := 0
	term.TopDown(func(t term.Term) []term.Term {
		if n++; n > maxPatternSize || s.st.Ground(t) {
			return nil
		}
		return s.st.Args(t)
	}, p...)
	return n <= maxPatternSize
}

// infer finds patterns in the body.
func (s *seen) infer(x term.Quant) [][]term.Term {
	var single [][]term.Term
	var all []term.Term
	s.st.Visit(func(t term.Term) bool {
		if s.st.Ground(t) {
			return false
		}
		op := s.st.Op(t)
		if (op == term.OpSelect || op == term.OpApp) && s.usable([]term.Term{t}) {
			all = append(all, t)
			if s.binds(t, x.Vars) {
				single = append(single, []term.Term{t})
			}
		}
		return true
	}, x.Body)
	if len(single) > 0 {
		return single
	}
	if len(all) > 0 {
		return [][]term.Term{all}
	}
	return nil
}

// binds reports whether all the variables occur in t.
func (s *seen) binds(t term.Term, vars []term.Term) bool {
	found := map[term.Term]bool{}
	s.st.Visit(func(t term.Term) bool {
		found[t] = true
		return !s.st.Ground(t)
	}, t)
	return !slices.ContainsFunc(vars, func(v term.Term) bool { return !found[v] })
}

// collect records the watched applications in t at their present values.
func (r *replayer) collect(kept bool, t term.Term) {
	s := r.seen
	if !kept || t == 0 || len(s.watched) == 0 && !s.arrays || !s.isRelevant(t) {
		return
	}
	s.visited.Seen.Clear()
	s.visited.Visit(s.st, func(t term.Term) bool {
		if s.st.Ground(t) {
			r.note(t)
		}
		return true
	}, t)
}

// note records the point at which t is evaluated, if t is watched.
func (r *replayer) note(t term.Term) {
	s := r.seen
	switch op := s.st.Op(t); {
	case op == term.OpApp && s.watched[s.st.Sym(t)]:
		args, err := r.values(s.st.Args(t))
		if err != nil {
			return
		}
		value, err := r.env.Eval(t)
		if err != nil {
			return
		}
		f := s.st.Sym(t)
		if s.funs[f] == nil {
			s.funs[f] = &points{keys: map[string]bool{}}
		}
		s.funs[f].add(args, value)
	case s.arrays && (op == term.OpSelect || op == term.OpStore):
		index, err := r.env.Eval(s.st.Arg(t, 1))
		if err != nil {
			return
		}
		sort := s.st.Sort(s.st.Arg(t, 0))
		if s.indices[sort] == nil {
			s.indices[sort] = &points{keys: map[string]bool{}}
		}
		s.indices[sort].add([]model.Value{index}, model.Value{})
	}
}

func (p *points) add(args []model.Value, value model.Value) {
	k := tupleString(args)
	if !p.keys[k] {
		p.keys[k] = true
		p.list = append(p.list, point{args, value})
	}
}

func tupleString(vs []model.Value) string {
	k := ""
	for _, v := range vs {
		k += v.Key() + ";"
	}
	return k
}

// isRelevant reports whether something watched occurs in t.
func (s *seen) isRelevant(t term.Term) bool {
	if hit, ok := s.relevant[t]; ok {
		return hit
	}
	hit := false
	s.st.Visit(func(t term.Term) bool {
		switch op := s.st.Op(t); {
		case op == term.OpApp:
			hit = hit || s.watched[s.st.Sym(t)]
		case op == term.OpSelect || op == term.OpStore:
			hit = hit || s.arrays
		}
		return !hit
	}, t)
	s.relevant[t] = hit
	return hit
}
