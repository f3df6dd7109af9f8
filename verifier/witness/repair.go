package witness

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
)

// maxLemmas limits the lemmas that one failed replay hands back.
const maxLemmas = 2000

// repair finds facts that the model violates: it evaluates what the solver was
// given about the path, with the exact meaning of all operators, and explains
// what is false.
func (w *writer) repair(p *inline.Path, fail *interp.Failure) inline.Repair {
	r := &repair{writer: w, fail: fail, st: w.System.Store, seen: map[term.Term]bool{}}
	facts := r.facts(p)
	if fail.Kind == interp.InstanceFails {
		r.reads(facts)
	}
	for _, c := range facts {
		if len(r.out) >= maxLemmas {
			break
		}
		r.explain(c.t)
	}
	return inline.Repair{Lemmas: r.out, Values: r.values}
}

// fact is something that the solver knows of a path. It holds wherever because does, a guard of the path; if
// that is 0, the fact always holds, and if it is the fact itself, the path alone makes it one.
type fact struct{ t, because term.Term }

func terms(facts []fact) []term.Term {
	out := make([]term.Term, len(facts))
	for i, f := range facts {
		out[i] = f.t
	}
	return out
}

// facts lists what the solver knows of the path.
func (w *writer) facts(p *inline.Path) (facts []fact) {
	st := w.System.Store
	for _, a := range w.System.Axioms {
		facts = append(facts, fact{a, 0})
	}
	for _, e := range p.Events {
		if e.Kind == inline.Enter {
			for _, t := range w.tree.Ties(e.Inst, e.At) {
				facts = append(facts, fact{t, t})
			}
		}
	}
	for _, i := range w.order {
		w.tree.Bind(i)
		proc := w.tree.Proc(i)
		for _, c := range proc.Summary { // contracts
			t := w.tree.Image(c)
			facts = append(facts, fact{t, t})
		}
		for _, d := range proc.Defs {
			t := st.Eq(w.tree.Image(d.Name), w.tree.Image(d.Value))
			facts = append(facts, fact{t, t})
		}
		for k, b := range w.blocks[i] {
			blk := &proc.Blocks[b]
			for _, c := range blk.Conds {
				facts = append(facts, fact{w.tree.Image(c), w.tree.Image(blk.Guard)})
			}
			if k+1 == len(w.blocks[i]) {
				continue
			}
			for _, e := range blk.Succs {
				if e.To != w.blocks[i][k+1] {
					continue
				}
				for _, c := range e.Eqs {
					t := w.tree.Image(c)
					facts = append(facts, fact{t, t})
				}
			}
		}
	}
	return facts
}

// repair collects lemmas.
type repair struct {
	*writer
	fail    *interp.Failure
	st      *term.Store
	seen    map[term.Term]bool
	out     []term.Term
	values  []term.Term // equations that make wrong products linear
	indices []valued    // at which arrays are read or written
	elems   []valued    // terms of uninterpreted sorts
}

// valued is a term with its value in the model.
type valued struct {
	t term.Term
	v model.Value
}

// reads collects the terms at which the facts read or write arrays, and those of
// uninterpreted sorts; of several terms with the same value only one.
func (r *repair) reads(facts []fact) {
	values := map[string]bool{}
	r.st.Visit(func(t term.Term) bool {
		if r.st.SortKind(r.st.Sort(t)) == term.KindUninterpreted && r.st.Ground(t) {
			if v, err := r.model.Eval(t); err == nil && !values[v.Key()] {
				values[v.Key()] = true
				r.elems = append(r.elems, valued{t, v})
			}
		}
		if op := r.st.Op(t); op != term.OpSelect && op != term.OpStore || !r.st.Ground(r.st.Arg(t, 1)) {
			return true
		}
		x := r.st.Arg(t, 1)
		if v, err := r.model.Eval(x); err == nil && !values[v.Key()] {
			values[v.Key()] = true
			r.indices = append(r.indices, valued{x, v})
		}
		return true
	}, terms(facts)...)
}

