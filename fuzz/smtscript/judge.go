package smtscript

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// judge looks for models of what was refuted: among a few random ones, and in the box. What the
// checks of a script refute has most formulas in common, so it remembers what these are in which
// model.
type judge struct {
	s         *Script
	forms     map[term.Term]*form // never ranged over
	tried     []*smallModel
	questions map[string]bool // see asked; never ranged over

	// The box.
	ranges []Range
	place  map[term.Sym]int // in ranges; never ranged over
	fixed  map[term.Term]bool
	m      *model.Model
	at     []int64 // by range: the value that the search tries
	set    []int64 // and the one that m has; -1 if it has none
}

// form is a formula of the script.
type form struct {
	t       term.Term // with quantifiers over bit-vectors replaced by their instances
	small   bool      // all of them were
	symbols []term.Sym

	places []int   // of its symbols in the box
	truth  []truth // by their values; nil before the first one
}

// truth is what a formula is for some values.
type truth uint8

const (
	notEvaluated truth = iota
	fails
	holds
)

func newJudge(s *Script) *judge {
	j := &judge{
		s: s, forms: map[term.Term]*form{}, questions: map[string]bool{}, place: map[term.Sym]int{}, fixed: map[term.Term]bool{},
		m: model.New(s.Store, model.Options{}),
	}
	if len(s.Box) > 0 {
		for _, c := range s.bools() {
			j.ranges = append(j.ranges, Range{Sym: s.Store.Sym(c), Width: 2})
		}
		j.ranges = append(j.ranges, s.Box...)
	}
	for i, r := range j.ranges {
		j.place[r.Sym] = i
		j.at, j.set = append(j.at, 0), append(j.set, -1)
	}
	for _, o := range s.Ops[:s.Fixed] {
		for _, t := range o.Terms {
			j.fixed[t] = true
		}
	}
	return j
}

// asked reports whether a fresh solver was asked whether the formulas, in this order, have a model.
// It would do the same again.
func (j *judge) asked(fs []term.Term) bool {
	var key []byte
	for _, f := range fs {
		key = append(key, byte(f), byte(f>>8), byte(f>>16), byte(f>>24))
	}
	before := j.questions[string(key)]
	j.questions[string(key)] = true
	return before
}

// form returns the form of a formula.
func (j *judge) form(t term.Term) *form {
	if f := j.forms[t]; f != nil {
		return f
	}
	f := &form{t: t}
	if g, ok := grounded(j.s.Store, t); ok {
		f.t, f.small = g, true
	}
	for _, u := range Subterms(j.s.Store, f.t) {
		if j.s.Store.Op(u) == term.OpApp {
			f.symbols = append(f.symbols, j.s.Store.Sym(u))
		}
	}
	slices.Sort(f.symbols)
	f.symbols = slices.Compact(f.symbols)
	for _, x := range f.symbols {
		if p, ok := j.place[x]; ok {
			f.places = append(f.places, p)
		}
	}
	j.forms[t] = f
	return f
}

// smallModels is the number of small models on which a core is tried.
const smallModels = 30

// smallModel is a model of small values.
type smallModel struct {
	*model.Model
	seed [2]uint64
	// known are the symbols that have values; the others get theirs, which depend on nothing but
	// seed, when a formula needs them. It is nil if all have.
	known []bool
}

// newSmallModels returns the models that the script has, or random ones.
func (j *judge) newSmallModels() []*smallModel {
	var all []*smallModel
	for i := range uint64(smallModels) {
		if j.s.Small != nil {
			all = append(all, &smallModel{Model: j.s.Small()})
			continue
		}
		m := model.New(j.s.Store, model.Options{})
		all = append(all, &smallModel{m, [2]uint64{j.s.Seed, i << 32}, make([]bool, j.s.Store.NumSyms())})
	}
	return all
}

