package evidence

import (
	"math"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// System is a system that evidence is about.
type System struct {
	Hash Hash
	sys  *vc.System
	names
	owner map[term.Sym]owned // the constants of procedures
}

// owned says to which procedure a constant belongs, and whether it is in its interface.
type owned struct {
	proc vc.ProcID
	face bool
}

// OfSystem numbers what a system is made of.
func OfSystem(sys *vc.System) *System {
	s := &System{sys: sys, names: names{st: sys.Store}, owner: map[term.Sym]owned{}}
	w := newHasher(&s.names)
	w.nameless = true
	w.termList(sys.Axioms)
	w.int(int(sys.Entry))
	w.int(len(sys.Procs))
	for _, p := range sys.Procs {
		w.template(p)
		for _, list := range [][]term.Term{p.In, p.Out} {
			for _, t := range list {
				s.owner[sys.Store.Sym(t)] = owned{p.ID, true}
			}
		}
		for _, t := range p.Owned {
			s.owner[sys.Store.Sym(t)] = owned{p.ID, false}
		}
	}
	s.Hash = w.hash()
	return s
}

// template writes the partial VC of a procedure. What it was made from, and what it gives or proposes without asserting
// it, says nothing about its meaning.
func (w *writer) template(p *vc.Proc) {
	w.text(p.Name)
	w.text(p.CountName)
	w.int(p.ExtraBound)
	w.bools(p.Eager)
	for _, list := range [][]term.Term{p.In, p.Out, p.State, p.Owned, p.Summary, p.Facts} {
		w.termList(list)
	}
	w.int(len(p.Defs))
	for _, d := range p.Defs {
		w.term(d.Name)
		w.term(d.Value)
	}
	w.int(len(p.Blocks))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		w.term(b.Guard)
		w.termList(b.Conds)
		w.termList(b.Facts)
		w.int32s(b.Sites)
		w.int(len(b.Succs))
		for _, e := range b.Succs {
			w.int(int(e.To))
			w.term(e.Guard)
			w.termList(e.Eqs)
		}
		w.int(int(b.IPDom))
	}
	w.int(len(p.Sites))
	for i := range p.Sites {
		x := &p.Sites[i]
		w.term(x.Guard)
		w.int(int(x.Block))
		w.int(int(x.Callee))
		w.termList(x.Args)
		w.termList(x.Outs)
	}
}

// AppendFacts appends facts, each with its level: of a fact that holds whatever is open below, no level is less than
// any other. It is an error if one mentions what is in no procedure and no axiom of the system.
func (s *System) AppendFacts(dst []byte, facts []verifier.LevelledFact) ([]byte, error) {
	w := &writer{names: &s.names, buf: dst}
	w.facts(facts)
	return w.buf, w.err
}

// ReadFacts reads what AppendFacts has written, up to the end of data.
func (s *System) ReadFacts(data []byte) (facts []verifier.LevelledFact, err error) {
	r := s.reader(data)
	facts = r.facts(s)
	if err := r.end(); err != nil {
		return nil, err
	}
	return facts, nil
}

// reader returns a reader of what is about the system.
func (s *System) reader(data []byte) *reader {
	r := newReader(&s.names, data)
	r.owner = s.owner
	return r
}

func (w *writer) facts(facts []verifier.LevelledFact) {
	w.int(len(facts))
	for _, f := range facts {
		w.int(int(f.Proc))
		w.int(int(f.Level))
		w.term(f.Formula)
	}
}

func (r *reader) facts(s *System) (facts []verifier.LevelledFact) {
	for range r.length() {
		f := verifier.LevelledFact{Fact: verifier.Fact{Proc: r.proc(s)}, Level: int32(r.int(0, math.MaxInt32))}
		if f.Formula = r.formula(); r.err != nil {
			return nil
		}
		if of := r.mentioned(f.Formula).scope; of != noScope && of != scope(f.Proc) {
			r.fail("a fact about %s is not about its interface", s.sys.Procs[f.Proc].Name)
			return nil
		}
		facts = append(facts, f)
	}
	return facts
}

func (r *reader) proc(s *System) vc.ProcID { return vc.ProcID(r.int(0, len(s.sys.Procs)-1)) }
