package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// unconstrained replaces unconstrained terms by new constants: terms that can take any value
// whatever the rest is, since a constant occurs in them and nowhere else (Bruttomesso;
// Brummayer). Arguments are visited first, so a new constant can make the next term
// unconstrained. The old constant has a definition in terms of the new one; if it occurs again,
// the meaning of the new one is asserted.
func (p *Pipeline) unconstrained() int {
	p.forgetFacts()
	f := freer{Pipeline: p, free: map[term.Term]term.Term{}}
	f.count()
	f.block()
	terms := f.candidates()
	for _, t := range terms {
		if f.limit.Stopped() {
			break
		}
		if f.free[t] == 0 {
			f.invert(t)
		}
	}
	f.roots()
	if f.n == 0 {
		return 0
	}
	f.substitute()
	f.forgetFacts()
	return f.n
}

// freer is one run of the pass.
type freer struct {
	*Pipeline
	// free maps a term with one occurrence to the constant that stands for it and
	// can take any value. It is never ranged over.
	free map[term.Term]term.Term
	n    int
}

// block protects the assumptions from changes.
func (f *freer) block() {
	f.done.Clear()
	for _, t := range f.asked {
		f.met.Push(f.sub.apply(t))
	}
	f.met.Seen.Clear()
	f.met.Visit(f.st, f.done.Add)
}

// candidates finds the constants that occur once, and returns all terms above
// them, arguments first.
func (f *freer) candidates() []term.Term {
	var all []term.Term
	f.pushBatch()
	f.met.Seen.Clear()
	f.met.Visit(f.st, func(t term.Term) bool {
		if !f.st.IsConst(t) {
			all = append(all, t)
			return true
		}
		if f.occurs(t) == 1 && !f.wasSeen(t) && !f.done.Has(t) {
			f.free[t] = t
		}
		return false
	})
	if len(f.free) == 0 {
		return nil
	}
	slices.Sort(all) // arguments have smaller ids
	return all
}

// replace puts a new constant in the place of t and returns it. If a constant defined by
// it occurs again, t's own definition is asserted again.
func (f *freer) replace(t term.Term) term.Term {
	y := f.fresh(f.st.Sort(t))
	f.bindFact(t, y)
	if f.occurs(t) == 1 {
		f.free[t] = y
	}
	f.n++
	return y
}

// assign defines the constant that stands for u as v, so that t equals y.
func (f *freer) assign(u, v, t, y term.Term) {
	f.define(definition{x: f.free[u], t: v, again: f.st.Eq(y, t)})
}

// invert replaces t if its arguments can give it any value.
func (f *freer) invert(t term.Term) {
	if f.done.Has(t) {
		return // assumed
	}
	st := f.st
	args := st.Args(t)
	switch st.Op(t) {
	case term.OpNot:
		if f.free[args[0]] != 0 {
			y := f.replace(t)
			f.assign(args[0], st.Not(y), t, y)
		}
	case term.OpEq:
		f.invertEq(t, args)
	case term.OpLe:
		f.invertLe(t, args)
	case term.OpAdd:
		f.invertSum(t, args)
	case term.OpMul:
		f.invertProduct(t, args)
	case term.OpAnd, term.OpOr:
		f.invertSame(t, args)
	case term.OpIte:
		f.invertIte(t, args)
	case term.OpSelect:
		if f.free[args[0]] != 0 {
			y := f.replace(t)
			f.assign(args[0], st.ConstArray(st.Sort(args[0]), y), t, y)
		}
	case term.OpStore:
		if f.free[args[0]] != 0 && f.free[args[2]] != 0 {
			y := f.replace(t)
			f.assign(args[0], y, t, y)
			f.assign(args[2], st.Select(y, args[1]), t, y)
		}
	default:
		if st.Op(t) >= term.OpBits {
			f.invertBits(t, args)
		}
	}
}

