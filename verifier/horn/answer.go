package horn

import (
	"slices"

	"github.com/muster-smt/muster/theory/smt"
)

// Answer is a Report whose evidence is in the terms of a System.
type Answer struct {
	*Report
	Solution   []Definition // of each predicate, in the order of their declarations
	Derivation []Step       // after Unsat; the last step derives false
}

// Definition says that a predicate holds exactly where Body does, which is about the predicate's parameters.
type Definition struct {
	Pred *Pred
	Body smt.Bool
}

// At returns the body with arguments in place of the parameters. It panics with a *smt.Misuse if their number or
// sorts are wrong.
func (d Definition) At(args ...smt.Expr) smt.Bool {
	return smt.Substitute(d.Body, d.Pred.params, args)
}

// Step is a step of a derivation: what an instance of a clause implies, whose premises hold.
type Step struct {
	Clause   string      // its name
	Vars     []Assigned  // the values of its variables
	Premises []int       // earlier steps, by their index
	Pred     *Pred       // it holds of Args; nil: false holds
	Args     []smt.Value // integers as v.Int(), for example
}

// Assigned is a variable with its value.
type Assigned struct {
	Var   smt.Term
	Value smt.Value
}

// answer translates a report on the script.
func (b *scripting) answer(rep *Report) *Answer {
	a := &Answer{Report: rep}
	st := rep.Script.Store
	back := smt.NewBridge(b.store, st)
	for i, f := range b.free {
		back.Bind(rep.Script.Free[i], f)
	}
	for i, d := range rep.Solution {
		for k, x := range d.Params {
			back.Bind(st.Sym(x), b.preds[i].consts[k])
		}
		a.Solution = append(a.Solution, Definition{b.preds[i], smt.Bool{Term: back.Back(d.Body)}})
	}
	if rep.Derivation == nil {
		return a
	}
	for i, vars := range b.vars {
		for k, f := range vars { // those of quantifiers in the clause follow
			back.Bind(st.Sym(rep.Script.Assertions[i].Vars[k]), f)
		}
	}
	for _, inf := range rep.Derivation.Steps {
		s := Step{Clause: b.clauses[inf.Clause].name, Premises: inf.Premises}
		if inf.Pred != 0 {
			s.Pred = b.preds[slices.Index(rep.Script.Preds, inf.Pred)]
		}
		for _, v := range inf.Args {
			s.Args = append(s.Args, back.Value(v))
		}
		for k, x := range rep.Script.Assertions[inf.Clause].Vars {
			s.Vars = append(s.Vars, Assigned{back.Back(x), back.Value(inf.Values[k])})
		}
		a.Derivation = append(a.Derivation, s)
	}
	return a
}
