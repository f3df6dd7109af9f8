package horn

import (
	"fmt"
	"strconv"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/validate"
)

// Answer returns the status as the script's dialect names it: for a query of Z3's fixedpoint dialect, sat if what is
// queried can be derived, so the opposite of Status.
func (r *Report) Answer() sat.Status {
	switch {
	case r.Script == nil || !r.Script.Query || r.Status == sat.Unknown:
		return r.Status
	case r.Status == sat.Sat:
		return sat.Unsat
	}
	return sat.Sat
}

// AppendModel appends the solution in the form that CHC-COMP's validator reads: a definition for each predicate.
func (r *Report) AppendModel(dst []byte) []byte {
	dst = append(dst, "(model\n"...)
	for _, d := range r.Solution {
		dst = append(dst, "  "...)
		dst = append(r.AppendDefinition(dst, d), '\n')
	}
	return append(dst, ")\n"...)
}

// AppendDefinition appends the define-fun of a predicate, one of Solution. Its parameters get names that nothing in
// the body has.
func (r *Report) AppendDefinition(dst []byte, d validate.Definition) []byte {
	st := r.Script.Store
	used := map[string]bool{}
	st.Visit(func(t term.Term) bool {
		switch st.Op(t) {
		case term.OpApp:
			used[st.SymName(st.Sym(t))] = true
		case term.OpBound:
			used[st.SymName(st.BoundSym(t))] = true
		}
		return true
	}, d.Body)
	subst := term.NewSubst(st, st)
	dst = append(dst, "(define-fun "...)
	dst = append(smtlib.AppendSymbol(dst, st.SymName(d.Pred)), " ("...)
	for k, x := range d.Params {
		name := "x!" + strconv.Itoa(k)
		for used[name] {
			name += "!"
		}
		subst.Bind(x, st.FreshConst(name, st.Sort(x)))
		if k > 0 {
			dst = append(dst, ' ')
		}
		dst = append(append(append(dst, '('), name...), ' ')
		dst = append(smtlib.AppendSort(dst, st, st.Sort(x)), ')')
	}
	dst = append(dst, ") Bool "...)
	return append(smtlib.AppendTerm(dst, st, subst.Apply(d.Body)), ')')
}

// AppendFact appends what a step derives, as a formula; elements of uninterpreted sorts as (as @S_0 S).
func (r *Report) AppendFact(dst []byte, s *verifier.Inference) []byte {
	if s.Pred == 0 {
		return append(dst, "false"...)
	}
	st := r.Script.Store
	if len(s.Args) == 0 {
		return smtlib.AppendSymbol(dst, st.SymName(s.Pred))
	}
	dst = smtlib.AppendSymbol(append(dst, '('), st.SymName(s.Pred))
	for _, v := range s.Args {
		dst = smtlib.AppendValue(append(dst, ' '), st, v)
	}
	return append(dst, ')')
}

// Variables calls yield for the variables of a step's clause with their values.
func (r *Report) Variables(s *verifier.Inference, yield func(name, value string)) {
	st := r.Script.Store
	for k, x := range r.Script.Assertions[s.Clause].Vars {
		yield(string(smtlib.AppendSymbol(nil, st.SymName(st.Sym(x)))), r.value(s.Values[k]))
	}
}

func (r *Report) value(v model.Value) string {
	return string(smtlib.AppendValue(nil, r.Script.Store, v))
}

// AppendDerivation appends the steps of the derivation: what follows, by which assertion, from which steps, and the
// values of the assertion's variables.
func (r *Report) AppendDerivation(dst []byte) []byte {
	for i := range r.Derivation.Steps {
		s := &r.Derivation.Steps[i]
		dst = fmt.Appendf(dst, "%d. ", i+1)
		dst = r.AppendFact(dst, s)
		dst = fmt.Appendf(dst, " by %v", r.Script.Assertions[s.Clause].Pos)
		for k, p := range s.Premises {
			if dst = append(dst, " from "...); k > 0 {
				dst = append(dst[:len(dst)-len(" from ")], ", "...)
			}
			dst = strconv.AppendInt(dst, int64(p+1), 10)
		}
		dst = append(dst, '\n')
		sep := "   "
		r.Variables(s, func(name, value string) {
			dst = fmt.Appendf(dst, "%s %s = %s", sep, name, value)
			sep = ","
		})
		if sep == "," {
			dst = append(dst, '\n')
		}
	}
	return dst
}
