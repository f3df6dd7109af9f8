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
	if int(d.x) >= len(p.lost) {
		p.lost = append(p.lost, make([]int32, max(p.st.Len(), 2*len(p.lost))-len(p.lost))...)
	}
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
	p.batch = append(p.batch, assertion{t: p.defs[i].again})
}

// mentioned restores the definitions of constants that occur in the batch or the
// assumptions and have no substitute; and all definitions if there
// is a quantifier, since triggers may need any ground term.
func (p *Pipeline) mentioned() {
	p.set.clear(p.st)
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
	p.stack = append(p.stack[:0], t)
	for len(p.stack) > 0 {
		t := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		if !p.set.add(t) {
			continue
		}
		p.stack = append(p.stack, p.st.Args(t)...)
		if int(t) < len(p.lost) && p.lost[t] != 0 {
			p.restore(int(p.lost[t]) - 1)
		}
		if to := p.sub.image(t); to != 0 {
			p.stack = append(p.stack, to)
		}
		if isQuantifier(p.st, t) && !p.quantified {
			p.quantified = true
			p.record(recQuantifier, 0)
		}
	}
}

// count counts the occurrences of each term in the batch and the assumptions; p.set
// becomes the set of these terms.
func (p *Pipeline) count() {
	p.set.clear(p.st)
	p.stack = p.stack[:0]
	for _, a := range p.batch {
		p.occur(a.t)
	}
	for _, t := range p.asked {
		p.occur(p.sub.apply(t))
	}
	for len(p.stack) > 0 {
		t := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		for _, u := range p.st.Args(t) {
			p.occur(u)
		}
	}
}

// occur counts an occurrence of t, and pushes t if it is the first one.
func (p *Pipeline) occur(t term.Term) {
	if p.set.add(t) {
		if int(t) >= len(p.occ) {
			p.occ = append(p.occ, make([]int32, max(p.st.Len(), 2*len(p.occ))-len(p.occ))...)
		}
		p.occ[t] = 0
		p.stack = append(p.stack, t)
	}
	p.occ[t]++
}

// termSet is a set of terms that can be emptied in constant time.
type termSet struct {
	epoch []uint32
	now   uint32
}

func (s *termSet) clear(st *term.Store) {
	s.now++
	s.room(st.Len())
}

func (s *termSet) room(n int) {
	if n > len(s.epoch) {
		s.epoch = append(s.epoch, make([]uint32, max(n, 2*len(s.epoch))-len(s.epoch))...)
	}
}

// add reports whether t is new.
func (s *termSet) add(t term.Term) bool {
	s.room(int(t) + 1)
	if s.epoch[t] == s.now {
		return false
	}
	s.epoch[t] = s.now
	return true
}

// remove removes t, which must be a member.
func (s *termSet) remove(t term.Term) { s.epoch[t] = 0 }

func (s *termSet) has(t term.Term) bool { return int(t) < len(s.epoch) && s.epoch[t] == s.now }