// invertEq inverts an equality: its unconstrained side gets the value of the other one, or
// a different one.
func (f *freer) invertEq(t term.Term, args []term.Term) {
	x, other := args[0], args[1]
	if f.free[x] == 0 {
		x, other = other, x
	}
	sort := f.st.Sort(x)
	bits := f.st.IsBitVec(sort)
	if f.free[x] == 0 || !bits && sort != term.Bool && sort != term.Int && sort != term.Real {
		return
	}
	y := f.replace(t)
	if bits {
		f.assign(x, f.rw.Ite(y, other, f.rw.BvAdd(other, f.bitsOf(other, 1))), t, y)
		return
	}
	if sort == term.Bool {
		f.assign(x, f.rw.Eq(y, other), t, y)
		return
	}
	one := f.rw.Number(sort, num.RatFromInt64(1))
	f.assign(x, f.rw.Ite(y, other, f.rw.Add(other, one)), t, y)
}

func (f *freer) invertLe(t term.Term, args []term.Term) {
	one := f.rw.Number(f.st.Sort(args[0]), num.RatFromInt64(1))
	switch {
	case f.free[args[0]] != 0:
		y := f.replace(t)
		f.assign(args[0], f.rw.Ite(y, args[1], f.rw.Add(args[1], one)), t, y)
	case f.free[args[1]] != 0:
		y := f.replace(t)
		f.assign(args[1], f.rw.Ite(y, args[0], f.rw.Sub(args[0], one)), t, y)
	}
}

// invertSum solves a sum or an exclusive or for an unconstrained argument.
func (f *freer) invertSum(t term.Term, args []term.Term) {
	for i, x := range args {
		if f.free[x] == 0 {
			continue
		}
		y := f.replace(t)
		rest := slices.Concat(args[:i], args[i+1:])
		switch f.st.Op(t) {
		case term.OpBvXor:
			f.assign(x, f.rw.BvXor(append(rest, y)...), t, y)
		case term.OpBvAdd:
			f.assign(x, f.rw.BvSub(y, f.rw.BvAdd(rest...)), t, y)
		default:
			f.assign(x, f.rw.Sub(y, f.rw.Add(rest...)), t, y)
		}
		return
	}
}

func (f *freer) invertProduct(t term.Term, args []term.Term) {
	k, ok := f.st.NumeralValue(args[0])
	if !ok || k.IsZero() || f.free[args[1]] == 0 {
		return
	}
	if f.occurs(t) != 1 && k.Neg().IsOne() {
		return // no gain, and differences would become sums
	}
	if sort := f.st.Sort(t); sort == term.Real || k.Abs().IsOne() {
		y := f.replace(t)
		f.assign(args[1], f.rw.Mul(f.rw.Number(sort, k.Inv()), y), t, y)
	}
}

func (f *freer) allFree(args []term.Term) bool {
	return !slices.ContainsFunc(args, func(x term.Term) bool { return f.free[x] == 0 })
}

// invertSame gives all arguments the wanted value.
func (f *freer) invertSame(t term.Term, args []term.Term) {
	if !f.allFree(args) {
		return
	}
	y := f.replace(t)
	for _, x := range args {
		f.assign(x, y, t, y)
	}
}

func (f *freer) invertIte(t term.Term, args []term.Term) {
	c, a, b := f.free[args[0]] != 0, f.free[args[1]] != 0, f.free[args[2]] != 0
	switch {
	case a && b:
		y := f.replace(t)
		f.assign(args[1], y, t, y)
		f.assign(args[2], y, t, y)
	case c && a:
		y := f.replace(t)
		f.assign(args[0], f.st.True(), t, y)
		f.assign(args[1], y, t, y)
	case c && b:
		y := f.replace(t)
		f.assign(args[0], f.st.False(), t, y)
		f.assign(args[2], y, t, y)
	}
}

// roots drops the assertions that an unconstrained formula makes true.
func (f *freer) roots() {
	st := f.st
	for i, a := range f.batch {
		if f.done.Has(a.t) || f.occurs(a.t) != 1 {
			continue
		}
		holds := []term.Term{a.t}
		if f.free[a.t] == 0 && st.Op(a.t) == term.OpOr {
			holds = st.Args(a.t)
		}
		for _, u := range holds {
			if x := f.free[u]; x != 0 {
				f.define(definition{x: x, t: st.True(), again: a.t})
				f.batch[i].t = st.True()
				f.n++
				break
			}
		}
	}
}
