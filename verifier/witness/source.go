package witness

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxChanges limits the entries that are shown of what a command changes in a map.
const maxChanges = 4

// maxStored limits the elements that are named of what a command stores in a map.
const maxStored = 64

// naming says what commands do in terms of the source.
type naming struct {
	prepared *passes.Result
	p        *prog.Program
	ways     map[prog.ProcID][]bool // by block: control may go elsewhere instead
}

// command returns what a step of the core program did; nil if it is none of a command.
func (n naming) command(s *interp.TraceStep) *verifier.Command {
	if s.Proc == prog.NoProc || s.Cut {
		return nil
	}
	switch s.Kind {
	case prog.StepAssign, prog.StepCommand, prog.StepCall, prog.StepReturn:
	default:
		return nil
	}
	q := n.p.Proc(s.Proc)
	c := &verifier.Command{In: q.Name, Begins: s.Begins, Made: s.Kind == prog.StepAssign && n.made(q, s)}
	if q.LoopOf != "" {
		c.In = q.LoopOf
	}
	if c.Made {
		return c
	}
	c.Branch = s.Kind == prog.StepCommand && n.branches(q)[s.Block] && n.first(&q.Blocks[s.Block], s.Cmd)
	before := map[prog.VarID]model.Value{}
	for _, b := range s.Reads {
		if !b.Old && len(b.At) == 0 {
			before[b.Var] = b.Value
		}
	}
	for _, b := range s.Writes {
		if b.Var == n.prepared.Flag {
			c.Made = c.Made || s.Kind == prog.StepAssign && !s.Begins
			continue
		}
		x := n.binding(prog.Now(b.Var))
		if b.Of != nil {
			x.Value, x.Text = b.Value, n.lambda(b.Of)
			c.Writes = append(c.Writes, x)
			continue
		}
		c.Writes = append(c.Writes, change(x, before[b.Var], b)...)
	}
	c.Reads = n.reads(s.Reads, c.Writes)
	return c
}

// exact returns the values that a step writes or leaves open.
func (n naming) exact(s *interp.TraceStep) (out []verifier.Exact) {
	if s.Proc == prog.NoProc {
		return nil
	}
	for _, list := range [2][]interp.Binding{s.Writes, s.Open} {
		for _, b := range list {
			out = append(out, verifier.Exact{Of: n.p.Source(prog.Now(b.Var)), Value: b.Value})
		}
	}
	return out
}

// reads returns the values of variables, each once, and of elements of maps. A map of which only elements are read is
// left out, unless it is written as a whole.
func (n naming) reads(bs []interp.Binding, writes []verifier.Binding) (out []verifier.Binding) {
	seen := map[string]bool{}
	for _, b := range bs {
		if b.Of != nil {
			out = append(out, n.call(b))
			continue
		}
		of := prog.Now(b.Var)
		if b.Old {
			of = prog.AtEntry(b.Var)
		}
		x := n.binding(of)
		if b.Part && !slices.ContainsFunc(writes, func(w verifier.Binding) bool {
			return w.Of.Var() == x.Of.Var() && (len(w.At) == 0 || w.Whole)
		}) {
			continue
		}
		x = at(x, b.At...)
		if seen[x.Name] || b.Var == n.prepared.Flag {
			continue
		}
		seen[x.Name] = true
		if b.Value.Kind() != model.KindArray {
			x.Value, x.Text = b.Value, text(b.Value)
		}
		out = append(out, x)
	}
	return out
}

// at returns an element of a map, without its value.
func at(x verifier.Binding, index ...model.Value) verifier.Binding {
	x.At = index
	for _, i := range index {
		x.Name += "[" + text(i) + "]"
	}
	return x
}

// lambda returns a lambda expression with the values of what is the same for all elements.
func (n naming) lambda(a *interp.Application) string {
	return n.p.LambdaString(n.p.Lambdas[a.Fun], texts(a.Args))
}

// call returns the value of a function for arguments.
func (n naming) call(b interp.Binding) verifier.Binding {
	name := n.p.Functions[b.Of.Fun]
	return verifier.Binding{Name: name + "(" + strings.Join(texts(b.Of.Args), ", ") + ")", At: b.Of.Args,
		Value: b.Value, Text: text(b.Value)}
}

func texts(vs []model.Value) (out []string) {
	for _, v := range vs {
		out = append(out, text(v))
	}
	return out
}

// first reports whether what is before a command of a block says nothing.
func (n naming) first(b *prog.Block, cmd int) bool {
	for i := range cmd {
		if c := &b.Cmds[i]; c.Kind != prog.Assume || c.Cond != n.p.Store.True() {
			return false
		}
	}
	return true
}

// branches returns the blocks of a procedure that are one of several ways in the source.
func (n naming) branches(q *prog.Proc) []bool {
	ways := n.ways[q.ID]
	if ways != nil {
		return ways
	}
	ways = make([]bool, len(q.Blocks))
	for i := range q.Blocks {
		b := &q.Blocks[i]
		if len(b.Succs) < 2 || q.LoopOf != "" && i == 0 {
			continue
		}
		for _, t := range b.Succs {
			ways[t] = !q.Blocks[t].Cut
		}
	}
	n.ways[q.ID] = ways
	return ways
}

// made reports whether an assignment is the passes' own: a loop's copies of its variables, or the results of a call
// of a loop.
func (n naming) made(q *prog.Proc, s *interp.TraceStep) bool {
	if s.Begins {
		return q.LoopOf != ""
	}
	c := &q.Blocks[s.Block].Cmds[s.Cmd]
	return q.LoopOf != "" && s.Block == 0 || c.Kind == prog.Call && n.p.Proc(c.Callee).LoopOf != ""
}

// binding returns a variable of the source without its value.
func (n naming) binding(of prog.Ref) verifier.Binding {
	of = n.p.Source(of)
	x := n.p.Var(of.Var())
	name := strings.ReplaceAll(x.Name, `\`, "")
	if of.Old() {
		name = "old(" + name + ")"
	}
	return verifier.Binding{Of: of, Name: name, Global: x.Kind == prog.Global}
}

// change returns what a variable became: of a map that is stored to, the elements; of one whose value before is
// known, the entries that are different.
func change(v verifier.Binding, old model.Value, b interp.Binding) []verifier.Binding {
	now := b.Value
	all := func() []verifier.Binding {
		v.Value, v.Text, v.Whole = now, text(now), false
		return []verifier.Binding{v}
	}
	if now.Kind() != model.KindArray {
		return all()
	}
	var out []verifier.Binding
	add := func(i model.Value) bool {
		x := at(v, i)
		x.Value = now.Select(i)
		x.Text = text(x.Value)
		out = append(out, x)
		return len(out) <= maxChanges
	}
	if n := len(b.Stored); n > 0 && n <= maxStored {
		for _, i := range b.Stored {
			add(i)
		}
		return out
	}
	if !old.IsValid() || !old.Default().Equal(now.Default()) {
		return all()
	}
	v.Whole = true
	old.Changes(now, add)
	switch {
	case len(out) == 0:
		return []verifier.Binding{v} // it is as before
	case len(out) > maxChanges:
		return all()
	}
	return out
}