func (r *repair) add(t term.Term) {
	if !r.seen[t] && len(r.out) < maxLemmas {
		r.seen[t] = true
		r.out = append(r.out, t)
	}
}

// explain adds lemmas about a condition that the path assumes, if it is false.
func (r *repair) explain(c term.Term) {
	if ok, err := r.model.EvalBool(c); err == nil {
		if !ok {
			r.products(c)
		}
		return
	}
	r.quantifiers(c)
}

// products adds lemmas about the products and divisions in a condition that is
// false, though the solver's model satisfies it.
func (r *repair) products(c term.Term) {
	r.st.Visit(func(t term.Term) bool {
		if !r.st.Ground(t) {
			return false
		}
		switch r.st.Op(t) {
		case term.OpForall, term.OpExists:
			return false
		case term.OpMul, term.OpDiv, term.OpMod, term.OpQuo:
			if !r.isNumber(r.st.Arg(t, 1)) && (r.st.Op(t) != term.OpMul || !r.isNumber(r.st.Arg(t, 0))) {
				r.value(t)
				r.quotient(t)
			}
		}
		return true
	}, c)
}

// value adds lemmas about t. If a factor of a product has its present value, the
// product is that value times the other factor. If a positive divisor has its
// present value, t is the quotient or remainder by that value. In all other
// cases: if all operands have their present values, t has its value.
func (r *repair) value(t term.Term) {
	op, args := r.st.Op(t), r.st.Args(t)
	if len(args) == 2 && (op == term.OpMul || r.positive(args[1])) {
		r.fixed(t, 1)
		if op == term.OpMul {
			r.fixed(t, 0)
		}
		r.keep(r.factor(t))
		return
	}
	clause := make([]term.Term, 0, len(args)+1)
	for _, a := range args {
		_, n, ok := r.number(a)
		if !ok {
			return
		}
		if !r.isNumber(a) {
			clause = append(clause, r.st.Not(r.st.Eq(a, n)))
			r.keep(a)
		}
	}
	if _, n, ok := r.number(t); ok {
		r.add(r.st.Or(append(clause, r.st.Eq(t, n))...))
	}
}

// quotient adds what the signs of dividend and divisor, and a divisor beyond 1, say about a quotient of reals: values
// alone would come closer and closer to what they exclude.
func (r *repair) quotient(t term.Term) {
	if r.st.Op(t) != term.OpQuo {
		return
	}
	st, x, y := r.st, r.st.Arg(t, 0), r.st.Arg(t, 1)
	zero, one := st.Rat(num.Rat{}), st.Rat(num.RatFromInt64(1))
	notPositive, notNegative := st.Le(x, zero), st.Le(zero, x)
	for _, side := range []struct{ divisor, dividend, says term.Term }{
		{st.Lt(zero, y), notNegative, st.Le(zero, t)}, {st.Lt(zero, y), notPositive, st.Le(t, zero)},
		{st.Lt(y, zero), notNegative, st.Le(t, zero)}, {st.Lt(y, zero), notPositive, st.Le(zero, t)},
		{st.Le(one, y), notNegative, st.Le(t, x)}, {st.Le(one, y), notPositive, st.Le(x, t)},
		{st.And(st.Lt(zero, y), st.Le(y, one)), notNegative, st.Le(x, t)}, {st.And(st.Lt(zero, y), st.Le(y, one)),
			notPositive, st.Le(t, x)},
	} {
		r.add(st.Implies(st.And(side.divisor, side.dividend), side.says))
	}
}

// number returns the value of an integer or a real number, also as a term.
func (r *repair) number(t term.Term) (v num.Rat, as term.Term, ok bool) {
	x, err := r.model.Eval(t)
	switch {
	case err != nil:
		return v, 0, false
	case r.st.Sort(t) == term.Real:
		return x.Rat(), r.st.Rat(x.Rat()), true
	}
	return x.Rat(), r.st.Numeral(x.Int()), true
}

