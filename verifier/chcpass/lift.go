package chcpass

import (
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// valuation gives the values of constants of a template in a step.
type valuation func(term.Term) (model.Value, error)

// downer adds a step to the derivation for the system before.
type downer func(id vc.ProcID, blocks []int32, calls []int, value valuation) (int, error)

// stepper takes a step in the system after to the system before.
type stepper func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error)

// lifted is a derivation for the system after, each step of which becomes one or more of another one.
type lifted struct {
	inline.Derivation
	before *vc.System
	step   stepper
}

func lift(to inline.Derivation, before *vc.System, step stepper) inline.Derivation {
	return &lifted{to, before, step}
}

// Step implements inline.Derivation.
func (l *lifted) Step(p *vc.Proc, blocks []int32, calls []int,
	value func(term.Term) (model.Value, error)) (int, error) {
	return l.step(l.down, p, blocks, calls, value)
}

func (l *lifted) down(id vc.ProcID, blocks []int32, calls []int, value valuation) (int, error) {
	return l.Derivation.Step(l.before.Procs[id], blocks, calls, value)
}

// renumber returns a derivation for templates of which only the order of blocks differs. Former has the indices of
// blocks before by vc.ProcID, nil where they are the same.
func renumber(to inline.Derivation, before *vc.System, former [][]int32) inline.Derivation {
	return lift(to, before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		return down(p.ID, renamed(former[p.ID], blocks), calls, value)
	})
}

// passed calls f for the sites on a path, in order of execution, each with its call.
func passed(p *vc.Proc, blocks []int32, calls []int, f func(site int32, call int)) error {
	n := 0
	for _, b := range blocks {
		for _, s := range p.Blocks[b].Sites {
			if n == len(calls) {
				return fmt.Errorf("a path through %s passes a site in block %d, and all %d calls have been", p.Name, b, n)
			}
			f(s, calls[n])
			n++
		}
	}
	if n < len(calls) {
		return fmt.Errorf("a path through %s passes %d sites, and there are %d calls", p.Name, n, len(calls))
	}
	return nil
}

// definition is a condition that was left out.
type definition struct {
	block    int32
	constant term.Term
	value    term.Term
}

// onPath returns the values of constants that are defined on a path.
func onPath(defs []definition, blocks []int32) map[term.Term]term.Term {
	on := make(map[int32]bool, len(blocks))
	for _, b := range blocks {
		on[b] = true
	}
	values := map[term.Term]term.Term{}
	for _, d := range defs {
		if on[d.block] {
			values[d.constant] = d.value
		}
	}
	return values
}

// replacing returns a valuation that gives constants the values of what replaced them.
func (p *pass) replacing(by map[term.Term]term.Term, value valuation) valuation {
	return func(c term.Term) (model.Value, error) {
		if t, ok := by[c]; ok {
			return p.evaluate(t, value)
		}
		return value(c)
	}
}

// renamed returns the indices of blocks in the system before.
func renamed(former, blocks []int32) []int32 {
	if former == nil {
		return blocks
	}
	out := make([]int32, len(blocks))
	for i, b := range blocks {
		out[i] = former[b]
	}
	return out
}

// evaluate returns the value of a term, given those of its constants.
func (p *pass) evaluate(t term.Term, value valuation) (v model.Value, err error) {
	if p.st.IsConst(t) {
		return value(t)
	}
	if p.values == nil {
		p.values = model.New(p.st, model.Options{})
	}
	env := p.values.NewEnv()
	p.st.Visit(func(c term.Term) bool {
		if err == nil && p.st.IsConst(c) {
			if v, err = value(c); err == nil {
				env.Set(c, v)
			}
		}
		return err == nil
	}, t)
	if err != nil {
		return v, err
	}
	return env.Eval(t)
}
