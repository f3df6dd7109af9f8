package horn

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
)

// System is a set of clauses about predicates, over the terms of a smt.Store. The constants in a clause are its
// variables: it holds for all their values. Functions that are no predicates are free symbols, the same ones
// everywhere.
//
// A System serves one goroutine at a time. It can be solved any number of times, also with more clauses after that.
type System struct {
	store   *smt.Store
	preds   []*Pred
	index   map[smt.Func]int // in preds
	clauses []clause
}

// clause is a formula of a System.
type clause struct {
	name    string
	formula smt.Bool
}

// NewSystem returns a System without predicates over the terms of st.
func NewSystem(st *smt.Store) *System { return &System{store: st, index: map[smt.Func]int{}} }

// Pred is a predicate of a System.
type Pred struct {
	fun    smt.Func
	params []smt.Expr
	consts []smt.Func // the params
}

// Pred declares a predicate. Its parameters are constants, different ones: they give the sorts of its arguments, and
// its definition in a solution is about them. In clauses they are variables like all others. It panics with a
// *smt.Misuse if a parameter is none, or if the store has the name with other sorts or the System has it already.
func (s *System) Pred(name string, params ...smt.Expr) *Pred {
	p := &Pred{params: params}
	sorts := make([]smt.AnySort, len(params))
	seen := map[smt.Term]bool{}
	for i, x := range params {
		f, ok := constant(x.Untyped())
		if !ok || seen[x.Untyped()] {
			panic(&smt.Misuse{Op: name, Why: fmt.Sprintf("parameter %d is not a constant, or is listed twice", i+1)})
		}
		seen[x.Untyped()] = true
		p.consts = append(p.consts, f)
		sorts[i] = x.Untyped().Sort()
	}
	var err error
	if p.fun, err = s.store.Declare(name, sorts, s.store.BoolSort().AnySort); err != nil {
		panic(err)
	}
	if _, twice := s.index[p.fun]; twice {
		panic(&smt.Misuse{Op: name, Why: "the predicate is declared twice"})
	}
	s.index[p.fun] = len(s.preds)
	s.preds = append(s.preds, p)
	return p
}

// constant returns the symbol of a constant.
func constant(t smt.Term) (f smt.Func, ok bool) {
	for g := range t.Symbols {
		u, err := g.Apply()
		return g, err == nil && u == t
	}
	return f, false
}

// Name returns the name of the predicate.
func (p *Pred) Name() string { return p.fun.Name() }

// Params returns the parameters of the predicate.
func (p *Pred) Params() []smt.Expr { return p.params }

// At returns the formula that the predicate holds of arguments. It panics with a *smt.Misuse if their number or sorts
// are wrong.
func (p *Pred) At(args ...smt.Expr) smt.Bool {
	terms := make([]smt.Term, len(args))
	for i, a := range args {
		terms[i] = a.Untyped()
	}
	t, err := p.fun.Apply(terms...)
	if err != nil {
		panic(err)
	}
	return smt.Bool{Term: t}
}

// Rule adds the clause that the body, a conjunction, implies the head. Its name is for errors and derivations. Rule,
// Query and Assert panic with a *smt.Misuse if a term is not of the System's store.
func (s *System) Rule(name string, head smt.Bool, body ...smt.Bool) {
	if len(body) > 0 {
		head = s.store.And(body...).Implies(head)
	}
	s.Assert(name, head)
}

// Query adds the clause that the body never holds.
func (s *System) Query(name string, body ...smt.Bool) { s.Assert(name, s.store.And(body...).Not()) }

// Assert adds a formula of any form that is Horn.
func (s *System) Assert(name string, f smt.Bool) {
	if f.Sort() != s.store.BoolSort().AnySort {
		panic(&smt.Misuse{Op: name, Why: "the clause is no formula of the system's store"})
	}
	if name == "" {
		name = fmt.Sprintf("clause %d", len(s.clauses)+1)
	}
	s.clauses = append(s.clauses, clause{name, f})
}

// ClauseError says what is wrong with a clause: it is not Horn, or not supported.
type ClauseError struct {
	Clause string // its name
	Msg    string
}

func (e *ClauseError) Error() string { return e.Clause + ": " + e.Msg }

// Solve decides whether the predicates of a system can be defined so that its clauses hold. Limits come through the
// context. An error is a *ClauseError, a *OptionError or a fault, a reason.Reason of the kind Internal.
func Solve(ctx context.Context, s *System, opt Options) (*Answer, error) {
	b, err := s.script()
	if err != nil {
		return nil, err
	}
	rep, err := SolveScript(ctx, b.result, opt)
	if err != nil {
		return nil, err
	}
	return b.answer(rep), nil
}

// WriteSMTLIB writes the system as a script, the question of Solve, for muster horn and other solvers.
func (s *System) WriteSMTLIB(w io.Writer) error {
	b, err := s.script()
	if err != nil {
		return err
	}
	var formulas []term.Term
	for _, a := range b.result.Assertions {
		formulas = append(formulas, a.Formula)
	}
	return smtlib.Dump(w, b.own, formulas, smtlib.Options{Logic: "HORN"})
}

func (s *System) script() (*scripting, error) {
	b := &scripting{System: s, own: term.NewStore(), declared: map[smt.Func]bool{}}
	return b, guarded(b.make)
}

// scripting makes the script of a system.
type scripting struct {
	*System
	own      *term.Store
	bridge   *smt.Bridge
	closing  *term.Subst
	result   *chc.Script
	free     []smt.Func // in the order of the script's
	declared map[smt.Func]bool
	vars     [][]smt.Func // of each clause
}

func (b *scripting) make() error {
	b.result = chc.New("", b.own)
	b.bridge, b.closing = smt.NewBridge(b.store, b.own), term.NewSubst(b.own, b.own)
	for _, p := range b.preds {
		b.result.Declare(b.bridge.Func(p.fun))
	}
	for _, c := range b.clauses {
		vars, err := b.variables(c)
		if err != nil {
			return err
		}
		b.vars = append(b.vars, vars)
		err = b.result.Assert(smtlib.Pos{File: c.name}, b.closed(c.formula, vars))
		var why *smtlib.Error
		if errors.As(err, &why) {
			return &ClauseError{c.name, why.Msg}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// variables returns the variables of a clause, and declares its free functions.
func (b *scripting) variables(c clause) (vars []smt.Func, err error) {
	for f := range c.formula.Symbols {
		if _, ok := b.index[f]; ok || b.declared[f] {
			continue
		}
		switch params, result := f.Sorts(); {
		case len(params) == 0:
			vars = append(vars, f)
		case result == b.store.BoolSort().AnySort:
			return nil, &ClauseError{c.name, fmt.Sprintf("%s is no predicate of the system", f.Name())}
		default:
			b.declared[f], b.free = true, append(b.free, f)
			b.result.Declare(b.bridge.Func(f))
		}
	}
	return vars, nil
}

// closed returns a formula for all values of its variables, in the script's store.
func (b *scripting) closed(f smt.Bool, vars []smt.Func) term.Term {
	body := b.bridge.Out(f)
	if len(vars) == 0 {
		return body
	}
	var q term.Quant
	b.closing.Reset()
	for _, x := range vars {
		c := b.own.App(b.bridge.Func(x))
		v := b.own.BoundVar(x.Name(), b.own.Sort(c))
		b.closing.Bind(c, v)
		q.Vars = append(q.Vars, v)
	}
	q.Body = b.closing.Apply(body)
	return b.own.Quantify(term.OpForall, q)
}