func (r *repair) isNumber(t term.Term) bool { return r.st.IsNum(t) || r.st.IsRat(t) }

// factor returns the operand whose value makes t linear: for a product the factor
// that is not a product itself, or else the one with the smaller value.
func (r *repair) factor(t term.Term) term.Term {
	a, b := r.st.Arg(t, 0), r.st.Arg(t, 1)
	if r.st.Op(t) != term.OpMul {
		return b
	}
	if p, q := r.st.Op(a) == term.OpMul, r.st.Op(b) == term.OpMul; p != q {
		if p {
			return b
		}
		return a
	}
	v, _, known := r.number(a)
	w, _, known1 := r.number(b)
	if known && known1 && v.Abs().Less(w.Abs()) {
		return a
	}
	return b
}

// keep adds to the values that a has its present value.
func (r *repair) keep(a term.Term) {
	_, n, ok := r.number(a)
	if !ok || r.isNumber(a) {
		return
	}
	if e := r.st.Eq(a, n); !r.seen[e] {
		r.seen[e] = true
		r.values = append(r.values, e)
	}
}

func (r *repair) positive(t term.Term) bool {
	v, _, ok := r.number(t)
	return ok && v.Sign() > 0
}

// fixed adds the lemma that t is linear if operand i has its present value.
func (r *repair) fixed(t term.Term, i int) {
	a := r.st.Arg(t, i)
	v, n, ok := r.number(a)
	if !ok {
		return
	}
	other := r.st.Arg(t, 1-i)
	var linear term.Term
	switch r.st.Op(t) {
	case term.OpMul:
		linear = r.st.Mul(n, other)
	case term.OpQuo:
		linear = r.st.Mul(r.st.Rat(v.Inv()), other)
	case term.OpDiv:
		linear = r.st.Div(other, n)
	default:
		linear = r.st.Mod(other, n)
	}
	r.add(r.st.Or(r.st.Not(r.st.Eq(a, n)), r.st.Eq(t, linear)))
}

// quantifiers adds instances of the quantifiers in c that are false in the model
// (true, for an existential one). Instances at terms are best, since they also
// serve for other values of these terms: terms at which arrays are read or
// written, or at a boundary of the quantifier. Otherwise the instance is at the
// values of the failure.
func (r *repair) quantifiers(c term.Term) {
	if r.fail.Kind != interp.InstanceFails {
		return
	}
	r.st.Visit(func(t term.Term) bool {
		if !r.st.Ground(t) {
			return false
		}
		if op := r.st.Op(t); op != term.OpForall && op != term.OpExists {
			return true
		}
		if !r.atReads(t) && !r.atBoundary(t) {
			r.atFailure(t)
		}
		return false
	}, c)
}

// atReads instantiates q at the terms where arrays are read or written.
func (r *repair) atReads(q term.Term) bool {
	parts := r.st.Quant(q)
	if len(parts.Vars) != 1 {
		return false
	}
	found := false
	for _, x := range r.indices {
		if r.st.Sort(x.t) != r.st.Sort(parts.Vars[0]) {
			continue
		}
		if n, err := r.model.EvalQuant(nil, q, [][]model.Value{{x.v}}); err == nil && n >= 0 {
			found = true
			r.instantiate(q, []term.Term{x.t})
		}
	}
	return found
}

