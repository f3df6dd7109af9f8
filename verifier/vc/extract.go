package vc

import "github.com/muster-smt/muster/theory/term"

// Extract copies a procedure to the store of c's target. What is asked about it there costs what
// it is large, not what the whole system is. Of the procedures that it calls only their interfaces,
// summaries and facts are there; the others are nil. Procedures keep their numbers.
func Extract(sys *System, id ProcID, c *term.Copier, to *term.Store) *System {
	x := extractor{c}
	out := &System{Store: to, Axioms: x.all(sys.Axioms), Procs: make([]*Proc, len(sys.Procs)), Entry: sys.Entry}
	p := sys.Procs[id]
	out.Procs[id] = x.boundary(p)
	for i := range p.Sites {
		if q := p.Sites[i].Callee; out.Procs[q] == nil {
			out.Procs[q] = x.boundary(sys.Procs[q])
		}
	}
	x.body(p, out.Procs[id])
	return out
}

type extractor struct{ *term.Copier }

func (x extractor) all(ts []term.Term) []term.Term {
	if ts == nil {
		return nil
	}
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = x.Term(t)
	}
	return out
}

// boundary copies what callers see.
func (x extractor) boundary(p *Proc) *Proc {
	q := *p
	q.In, q.Out = x.all(p.In), x.all(p.Out)
	q.Summary, q.Facts = x.all(p.Summary), x.all(p.Facts)
	q.State, q.Owned, q.Defs, q.Given, q.Candidates, q.Blocks, q.Sites = nil, nil, nil, nil, nil, nil, nil
	return &q
}

// body copies the rest of p to q.
func (x extractor) body(p, q *Proc) {
	q.Owned = x.all(p.Owned)
	q.Defs = make([]Def, len(p.Defs))
	for i, d := range p.Defs {
		q.Defs[i] = Def{Name: x.Term(d.Name), Value: x.Term(d.Value)}
	}
	q.Blocks = make([]Block, len(p.Blocks))
	for i, b := range p.Blocks {
		b.Guard, b.Conds, b.Facts = x.Term(b.Guard), x.all(b.Conds), x.all(b.Facts)
		succs := make([]Edge, len(b.Succs))
		for k, e := range b.Succs {
			succs[k] = Edge{To: e.To, Guard: x.Term(e.Guard), Eqs: x.all(e.Eqs)}
		}
		b.Succs = succs
		q.Blocks[i] = b
	}
	q.Sites = make([]Site, len(p.Sites))
	for i, s := range p.Sites {
		s.Guard, s.Args, s.Outs = x.Term(s.Guard), x.all(s.Args), x.all(s.Outs)
		q.Sites[i] = s
	}
}
