package interpolate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// ErrSatisfiable is the error if the sides have a common model, so that there is no interpolant.
var ErrSatisfiable = errors.New("the formulas are satisfiable together, so there is no interpolant")

// Options are limits. Zero values stand for the defaults.
type Options struct {
	Clauses   int   // of an interpolant, default 400
	Literals  int   // of a clause, default 200
	Bits      int   // of a numeral in a clause, default 400
	Values    int   // clauses that hold for values of a model alone, default 50
	Conflicts int64 // of one question to a solver; by default there is no limit
	Models    int64 // in which quantifiers are checked for one question; likewise
	Seed      uint64
}

// The defaults of Options, and the limit of what functions are replaced by.
const (
	defaultClauses  = 400
	defaultLiterals = 200
	defaultBits     = 400
	defaultValues   = 50
	maxApplications = 400
)

// Interpolator makes interpolants for formulas of one store. It is not safe for concurrent use.
type Interpolator struct {
	st   *term.Store
	rw   *rewrite.Rewriter
	proj *project.Projector
	opt  Options

	purified map[term.Term]term.Term // applications of local functions; never ranged over
}

// New returns an Interpolator for formulas of st.
func New(st *term.Store, opt Options) *Interpolator {
	opt.Clauses = cmp.Or(opt.Clauses, defaultClauses)
	opt.Literals = cmp.Or(opt.Literals, defaultLiterals)
	opt.Bits = cmp.Or(opt.Bits, defaultBits)
	opt.Values = cmp.Or(opt.Values, defaultValues)
	return &Interpolator{st: st, rw: rewrite.New(st), proj: project.New(st), opt: opt, purified: map[term.Term]term.Term{}}
}

// Binary returns an interpolant of a and b, as a conjunction of formulas, most of them clauses: a
// implies each, they contradict b, and their constants and functions occur in both a and b and
// satisfy shared, unless that is nil. The error is ErrSatisfiable, or a reason.Reason that says
// why none was found.
func (p *Interpolator) Binary(ctx context.Context, a, b []term.Term, shared func(term.Sym) bool) ([]term.Term, error) {
	words := p.common(a, b, shared)
	clauses, err := p.search(ctx, a, b, words)
	if err != nil && roles(err) && ctx.Err() == nil {
		if other, e := p.search(ctx, b, a, words); e == nil {
			clauses, err = p.negation(other), nil
		} else if errors.Is(e, ErrSatisfiable) {
			err = e
		}
	}
	if errors.Is(err, ErrSatisfiable) {
		return nil, p.satisfiable(ctx, a, b)
	}
	if err != nil {
		return nil, err
	}
	if err := p.verify(ctx, a, b, clauses, words); err != nil {
		return nil, err
	}
	return clauses, nil
}

// satisfiable returns ErrSatisfiable if a fresh solver says so, too.
func (p *Interpolator) satisfiable(ctx context.Context, a, b []term.Term) error {
	r := p.ask(solver.Options{NoRelevancy: true}, append(a[:len(a):len(a)], b...)).Check(ctx)
	switch r.Status {
	case sat.Sat:
		return ErrSatisfiable
	case sat.Unsat:
		return reason.Internalf("interpolation: the sides are satisfiable together for the search alone")
	}
	return unknown(r, "a common model of both sides")
}

// roles reports whether it may help that the sides change their roles.
func roles(err error) bool {
	return !errors.Is(err, ErrSatisfiable) && !errors.Is(err, reason.Internal)
}

// negation returns the negation of a conjunction, as a conjunction.
func (p *Interpolator) negation(clauses []term.Term) []term.Term {
	not := p.st.Not(p.rw.And(clauses...))
	if len(clauses) == 1 && p.st.Op(clauses[0]) == term.OpOr {
		var out []term.Term
		for _, t := range p.st.Args(clauses[0]) {
			out = append(out, p.st.Not(t))
		}
		return out
	}
	if not == p.st.True() {
		return nil
	}
	return []term.Term{not}
}

// verify checks an interpolant with solvers that know nothing of the search: its vocabulary, and
// both implications.
func (p *Interpolator) verify(ctx context.Context, a, b, clauses []term.Term, words *vocabulary) error {
	for _, t := range clauses {
		if f, ok := words.stranger(t); ok {
			return reason.Internalf("interpolation: %s is not shared, but occurs in %s", p.st.SymName(f), p.st.String(t))
		}
	}
	not := p.st.Not(p.st.And(clauses...))
	if err := p.refuted(ctx, "the first side does not imply the interpolant", append([]term.Term{not}, a...)); err != nil {
		return err
	}
	return p.refuted(ctx, "the interpolant does not contradict the second side", append(b[:len(b):len(b)], clauses...))
}

// refuted asks a fresh solver whether formulas contradict each other.
func (p *Interpolator) refuted(ctx context.Context, fault string, formulas []term.Term) error {
	r := p.ask(solver.Options{NoRelevancy: true}, formulas).Check(ctx)
	if r.Status == sat.Sat {
		return reason.Internalf("interpolation: %s", fault)
	}
	return unknown(r, "the check of an interpolant")
}

// open returns why no interpolant was found.
func open(kind reason.Kind, format string, args ...any) error {
	return reason.Reason{Kind: kind, Detail: "interpolation: " + fmt.Sprintf(format, args...)}
}

// unknown returns why an answer is unknown, if it is.
func unknown(r solver.Result, what string) error {
	switch {
	case r.Reason.Kind == reason.Internal:
		return r.Reason
	case r.Status == sat.Unknown && r.Reason.Detail != "":
		return open(r.Reason.Kind, "%s: %s", what, r.Reason.Detail)
	case r.Status == sat.Unknown:
		return open(r.Reason.Kind, "%s", what)
	}
	return nil
}

// stopped returns the reason of a context that is done.
func stopped(ctx context.Context) error {
	return open(reason.Of(limit.ContextReason(ctx)).Kind, "stopped")
}
