package learn

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Execution is the path of a model through an instance.
type Execution struct {
	Blocks []int32
	Sites  []int       // that it passes, in order
	Conds  []term.Term // what has to hold for it, apart from what its calls do
}

// Execution returns the path of the model of the last check.
func (p *Pred) Execution() (x Execution, err error) {
	b := p.body
	proc := b.sys.Procs[b.id]
	for i := int32(0); ; {
		block := &proc.Blocks[i]
		x.Blocks = append(x.Blocks, i)
		for _, c := range block.Conds {
			x.Conds = append(x.Conds, b.stamper.Image(c))
		}
		if len(block.Succs) == 0 {
			break
		}
		next := int32(-1)
		for k, e := range block.Succs {
			if guard, own := b.stamper.Edge(&b.inst, i, k); own && !b.s.Reached(guard) {
				continue
			}
			if !b.s.Reached(b.stamper.Block(&b.inst, e.To)) {
				continue
			}
			next = e.To
			for _, c := range e.Eqs {
				x.Conds = append(x.Conds, b.stamper.Image(c))
			}
			break
		}
		if next < 0 {
			return x, reason.AsInternal(fmt.Errorf("the model's path ends in block %d of %s", i, proc.Name))
		}
		i = next
	}
	for i := range b.sites {
		if p.Reached(i) {
			x.Sites = append(x.Sites, i)
			callee := p.f.sys.Procs[b.sites[i].callee]
			for _, list := range [][]term.Term{callee.Summary, callee.Facts} {
				for _, t := range list {
					x.Conds = append(x.Conds, p.At(i, t))
				}
			}
		}
	}
	if b.id != b.sys.Entry {
		for _, t := range proc.Summary {
			x.Conds = append(x.Conds, b.stamper.Image(t))
		}
	}
	return x, nil
}

// WithDefinitions appends to formulas the definitions of the template on which they depend.
func (p *Pred) WithDefinitions(formulas []term.Term) []term.Term {
	b := p.body
	if p.defs == nil {
		p.defs = map[term.Term]term.Term{}
		for _, d := range b.sys.Procs[b.id].Defs {
			p.defs[b.stamper.Image(d.Name)] = b.stamper.Image(d.Value)
		}
	}
	if len(p.defs) == 0 {
		return formulas
	}
	seen := map[term.Term]bool{}
	for i := 0; i < len(formulas); i++ {
		b.st.Visit(func(t term.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			if v, ok := p.defs[t]; ok {
				formulas = append(formulas, b.st.Eq(t, v))
			}
			return true
		}, formulas[i])
	}
	return formulas
}

// Asserted returns the facts about its callee that are asserted at a site for executions within a level.
func (p *Pred) Asserted(site int, level int32) (facts []term.Term) {
	for i, asserted := range p.asserted[site] {
		if x := &p.f.facts[i]; asserted && x.Level >= p.Below(x.Proc, level) && !x.dead {
			facts = append(facts, p.At(site, x.formula))
		}
	}
	return facts
}

// Arguments returns equations between the interface of a site's callee and its terms there, and has a model satisfy
// them.
func (p *Pred) Arguments(m *model.Model, site int) ([]term.Term, error) {
	s := &p.body.sites[site]
	return p.equate(m, s.callee, s.iface)
}

// Results returns equations between the interface of the procedure's template and that of the instance, and has a
// model satisfy them.
func (p *Pred) Results(m *model.Model) ([]term.Term, error) {
	return p.equate(m, p.body.id, p.body.iface)
}

func (p *Pred) equate(m *model.Model, id vc.ProcID, iface []term.Term) (eqs []term.Term, err error) {
	for i, v := range p.Interface(id) {
		x, err := m.Eval(iface[i])
		if err != nil {
			return nil, reason.Unconfirmed(err)
		}
		m.SetConst(v, x)
		eqs = append(eqs, p.body.st.Eq(v, iface[i]))
	}
	return eqs, nil
}

// Image returns a term of the procedure's template in the terms of the instance.
func (p *Pred) Image(t term.Term) term.Term { return p.body.stamper.Image(p.body.copier.Term(t)) }

// Iface returns the arguments and results of a site.
func (p *Pred) Iface(site int) []term.Term { return p.body.sites[site].iface }

// Local reports whether a constant belongs to the instance. Others are kept in projections: the interface of a
// template, and constants of the program, which are the same everywhere.
func (p *Pred) Local(c term.Term) bool {
	if p.local == nil {
		p.local = map[term.Term]bool{}
		for _, t := range p.body.iface {
			p.local[t] = true
		}
		for _, t := range p.body.sys.Procs[p.body.id].Owned {
			p.local[p.body.stamper.Image(t)] = true
		}
	}
	return p.local[c]
}

// Interface returns In and Out of a procedure's template in the store of the instance.
func (p *Pred) Interface(id vc.ProcID) []term.Term {
	q := p.body.sys.Procs[id]
	return slices.Concat(q.In, q.Out)
}
