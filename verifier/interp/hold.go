package interp

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// due is a quantifier that was assumed and is checked when all instances are
// known: it must have no counterexample if all is set, else an example.
type due struct {
	kind    FailKind
	q       term.Term
	all     bool // no instance may make the body !want
	want    bool // all: what the body must be; else what some instance must make it
	at      place
	pos     prog.Pos
	id      int32
	binding []undo // the variables in q at that time
	defines bool   // it is an axiom that defines values
	said    said
}

// said identifies what is assumed: a quantifier over types is one for each type, and these are one assumption.
type said struct {
	nth  int // formula that is assumed
	name string
}

// hold checks that t holds. Quantifiers in it are put off.
func (r *replayer) hold(kind FailKind, t term.Term, collect bool) error {
	r.said.nth++
	r.collect(collect, t)
	return r.require(kind, t, true)
}

// require checks that t has the truth value want.
func (r *replayer) require(kind FailKind, t term.Term, want bool) error {
	type goal struct {
		t    term.Term
		want bool
	}
	work := []goal{{t, want}}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		x, err := r.env.Eval(g.t)
		switch {
		case err == nil && x.IsTrue() == g.want:
			continue
		case err == nil:
			if !g.want {
				return r.fail(kind, r.st.Not(g.t), nil)
			}
			// Name the conjunct that is false.
			return r.fail(kind, r.falseConjunct(g.t), nil)
		case !errors.Is(err, model.ErrQuantifier):
			return r.fail(NotEvaluated, g.t, err)
		}
		op := r.st.Op(g.t)
		switch {
		case op == term.OpNot:
			work = append(work, goal{r.st.Arg(g.t, 0), !g.want})
		case op == term.OpAnd && g.want, op == term.OpOr && !g.want:
			for _, a := range r.st.Args(g.t) {
				work = append(work, goal{a, g.want})
			}
		case r.opt.Confirmed: // no part of it is known to be false
		case op == term.OpAnd, op == term.OpOr:
			// Some argument must have the value, and none is known to have it.
			a, ok := r.unknown(g.t, g.want)
			if !ok {
				return r.fail(NotEvaluated, g.t, err)
			}
			work = append(work, goal{a, g.want})
		case op == term.OpForall || op == term.OpExists:
			r.putOff(kind, g.t, g.want)
		default:
			return r.fail(NotEvaluated, g.t, err)
		}
	}
	return nil
}

// falseConjunct returns a conjunct of t that is false, or t itself if it has none.
func (r *replayer) falseConjunct(t term.Term) term.Term {
	if r.st.Op(t) != term.OpAnd {
		return t
	}
	for _, a := range r.st.Args(t) {
		if x, err := r.env.Eval(a); err == nil && x.IsFalse() {
			return a
		}
	}
	return t
}

// unknown returns an argument of t whose value depends on a quantifier:
// preferably a quantifier that has the value want for certain, else the first.
func (r *replayer) unknown(t term.Term, want bool) (first term.Term, found bool) {
	for _, a := range r.st.Args(t) {
		if _, err := r.env.Eval(a); !errors.Is(err, model.ErrQuantifier) {
			continue
		}
		if r.decided(a, want) {
			return a, true
		}
		if !found {
			first, found = a, true
		}
	}
	return first, found
}

// decided reports whether t is a quantifier, or the negation of one, that has
// the truth value want in the model for certain.
func (r *replayer) decided(t term.Term, want bool) bool {
	if r.st.Op(t) == term.OpNot {
		t, want = r.st.Arg(t, 0), !want
	}
	op := r.st.Op(t)
	if op != term.OpForall && op != term.OpExists {
		return false
	}
	all := (op == term.OpForall) == want
	hit, ok := r.s.Model.Decide(r.env, t)
	return ok && hit.IsValid() != all
}

// putOff notes that quantifier q is to be checked.
func (r *replayer) putOff(kind FailKind, q term.Term, want bool) {
	d := due{kind: kind, q: q, want: want, at: r.at, defines: r.defining, said: said{r.said.nth, r.st.Quant(q).Name}}
	d.all = (r.st.Op(q) == term.OpForall) == want
	d.pos, d.id = r.here()
	for _, ref := range r.uses.Of(q) {
		t := r.p.Term(ref)
		if x, ok := r.env.Get(t); ok {
			d.binding = append(d.binding, undo{t, x})
		}
	}
	r.dues = append(r.dues, d)
}

