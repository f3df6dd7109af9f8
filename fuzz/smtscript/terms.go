package smtscript

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Terms is the name of the plan that runs no solver, but checks operations on terms:
// simplification preserves values; the checker of certificates confirms that, and takes no two
// terms with different values for equal; text is read back unchanged.
const Terms = "terms"

func (m *machine) terms() (one, other []solver.Result, err error) {
	var all []term.Term
	for _, o := range m.Ops {
		all = append(all, o.Terms...)
	}
	if err := m.simplified(all); err != nil {
		return nil, nil, err
	}
	return nil, nil, m.rewritten()
}

// pairs is the number of pairs of subterms that are compared.
const pairs = 200

func (m *machine) simplified(all []term.Term) error {
	st := m.Store
	rw, k := rewrite.New(st), cert.NewChecker(st)
	var models []*model.Model
	r := rand.New(rand.NewPCG(m.Seed, 3))
	for range 12 {
		models = append(models, RandomModel(r, st))
	}
	var parts []term.Term
	for _, t := range Subterms(st, all...) {
		if st.Ground(t) {
			parts = append(parts, t)
		}
	}
	for _, t := range parts {
		s := rw.Simplify(t)
		switch {
		case differ(models, t, s):
			return fmt.Errorf("simplification: %s is not equal to %s", st.String(s), st.String(t))
		case m.accounted() && !k.Equal(t, s):
			return fmt.Errorf("the checker does not recognise as equal: %s and its simplified form %s", st.String(t), st.String(s))
		case rw.Simplify(s) != s:
			return fmt.Errorf("simplified again: %s becomes %s", st.String(s), st.String(rw.Simplify(s)))
		}
	}
	for range min(pairs, len(parts)*len(parts)) {
		a, b := parts[m.r.IntN(len(parts))], parts[m.r.IntN(len(parts))]
		if st.Sort(a) == st.Sort(b) && k.Equal(a, b) && differ(models, a, b) {
			return fmt.Errorf("the checker takes for equal: %s and %s", st.String(a), st.String(b))
		}
	}
	return nil
}

// differ reports whether two terms have different values in some model.
func differ(models []*model.Model, a, b term.Term) bool {
	for _, m := range models {
		v, err := m.Eval(a)
		w, err2 := m.Eval(b)
		if err == nil && err2 == nil && !v.Equal(w) {
			return true
		}
	}
	return false
}

// rewritten writes the script and reads it until the text is stable: quotients of numerals
// become numerals when they are read. A shared quantifier may become several, with variables
// of their own, so such texts never become stable.
func (m *machine) rewritten() error {
	var texts [4][]byte
	s := m.Script
	for i := range texts {
		texts[i] = s.Text()
		var err error
		if s, err = Parse(texts[i], "text"); err != nil {
			return fmt.Errorf("the text cannot be read: %w", err)
		}
	}
	if !bytes.Equal(texts[2], texts[3]) && !bytes.Contains(texts[0], []byte("(forall ")) && !bytes.Contains(texts[0], []byte("(exists ")) {
		return fmt.Errorf("the text is read back differently:\n%s\n%s", texts[2], texts[3])
	}
	return nil
}
