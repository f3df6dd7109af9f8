package script

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Clauses are assertions to solve as Horn clauses; the predicates are the declared functions with the result Bool.
type Clauses struct {
	File       string
	Store      *term.Store
	Declared   []term.Sym
	Assertions []Clause
}

// Clause is an assertion with its place.
type Clause struct {
	Pos     smtlib.Pos
	Formula term.Term
}

// HornAnswer is what Options.Horn answers.
type HornAnswer struct {
	Status sat.Status    // sat if the predicates can be defined so that the assertions hold
	Reason reason.Reason // of Unknown
	// Definitions, after sat, returns the define-fun of each predicate. It may look for them only now.
	Definitions func(context.Context) ([]string, error)
}

// errHorn is the answer to questions that only an answer of the solver leaves open.
var errHorn = errors.New("unsupported: the answer is from solving Horn clauses, after which there is only get-model")

// horn is the logic of Horn clauses.
const horn = "HORN"

// setLogic notes the logic, which counts only before the first declaration or assertion.
func (x *interpreter) setLogic(name string) {
	if !x.dirty {
		x.logic = name
	}
}

// routed reports whether a check is one of Horn clauses: the logic is HORN, and there is a predicate.
func (x *interpreter) routed() bool {
	if x.logic != horn || x.opt.Horn == nil || x.opt.Proof != nil {
		return false
	}
	for _, s := range x.scope {
		for _, f := range s.declared {
			if _, res := x.st.SymSorts(f); res == term.Bool {
				return true
			}
		}
	}
	return false
}

// solveClauses has clauses in force, and more, solved as Horn clauses.
func (x *interpreter) solveClauses(ctx context.Context, of func(*scope) []placed, more []placed) error {
	in := Clauses{File: x.name, Store: x.st}
	add := func(all []placed) {
		for _, p := range all {
			in.Assertions = append(in.Assertions, Clause{p.at, p.t})
		}
	}
	for k := range x.scope {
		in.Declared = append(in.Declared, x.scope[k].declared...)
		add(of(&x.scope[k]))
	}
	add(more)
	x.last = solver.Result{}
	if what := x.r.Approximate(); what != "" {
		x.last.Reason = reason.Reason{Kind: reason.Incomplete, Detail: what}
		return nil
	}
	res, err := x.opt.Horn(ctx, in)
	if err != nil {
		x.rep.Internal = x.rep.Internal || errors.Is(err, reason.Internal)
		return err
	}
	x.solved = &res
	x.last.Status, x.last.Reason = res.Status, res.Reason
	return nil
}

// checkClauses is check for Horn clauses.
func (x *interpreter) checkClauses(ctx context.Context, c *smtlib.Command) error {
	var more []placed
	for _, t := range c.Terms {
		more = append(more, placed{t, c.Pos})
	}
	return x.solveClauses(ctx, func(s *scope) []placed { return s.placed }, more)
}

// query answers a query of Z3's fixedpoint dialect: sat if it can be derived. Rules and assertions do not know each
// other.
func (x *interpreter) query(c *smtlib.Command) error {
	if x.opt.Horn == nil {
		return errors.New("unsupported command query")
	}
	x.changed()
	ctx, cancel := x.limited()
	defer cancel()
	denied := placed{x.st.Not(c.Terms[0]), c.Pos}
	if err := x.solveClauses(ctx, func(s *scope) []placed { return s.rules }, []placed{denied}); err != nil {
		return err
	}
	x.solved = nil // there is nothing to ask
	switch x.last.Status {
	case sat.Sat:
		x.last.Status = sat.Unsat
	case sat.Unsat:
		x.last.Status = sat.Sat
	}
	x.distrust()
	x.last.Candidate = false
	if x.last.Status == sat.Unknown {
		x.mode = modeUnknown
	}
	x.answerCheck()
	return nil
}

// answerCheck notes and prints the answer of a check.
func (x *interpreter) answerCheck() {
	x.rep.Answers = append(x.rep.Answers, x.last.Status)
	x.rep.Reason = x.last.Reason
	if x.opt.QuietStop && x.ctx.Err() != nil {
		return
	}
	x.out.line([]byte(x.last.Status.String()))
}

// getDefinitions answers get-model after a check of Horn clauses.
func (x *interpreter) getDefinitions() error {
	ctx, cancel := x.limited()
	defer cancel()
	defs, err := x.solved.Definitions(ctx)
	if err != nil {
		return err
	}
	b := []byte("(\n")
	if x.layout() == smtlib.CVC4 {
		b = []byte("(model\n")
	}
	for _, d := range defs {
		b = append(append(append(b, "  "...), d...), '\n')
	}
	x.out.line(b, ')')
	return nil
}