// settle checks the quantifiers that were put off: first those that need an example, last those that define values,
// so that they are checked where the others were evaluated.
func (r *replayer) settle() error {
	if len(r.dues) == 0 {
		return nil
	}
	r.elements()
	r.defined, r.instances = newDefinitions(r.p), map[said]int{}
	var missing error
	for _, turn := range []func(d *due) bool{
		func(d *due) bool { return !d.all },
		func(d *due) bool { return d.all && !d.defines },
		func(d *due) bool { return d.all && d.defines },
	} {
		err := r.checkSome(turn)
		if f := (*Failure)(nil); errors.As(err, &f) && f.Kind == NoWitness {
			missing = err // an instance that fails says more about what to repair
		} else if err != nil {
			return err
		}
	}
	if missing != nil {
		return missing
	}
	for i := range r.dues {
		n, open := r.instances[r.dues[i].said]
		r.trace.Unseen = r.trace.Unseen || open && n == 0
	}
	r.trace.Unseen = r.trace.Unseen || r.trace.Quantifiers > 0 && r.trace.Instances == 0
	return nil
}

// checkSome checks the quantifiers whose turn it is.
func (r *replayer) checkSome(turn func(d *due) bool) error {
	for i := range r.dues {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		d := &r.dues[i]
		if !turn(d) {
			continue
		}
		env := r.s.Model.NewEnv()
		for _, b := range d.binding {
			env.Set(b.t, b.old)
		}
		if err := r.check(d, env); err != nil {
			return err
		}
	}
	return nil
}

// check checks one quantifier: completely if the model can decide it, else at
// the instances seen. If nothing was seen, it is checked at its boundaries,
// unless it applies a function to a variable: the values of functions, like
// those of arrays away from what was read, are guesses that may be replaced.
func (r *replayer) check(d *due, env *model.Env) error {
	about := !d.defines && r.defined.about(r.st, d.q)
	r.defined.entangled = r.defined.entangled || about && d.all
	if hit, ok := r.s.Model.Decide(env, d.q); !(about && !d.all) && ok && hit.IsValid() != d.all {
		return nil
	}
	limit := r.opt.Instances - r.trace.Instances
	instances, cut := r.seen.instances(d.q, env, limit, !d.all)
	if len(instances) == 0 && !r.applies(d.q) {
		instances, cut = r.seen.instances(d.q, env, limit, true)
	}
	if d.all && !(d.defines && !r.defined.entangled && !cut) { // for the others an example is a proof
		r.trace.Quantifiers++
		r.trace.Instances += len(instances)
		r.trace.Unseen = r.trace.Unseen || cut
		if !d.defines { // what it defines need not occur
			r.instances[d.said] += len(instances)
		}
	}
	quant := r.st.Quant(d.q)
	inner := env.Clone()
	for _, values := range instances {
		for k, v := range quant.Vars {
			inner.Set(v, values[k])
		}
		x, err := inner.Eval(quant.Body)
		if err != nil {
			return r.instanceFails(d, NotEvaluated, values, inner, err)
		}
		switch {
		case d.all && x.IsTrue() != d.want:
			return r.instanceFails(d, InstanceFails, values, inner, nil)
		case !d.all && x.IsTrue() == d.want:
			r.touch(quant.Body, inner)
			return nil
		}
	}
	if hit, ok := r.s.Model.Decide(env, d.q); about && !d.all && ok && hit.IsValid() {
		r.defined.entangled = true // it may be an example only for values that are guesses
		return nil
	}
	if !d.all {
		return r.instanceFails(d, NoWitness, nil, inner, nil)
	}
	return nil
}

// applies reports whether quantifier q applies a function to a bound variable.
func (r *replayer) applies(q term.Term) bool {
	found := false
	r.st.Visit(func(t term.Term) bool {
		if found || r.st.Ground(t) {
			return false
		}
		found = r.st.Op(t) == term.OpApp
		return true
	}, r.st.Quant(q).Body)
	return found
}

func (r *replayer) instanceFails(d *due, kind FailKind, values []model.Value, env *model.Env, err error) error {
	f := &Failure{
		Kind: kind, Frame: d.at.frame, Proc: prog.NoProc, Block: d.at.block, Cmd: d.at.cmd, ID: d.id,
		Pos: d.pos, Term: d.q, Instance: values, Env: env, Err: err,
	}
	if d.at.q != nil {
		f.Proc = d.at.q.ID
	}
	r.describe(f)
	return f
}

// open reports whether a predicate that nothing is known of holds somewhere.
func (r *replayer) open() bool {
	yes := func(x model.Value, known bool) bool { return known && x.IsTrue() }
	for f := range r.p.Open {
		if args, _ := r.st.SymSorts(f); len(args) == 0 && yes(r.s.Model.Const(f)) {
			return true
		}
		fun := r.s.Model.Fun(f)
		if yes(fun.Default()) || slices.ContainsFunc(fun.Entries(), func(e model.Entry) bool { return e.Value.IsTrue() }) {
			return true
		}
	}
	return false
}
