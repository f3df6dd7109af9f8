package preprocess

import (
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Back turns a model of what Assert returned into one of what it was given: the
// eliminated constants get their values.
func (p *Pipeline) Back(m *model.Model) error {
	values := make([]model.Value, len(p.defs))
	for i, d := range p.defs {
		if d.off {
			continue
		}
		// The definition is expanded to constants that are left: setting a value clears
		// the model's cache.
		v, err := m.Eval(p.back.apply(d.x))
		if err != nil {
			return fmt.Errorf("value of %s: %w", p.st.String(d.x), err)
		}
		values[i] = v
	}
	for i, d := range p.defs {
		if !d.off {
			m.SetConst(d.x, values[i])
		}
	}
	return nil
}

// define records that x no longer occurs and has the value of t.
func (p *Pipeline) define(d definition) {
	p.defs = append(p.defs, d)
	p.connect(len(p.defs) - 1)
}

// connect puts definition i into force.
func (p *Pipeline) connect(i int) {
	d := &p.defs[i]
	p.back.bind(d.x, d.t)
	if d.solved {
		p.sub.bind(d.x, d.t)
		return
	}
	p.lost = term.Extend(p.lost, p.st.Len())
	p.lost[d.x] = int32(i) + 1
}

// disconnect undoes connect.
func (p *Pipeline) disconnect(i int) {
	d := &p.defs[i]
	p.back.unbind(d.x)
	if d.solved {
		p.sub.unbind(d.x)
	} else {
		p.lost[d.x] = 0
	}
}

// restore asserts definition i again, until the innermost scope is closed.
func (p *Pipeline) restore(i int) {
	p.disconnect(i)
	p.defs[i].off = true
	p.record(recOff, uint32(i))
	p.assert(p.defs[i].again)
}

// mentioned restores the definitions of constants that occur in the batch or the
// assumptions and have no substitute; and all definitions if there
// is a quantifier, since triggers may need any ground term.
func (p *Pipeline) mentioned() {
	p.met.Seen.Clear()
	for _, t := range p.asked {
		p.mention(t)
	}
	next := 0
	for {
		for ; next < len(p.batch); next++ {
			p.mention(p.batch[next].t)
		}
		if !p.quantified {
			return
		}
		for i := range p.defs {
			if !p.defs[i].off {
				p.restore(i)
			}
		}
		if next == len(p.batch) {
			return
		}
	}
}

func (p *Pipeline) mention(t term.Term) {
	p.met.Visit(p.st, func(t term.Term) bool {
		p.met.Push(p.st.Args(t)...)
		if int(t) < len(p.lost) && p.lost[t] != 0 {
			p.restore(int(p.lost[t]) - 1)
		}
		if to := p.sub.image(t); to != 0 {
			p.met.Push(to)
		}
		if p.st.IsQuantifier(t) && !p.quantified {
			p.quantified = true
			p.record(recQuantifier, 0)
		}
		return false
	}, t)
}

// count counts the occurrences of each term in the batch and the assumptions.
func (p *Pipeline) count() {
	p.occ.Clear()
	for _, a := range p.batch {
		p.occur(a.t)
	}
	for _, t := range p.asked {
		p.occur(p.sub.apply(t))
	}
	p.met.Seen.Clear()
	p.met.Visit(p.st, func(t term.Term) bool {
		for _, u := range p.st.Args(t) {
			p.occur(u)
		}
		return false
	})
}

// occur counts an occurrence of t, which the next walk goes to if it is the first one.
func (p *Pipeline) occur(t term.Term) {
	n, seen := p.occ.Get(t)
	p.occ.Set(t, n+1)
	if !seen {
		p.met.Push(t)
	}
}

// occurs returns how often t occurred at the last count.
func (p *Pipeline) occurs(t term.Term) int {
	n, _ := p.occ.Get(t)
	return int(n)
}
