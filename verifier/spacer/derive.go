package spacer

import (
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
)

// deriver makes an execution of reachability facts: the solver of a procedure says how it gets to given values, with
// calls that satisfy theirs, and these are asked about in the same way. So calls that do the same are asked about
// once, where unfolding may be exponential.
type deriver struct {
	*search
	to    inline.Derivation
	steps map[string]int // by reachability fact and values
	eval  *model.Model   // without anything: it evaluates values
}

// derive replays the execution of a reachability fact of the entry.
func (s *search) derive(to inline.Derivation, root int32) (verifier.Result, error) {
	d := &deriver{s, to, map[string]int{}, model.New(s.sys.Store, model.Options{})}
	if _, err := d.step(root, nil); err != nil {
		if s.ctx.Err() != nil {
			return s.run.GiveUp(inline.Outcome{}), nil
		}
		return s.unfold(root) // as where no term denotes a value
	}
	trace, why := to.Trace()
	if trace == nil {
		return verifier.UnknownBecause(why), nil
	}
	return verifier.UnsafeWith(trace), nil
}

// step returns the step in which the procedure of a reachability fact does what it says, with values of its
// interface, terms of the system; without any for the entry.
func (d *deriver) step(k int32, values []term.Term) (int, error) {
	key := fmt.Sprint(k, values)
	if n, ok := d.steps[key]; ok {
		return n, nil
	}
	m := &d.musts[k]
	p, err := d.pred(m.proc)
	if err != nil {
		return 0, err
	}
	x, at, err := d.execution(p, m, values)
	if err != nil {
		return 0, err
	}
	found, err := p.Model()
	if err != nil {
		return 0, err
	}
	var calls []int
	for i, c := range m.calls {
		n, err := d.step(c.must, at[i])
		if err != nil {
			return 0, err
		}
		calls = append(calls, n)
	}
	n, err := d.to.Step(d.sys.Procs[m.proc], x, calls, func(t term.Term) (model.Value, error) {
		v, err := d.value(p, found, p.Image(t))
		if err != nil {
			return model.Value{}, err
		}
		return d.eval.Eval(v)
	})
	d.steps[key] = n
	return n, err
}

// execution asks for the execution with values of the interface. It returns the blocks, and the values of the
// interface at each call.
func (d *deriver) execution(p *pred, m *must, values []term.Term) (blocks []int32, at [][]term.Term, err error) {
	st := p.Store()
	var as []term.Term
	proc := d.sys.Procs[m.proc]
	if values != nil {
		var eqs []term.Term
		for i, v := range values {
			x := proc.Out[max(0, i-len(proc.In))]
			if i < len(proc.In) {
				x = proc.In[i]
			}
			eqs = append(eqs, st.Eq(p.Image(x), p.Copy(v)))
		}
		as = append(as, p.Assume("values", st.And(eqs...)))
	}
	site, next := 0, 0
	for ; site < p.NumSites(); site++ {
		if next == len(m.calls) || p.Index(site) != m.calls[next].site {
			as = append(as, st.Not(p.Guard(site)))
			continue
		}
		as = append(as, p.Assume("call", st.And(p.Guard(site), p.At(site, d.musts[m.calls[next].must].formula))))
		next++
	}
	d.stats.checks++
	if out := p.Ask(d.ctx, learn.AllLevels, as); !out.HasModel() {
		return nil, nil, fmt.Errorf("%s does not do what was found: %v", proc.Name, out.Status)
	}
	x, err := p.Execution()
	if err != nil || len(x.Sites) != len(m.calls) {
		return nil, nil, reason.Internalf("%s takes another path: %v", proc.Name, err)
	}
	found, err := p.Model()
	if err != nil {
		return nil, nil, err
	}
	for _, site := range x.Sites {
		var vs []term.Term
		for _, t := range p.Iface(site) {
			v, err := d.value(p, found, t)
			if err != nil {
				return nil, nil, err
			}
			vs = append(vs, v)
		}
		at = append(at, vs)
	}
	return x.Blocks, at, nil
}

// value returns the value of a term of an instance as a term of the system.
func (d *deriver) value(p *pred, m *model.Model, t term.Term) (term.Term, error) {
	v, err := m.Eval(t)
	if err != nil {
		return 0, err
	}
	u, err := v.Term(p.Store())
	if err != nil {
		return 0, err
	}
	return p.Back([]term.Term{u})[0], nil
}
