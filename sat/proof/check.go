package proof

import (
	"errors"
	"io"
	"iter"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// Report counts the steps that Check has read.
type Report struct {
	Additions int64 // derived clauses, all of them checked
	RAT       int64 // of them, those that do not follow by unit propagation
	Deletions int64
	Ignored   int64 // deletions of units, and of clauses that do not exist (DRAT)
	Lemmas    int64 // theory lemmas, which were not checked
}

// Options of Check.
type Options struct {
	Lemmas   bool         // accept theory lemmas
	Sparse   bool         // the formula has few of the variables up to its greatest one
	Limit    *limit.Limit // stops the check
	Progress func(Report) // if set, is called from time to time
}

// every is after how many steps Check polls its limit.
const every = 1 << 8

// ErrStopped is the error of a check that was stopped by its limit.
var ErrStopped = errors.New("stopped")

// base is what LRAT and DRAT have in common.
type base struct {
	arena arena
	vals  []sat.Value
	trail []sat.Lit
	occ   occurrences
	empty bool
	steps int
	rats  int
	names *namer // for messages, if not nil
	err   error
}

// Err is the first step that does not hold, or nil.
func (c *base) Err() error { return c.err }

// Empty reports whether the empty clause is derived.
func (c *base) Empty() bool { return c.empty }

// Steps is the number of derived clauses that were checked.
func (c *base) Steps() int { return c.steps }

// undo undoes all assignments except the first n.
func (c *base) undo(n int) {
	for _, l := range c.trail[n:] {
		c.vals[l], c.vals[l.Not()] = sat.Undef, sat.Undef
	}
	c.trail = c.trail[:n]
}

// having returns the live clauses with l.
func (c *base) having(l sat.Lit) []ref {
	if c.occ.lists == nil {
		c.occ.make(&c.arena, len(c.vals))
	}
	return c.occ.of(&c.arena, l)
}

// checker is the common interface of LRAT and DRAT.
type checker interface {
	Empty() bool
	Err() error
	Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, from sat.Origin)
	apply(s *Step, r *Reader) error
	report(*Report)
}

// Check checks that a proof refutes the clauses. The error is an *Error if it does not.
// Other errors are those of reading, ErrStopped, and one for a proof that is too large.
func Check(clauses iter.Seq[[]sat.Lit], r *Reader, opt Options) (rep Report, err error) {
	var names namer
	var c checker
	if r.format.LRAT {
		l := NewLRAT()
		l.names = &names
		c = l
	} else {
		d := NewDRAT()
		d.names, d.lim = &names, opt.Limit
		c = d
	}
	defer c.report(&rep)
	defer func() {
		if x := recover(); x == errTooLarge {
			err = errTooLarge
		} else if x != nil {
			panic(x)
		}
	}()
	if err = addFormula(c, clauses, &names, opt); err == nil {
		err = checkSteps(c, r, &names, opt, &rep)
	}
	return rep, err
}

// addFormula gives the clauses of the formula to a checker.
func addFormula(c checker, clauses iter.Seq[[]sat.Lit], names *namer, opt Options) error {
	var buf []sat.Lit
	id := sat.ClauseID(0)
	for lits := range clauses {
		if id++; id%every == 0 && opt.Limit.Stopped() {
			return ErrStopped
		}
		if opt.Sparse {
			lits = append(buf[:0], lits...)
			buf = lits
			names.rename(lits)
		} else {
			names.see(lits)
		}
		c.Axiom(id, lits, false, 0)
		if c.Err() != nil {
			return c.Err()
		}
	}
	return nil
}

// checkSteps checks the steps of a proof up to the empty clause, and counts them.
func checkSteps(c checker, r *Reader, names *namer, opt Options, rep *Report) error {
	var s Step
	for n := int64(0); !c.Empty(); n++ {
		if n%every == 0 {
			if opt.Limit.Stopped() {
				return ErrStopped
			}
			if opt.Progress != nil {
				opt.Progress(*rep)
			}
		}
		err := r.Next(&s)
		switch {
		case errors.Is(err, io.EOF):
			return r.Errorf("the proof ends without the empty clause")
		case err != nil:
			return err
		}
		switch s.Kind {
		case Addition:
			rep.Additions++
		case Deletion:
			rep.Deletions += max(int64(len(s.Hints)), 1)
		case Lemma:
			rep.Lemmas++
			if err := lemma(c, r, opt); err != nil {
				return err
			}
		}
		names.rename(s.Lits)
		if err := c.apply(&s, r); err != nil {
			if opt.Limit.Stopped() {
				err = ErrStopped
			}
			return err
		}
	}
	return nil
}

// namer numbers the variables of a proof that are not in the formula consecutively, so
// that large numbers cost no memory, and those of a sparse formula, too.
type namer struct {
	known sat.Var // the formula's last; 0 if it is sparse
	names map[sat.Var]sat.Var
	vars  []sat.Var // by name, less known+1
}

func (n *namer) see(lits []sat.Lit) {
	for _, l := range lits {
		n.known = max(n.known, l.Var())
	}
}

func (n *namer) rename(lits []sat.Lit) {
	for i, l := range lits {
		v := l.Var()
		if v <= n.known {
			continue
		}
		name, ok := n.names[v]
		if !ok {
			if n.names == nil {
				n.names = map[sat.Var]sat.Var{}
			}
			name = n.known + sat.Var(len(n.names)) + 1
			n.names[v] = name
			n.vars = append(n.vars, v)
		}
		lits[i] = name.Pos() ^ l&1
	}
}

// dimacs is the literals as in the proof, for messages.
func (n *namer) dimacs(lits []sat.Lit) []int {
	ns := dimacs(lits)
	for i, l := range lits {
		if n != nil && l.Var() > n.known {
			ns[i] = (n.vars[l.Var()-n.known-1].Pos() ^ l&1).Dimacs()
		}
	}
	return ns
}

// lemma checks that a lemma is allowed. After a RAT step it is not: that step preserves
// the satisfiability of the clauses before it, but not that of the lemma with them.
func lemma(c checker, r *Reader, opt Options) error {
	var rep Report
	c.report(&rep)
	switch {
	case !opt.Lemmas:
		return r.Errorf("a theory lemma, which is not proved")
	case rep.RAT > 0:
		return r.Errorf("a theory lemma after a RAT step")
	}
	return nil
}

func (c *LRAT) apply(s *Step, r *Reader) error {
	switch {
	case s.Kind == Deletion:
		for _, id := range s.Hints {
			if c.remove(id); c.err != nil {
				break
			}
		}
	case s.ID <= 0:
		return r.Errorf("a clause has the id %d", s.ID)
	case s.Kind == Lemma:
		c.store(sat.ClauseID(s.ID), s.Lits)
	default:
		c.derive(sat.ClauseID(s.ID), s.Lits, s.Hints, true)
	}
	if c.err != nil {
		return r.Errorf("%v", c.err)
	}
	return nil
}

func (c *LRAT) report(rep *Report) { rep.RAT = int64(c.rats) }

func (c *DRAT) apply(s *Step, r *Reader) error {
	switch s.Kind {
	case Deletion:
		c.remove(s.Lits)
	case Lemma:
		c.store(s.Lits)
	default:
		if !c.derive(s.Lits, true) {
			return r.Errorf("the clause %v has neither the RUP nor the RAT property", c.names.dimacs(s.Lits))
		}
	}
	return nil
}

func (c *DRAT) report(rep *Report) { rep.RAT, rep.Ignored = int64(c.rats), int64(c.ignored) }