// need gives symbols their values.
func (m *smallModel) need(symbols []term.Sym) {
	if m.known == nil {
		return
	}
	for _, f := range symbols {
		if int(f) >= len(m.known) {
			m.known = append(m.known, make([]bool, m.Store().NumSyms()-len(m.known))...)
		}
		if !m.known[f] {
			m.known[f] = true
			setRandom(rand.New(rand.NewPCG(m.seed[0], m.seed[1]|uint64(f))), m.Model, f)
		}
	}
}

// modelAmong reports whether one of the small models satisfies all formulas.
func (j *judge) modelAmong(fs []term.Term) bool {
	if j.tried == nil {
		j.tried = j.newSmallModels()
	}
	return slices.ContainsFunc(j.tried, func(m *smallModel) bool {
		return !slices.ContainsFunc(fs, func(t term.Term) bool {
			f := j.form(t)
			m.need(f.symbols)
			ok, err := m.EvalBool(f.t)
			return !(ok && err == nil || j.s.Small != nil && quantifies(err))
		})
	})
}

// inBox reports whether values in the box satisfy the formulas, apart from what is fixed. Without a
// box there are none. It gives values to one symbol after the other, and evaluates a formula as soon
// as all of its symbols have theirs.
func (j *judge) inBox(fs []term.Term) (bool, error) {
	if len(j.s.Box) == 0 {
		return false, nil
	}
	var ground []*form // those without symbols of the box
	due := make([][]*form, len(j.ranges))
	used := make([]bool, len(j.ranges))
	for _, t := range fs {
		f := j.form(t)
		switch {
		case j.fixed[t]:
			continue
		case !f.small:
			return false, nil
		case len(f.places) == 0:
			ground = append(ground, f)
			continue
		}
		last := 0
		for _, p := range f.places {
			last, used[p] = max(last, p), true
		}
		due[last] = append(due[last], f)
	}
	if ok, err := j.all(ground); !ok || err != nil {
		return false, err
	}
	return j.search(0, used, due)
}

// search tries the values of the ranges from p on.
func (j *judge) search(p int, used []bool, due [][]*form) (bool, error) {
	for p < len(used) && !used[p] {
		p++
	}
	if p == len(used) {
		return true, nil
	}
	for k := range j.ranges[p].Width {
		j.at[p] = k
		ok, err := j.all(due[p])
		if ok {
			ok, err = j.search(p+1, used, due)
		}
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// all reports whether the formulas hold, looking first at those that were evaluated before.
func (j *judge) all(fs []*form) (bool, error) {
	for _, f := range fs {
		if f.truth != nil && f.truth[j.index(f)] == fails {
			return false, nil
		}
	}
	for _, f := range fs {
		if ok, err := j.evaluate(f); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// index returns the place in truth of the values that are being tried.
func (j *judge) index(f *form) int64 {
	k := int64(0)
	for _, p := range f.places {
		k = k*j.ranges[p].Width + j.at[p]
	}
	return k
}

// evaluate reports whether a formula holds for the values that are being tried.
func (j *judge) evaluate(f *form) (bool, error) {
	if f.truth == nil {
		n := int64(1)
		for _, p := range f.places {
			n *= j.ranges[p].Width
		}
		f.truth = make([]truth, n)
	}
	i := j.index(f)
	if f.truth[i] != notEvaluated {
		return f.truth[i] == holds, nil
	}
	for _, p := range f.places {
		if j.set[p] != j.at[p] {
			j.set[p] = j.at[p]
			j.ranges[p].set(j.m, j.at[p])
		}
	}
	ok, err := j.m.EvalBool(f.t)
	if err != nil {
		return false, err
	}
	f.truth[i] = fails
	if ok {
		f.truth[i] = holds
	}
	return ok, nil
}

// bools returns the first few Boolean constants of the script; in the box, others are false.
func (s *Script) bools() []term.Term {
	var bools []term.Term
	for _, t := range s.terms() {
		if s.Store.Sort(t) == term.Bool && s.Store.IsConst(t) && len(bools) < 8 {
			bools = append(bools, t)
		}
	}
	return bools
}