// atBoundary instantiates q, over one variable, at ground terms of its body and
// solutions of its equations and inequalities whose value is that of the failure
// or next to it.
func (r *repair) atBoundary(q term.Term) bool {
	parts := r.st.Quant(q)
	if len(parts.Vars) != 1 || !r.fits(parts) {
		return false
	}
	x, want := parts.Vars[0], r.fail.Instance[0]
	if n, err := r.model.EvalQuant(nil, q, [][]model.Value{{want}}); err != nil || n < 0 {
		return false
	}
	found := false
	try := func(t term.Term) {
		v, err := r.model.Eval(t)
		if err != nil || r.st.Sort(t) != r.st.Sort(x) {
			return
		}
		if !v.Equal(want) {
			if r.st.Sort(t) != term.Int {
				return
			}
			d, ok := want.Int().Sub(v.Int()).Int64()
			if !ok || d < -1 || d > 1 {
				return
			}
			t = r.st.Add(t, r.st.Int(d))
		}
		found = true
		r.instantiate(q, []term.Term{t})
	}
	r.st.Visit(func(t term.Term) bool {
		switch op := r.st.Op(t); {
		case op == term.OpForall || op == term.OpExists:
			return false
		case r.st.Ground(t) && !r.st.IsNum(t):
			try(t)
		case (op == term.OpEq || op == term.OpLe) && r.st.Sort(r.st.Arg(t, 0)) == term.Int && r.st.Sort(x) == term.Int:
			if s, ok := r.solve(t, x); ok {
				try(s)
			}
		}
		return true
	}, parts.Body)
	return found
}

// solve returns the term for x at which both sides of atom t are equal, if their
// difference is a term without x plus or minus x.
func (r *repair) solve(t, x term.Term) (term.Term, bool) {
	at := func(n int64) term.Term {
		sub := term.NewSubst(r.st, r.st)
		sub.Bind(x, r.st.Int(n))
		return r.st.Add(sub.Apply(r.st.Arg(t, 0)), r.st.Mul(r.st.Int(-1), sub.Apply(r.st.Arg(t, 1))))
	}
	zero := at(0)
	f0, err := r.model.EvalInt(zero)
	f1, err1 := r.model.EvalInt(at(1))
	if err != nil || err1 != nil {
		return 0, false
	}
	switch slope, ok := f1.Sub(f0).Int64(); {
	case ok && slope == 1:
		return r.st.Mul(r.st.Int(-1), zero), true
	case ok && slope == -1:
		return zero, true
	}
	return 0, false
}

// atFailure instantiates q at the values at which the replay failed, if q fails
// there.
func (r *repair) atFailure(q term.Term) {
	parts := r.st.Quant(q)
	if !r.fits(parts) {
		return
	}
	n, err := r.model.EvalQuant(nil, q, [][]model.Value{r.fail.Instance})
	if err != nil || n < 0 {
		return
	}
	var ts []term.Term
	for i, v := range parts.Vars {
		x, ok := r.literal(r.fail.Instance[i], r.st.Sort(v))
		if !ok {
			return
		}
		ts = append(ts, x)
	}
	r.instantiate(q, ts)
}

// fits reports whether the values of the failure have the sorts of q's variables.
func (r *repair) fits(q term.Quant) bool {
	if len(q.Vars) != len(r.fail.Instance) {
		return false
	}
	for i, v := range q.Vars {
		if r.st.Sort(v) != r.fail.Instance[i].Sort() {
			return false
		}
	}
	return true
}

// instantiate adds the lemma that q implies its instance at ts, or is implied by
// it if q is existential.
func (r *repair) instantiate(q term.Term, ts []term.Term) {
	parts := r.st.Quant(q)
	sub := term.NewSubst(r.st, r.st)
	for i, v := range parts.Vars {
		sub.Bind(v, ts[i])
	}
	if body := sub.Apply(parts.Body); r.st.Op(q) == term.OpForall {
		r.add(r.st.Or(r.st.Not(q), body))
	} else {
		r.add(r.st.Or(q, r.st.Not(body)))
	}
}

// literal returns a term with the given value, if one is known.
func (r *repair) literal(v model.Value, sort term.Sort) (term.Term, bool) {
	switch sort {
	case term.Int:
		return r.st.Numeral(v.Int()), true
	case term.Bool:
		return r.st.Bool(v.IsTrue()), true
	}
	if v.Kind() == model.KindBits {
		return r.st.Bits(sort, v.Int()), true
	}
	for _, e := range r.elems {
		if e.v.Equal(v) {
			return e.t, true
		}
	}
	return 0, false
}
