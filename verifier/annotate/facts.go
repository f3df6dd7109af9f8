package annotate

import (
	"context"
	"fmt"
	"io"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/validate"
	"github.com/muster-smt/muster/verifier/vc"
)

// fact is a formula over the variables of a procedure of core, about its exit.
type fact struct {
	proc prog.ProcID
	cond term.Term
}

// all returns the facts of the templates, then those of the proof.
func (in *Input) all() (out []verifier.Fact) {
	for _, p := range in.System.Procs {
		for _, t := range p.Facts {
			out = append(out, verifier.Fact{Proc: p.ID, Formula: t})
		}
	}
	return append(out, in.Proof.Facts...)
}

// needed returns the facts on which the proof rests; all, if it is not found out which these are.
func (in *Input) needed(ctx context.Context) []verifier.Fact {
	list, err := validate.Basis(ctx, in.System, in.Proof, in.Config)
	if err != nil {
		return in.all()
	}
	return list
}

// stated returns facts as formulas over variables.
func (b *builder) stated(list []verifier.Fact) (out []fact) {
	for _, f := range list {
		out = append(out, b.fact(b.System.Procs[f.Proc], f.Formula))
	}
	return out
}

// fact returns a formula over the interface of a template as one over variables.
func (b *builder) fact(p *vc.Proc, t term.Term) fact {
	id := b.Back.Proc(p)
	b.bindInterface(p, id)
	return fact{id, b.sub.Apply(b.implication(p, t))}
}

// bindInterface gives the interface of a template its variables in core.
func (b *builder) bindInterface(p *vc.Proc, id prog.ProcID) {
	face := &b.Prepared.Interfaces[id]
	changes := map[prog.VarID]bool{}
	for _, g := range b.writes[id] {
		changes[g] = true
	}
	b.sub.Reset()
	for _, x := range b.Prepared.Settled {
		if x.Const != 0 {
			b.sub.Bind(b.Prepared.Program.Var(x.Const).Term, b.core.Var(x.Global).Term)
		}
	}
	for i, v := range face.In {
		x := b.core.Var(v)
		if changes[v] {
			b.sub.Bind(p.In[i], x.Old)
		} else {
			b.sub.Bind(p.In[i], x.Term)
		}
	}
	for i, v := range face.Out {
		b.sub.Bind(p.Out[i], b.core.Var(v).Term)
	}
}

// Annotated is a program with contracts that prove it.
type Annotated struct {
	Program *prog.Program
	inlined map[string]bool
	files   prog.Files
}

// Write writes the program as Boogie text.
func (a *Annotated) Write(w io.Writer) error {
	return prog.WriteSource(w, a.Program, prog.Source{
		Header: []string{
			fmt.Sprintf("%s with contracts that prove it: %s cannot return.", a.files[0].Name,
				a.Program.Proc(a.Program.Entry).Name),
			"Each procedure is verified by itself, with the contracts of those that it calls.",
		},
		Attrs: func(q *prog.Proc) string {
			switch {
			case a.inlined[q.Name]:
				return "{:inline 1}"
			case q.ID == a.Program.Entry:
				return "{:entrypoint}"
			}
			return ""
		},
		Notes: func(q *prog.Proc) []string { return notes(a.files, q.LoopOf, a.Program.Pos(q.Node)) },
	})
}

// notes says which loop a procedure was.
func notes(files prog.Files, of string, at prog.Pos) []string {
	if of == "" {
		return nil
	}
	return []string{Note(of, files.At(at))}
}

// Note says that a procedure is a loop of another one.
func Note(of, place string) string {
	return fmt.Sprintf("The loop of %s at %s: in_x is x before an iteration, out_x after the last.", of, place)
}

// Summary is what is known of a procedure.
type Summary struct {
	Proc     string
	LoopOf   string // the procedure of which it is a loop; empty if it is none
	Pos      prog.Pos
	Requires []string // Boogie expressions: what holds at all calls
	Ensures  []string // likewise: what holds at returns
}

// Summaries returns the facts that a proof rests on, in the order of the procedures.
func Summaries(ctx context.Context, in Input) ([]Summary, error) {
	b := newBuilder(in)
	facts := make([][]term.Term, len(b.core.Procs))
	for _, x := range b.stated(in.needed(ctx)) {
		facts[x.proc] = append(facts[x.proc], x.cond)
	}
	text := prog.Expressions(b.core)
	var out []Summary
	for i, q := range b.core.Procs {
		if len(facts[i]) == 0 {
			continue
		}
		s := Summary{Proc: q.Name, LoopOf: q.LoopOf, Pos: b.core.Pos(q.Node)}
		for _, c := range b.fixed(q) {
			e, err := text(q, c.Cond)
			if err != nil {
				return nil, err
			}
			s.Requires = append(s.Requires, e)
		}
		for _, t := range facts[i] {
			e, err := text(q, t)
			if err != nil {
				return nil, err
			}
			s.Ensures = append(s.Ensures, e)
		}
		out = append(out, s)
	}
	return out, nil
}
