package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// extractLoops makes every procedure acyclic: each natural loop becomes a
// recursive procedure <proc>_loop_<header>, inner loops first. A call of it
// executes some complete iterations, each of which ends in a recursive call,
// so that k iterations take k+1 nested instances; the last, partial iteration
// stays in the procedure. Loops with several entries get one first (irreducible.go).
func (s *state) extractLoops() error { return s.extract(true) }

// extract extracts the loops. So that they have one entry each, blocks may be copied, or not.
func (s *state) extract(copying bool) error {
	names := map[string]bool{}
	for _, q := range s.p.Procs {
		names[q.Name] = true
	}
	extracted := 0
	for i := 0; i < len(s.p.Procs); i++ { // appended loop procedures are acyclic
		q := s.p.Procs[i]
		if !newFlow(q).cyclic() {
			continue
		}
		if err := s.makeReducible(q, copying); err != nil {
			return err
		}
		extracted += s.extractFrom(q, names)
		if newFlow(q).cyclic() {
			return reason.Internalf("%s: the loops of %s were not all extracted", s.p.Place(s.p.Pos(q.Node)), q.Name)
		}
	}
	for _, q := range s.p.Procs {
		dropProposals(q)
	}
	s.count("loops", extracted)
	s.count("irreducible", s.irreducible)
	return nil
}

// loop is a natural loop of the current procedure.
type loop struct {
	header  int32
	sources []int32        // of its back edges, in order of blocks
	in      map[int32]bool // the blocks; never ranged over
	blocks  []int32        // the same, in the order found
}

// loops finds the natural loops of a reducible graph, inner ones before outer
// ones.
func loops(q *prog.Proc) []*loop {
	f := newFlow(q)
	f.predecessors()
	byHeader := make([]*loop, len(q.Blocks))
	for _, b := range f.order {
		for _, t := range q.Blocks[b].Succs {
			if f.num[t] > f.num[b] {
				continue
			}
			if byHeader[t] == nil {
				byHeader[t] = &loop{header: t, in: map[int32]bool{t: true}, blocks: []int32{t}}
			}
			byHeader[t].sources = append(byHeader[t].sources, b)
		}
	}
	var all []*loop
	for i := len(f.order) - 1; i >= 0; i-- { // an inner header comes after the outer one
		l := byHeader[f.order[i]]
		if l == nil {
			continue
		}
		work := append([]int32(nil), l.sources...)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !l.in[b] {
				l.add(b)
				work = append(work, f.preds[b]...)
			}
		}
		all = append(all, l)
	}
	return all
}

func (l *loop) add(b int32) {
	l.in[b] = true
	l.blocks = append(l.blocks, b)
}

// extractFrom extracts the loops of q, which is reducible.
func (s *state) extractFrom(q *prog.Proc, names map[string]bool) int {
	dropUnreached(q)
	all := loops(q)
	for i, l := range all {
		x := &extractor{state: s, q: q, l: l}
		x.makeProc(names)
		last := x.split()
		x.record()
		x.copyBody(last)
		for _, outer := range all[i+1:] {
			if outer.in[l.header] {
				outer.add(last)
			}
			for k, b := range outer.sources {
				if b == l.header { // its jump has moved
					outer.sources[k] = last
				}
			}
		}
	}
	return len(all)
}

// extractor extracts one loop of q.
type extractor struct {
	*state
	q    *prog.Proc
	l    *loop
	proc *prog.Proc // the loop procedure
	sub  *term.Subst

	args    []term.Term               // of the call in q
	targets []prog.VarID              // likewise
	again   []term.Term               // of the recursive call
	renamed map[prog.VarID]prog.VarID // changed variables of q -> results; never ranged over
}

// footprint returns what the loop reads and what it changes, in order of
// occurrence.
func (x *extractor) footprint() (reads []prog.Ref, writes, globals []prog.VarID) {
	read := map[prog.Ref]bool{}
	written := map[prog.VarID]bool{}
	write := func(v prog.VarID) {
		if written[v] {
			return
		}
		written[v] = true
		if x.p.Var(v).Kind == prog.Global {
			globals = append(globals, v)
		} else {
			writes = append(writes, v)
		}
	}
	use := func(t term.Term) {
		for _, r := range x.uses.Of(t) {
			if !read[r] {
				read[r] = true
				reads = append(reads, r)
			}
		}
	}
	for _, b := range x.l.blocks {
		for j := range x.q.Blocks[b].Cmds {
			c := &x.q.Blocks[b].Cmds[j]
			for t := range c.Terms {
				use(t)
			}
			for _, v := range c.Targets {
				write(v)
			}
			if c.Kind == prog.Call {
				for _, v := range x.p.Procs[c.Callee].Modifies {
					write(v)
				}
			}
		}
	}
	return reads, writes, globals
}

// makeProc declares the loop procedure.
func (x *extractor) makeProc(names map[string]bool) {
	head := &x.q.Blocks[x.l.header]
	base := x.q.Name + "_loop_" + head.Label
	name := base
	for n := 1; names[name]; n++ {
		name = fmt.Sprintf("%s#%d", base, n)
	}
	names[name] = true
	x.proc = &prog.Proc{ID: prog.ProcID(len(x.p.Procs)), Name: name, CountName: name, Loop: true, LoopOf: x.q.Name,
		ExtraBound: head.Trips, Node: head.Node}
	reads, writes, globals := x.footprint()
	x.proc.Modifies = globals
	x.sub = term.NewSubst(x.st, x.st)
	x.renamed = map[prog.VarID]prog.VarID{}
	for _, v := range writes {
		d := *x.p.Var(v)
		in := x.p.NewCopy(prog.Now(v), "in_"+d.Name, prog.In)
		out := x.p.NewCopy(prog.Now(v), "out_"+d.Name, prog.Out)
		x.proc.Ins = append(x.proc.Ins, in)
		x.proc.Outs = append(x.proc.Outs, out)
		x.renamed[v] = out
		x.sub.Bind(d.Term, x.p.Var(out).Term)
		x.args = append(x.args, d.Term)
		x.again = append(x.again, x.p.Var(out).Term)
		x.targets = append(x.targets, v)
	}
	for _, r := range reads {
		x.passIn(r)
	}
	x.propose(head)
	x.p.Procs = append(x.p.Procs, x.proc)
}

// propose makes candidates of what the header proposes as an invariant: for the entry, where the variables have their
// values of In, and for the exit.
func (x *extractor) propose(head *prog.Block) {
	if len(head.Cmds) == 0 || head.Cmds[0].Kind != prog.Propose {
		return
	}
	entry := term.NewSubst(x.st, x.st)
	for i, t := range x.args {
		entry.Bind(t, x.p.Var(x.proc.Ins[i]).Term)
	}
	for _, g := range x.p.Globals {
		entry.Bind(x.p.Var(g).Term, x.p.Var(g).Old)
	}
	for _, c := range head.Cmds {
		if c.Kind != prog.Propose {
			break
		}
		x.proc.Candidates = append(x.proc.Candidates,
			prog.Candidate{Cond: entry.Apply(c.Cond), Entry: true, Node: c.Node},
			prog.Candidate{Cond: x.sub.Apply(c.Cond), Node: c.Node})
	}
}

// dropProposals drops the commands that have become candidates, and those that are at no loop's head.
func dropProposals(q *prog.Proc) {
	for i := range q.Blocks {
		b := &q.Blocks[i]
		b.Cmds = slices.DeleteFunc(b.Cmds, func(c prog.Cmd) bool { return c.Kind == prog.Propose })
	}
}

// passIn adds a formal for what the loop reads but does not change.
func (x *extractor) passIn(r prog.Ref) {
	d := *x.p.Var(r.Var())
	name := "in_" + d.Name
	switch {
	case d.Kind == prog.Constant, d.Kind == prog.Global && !r.Old():
		return
	case r.Old():
		name = "old_" + d.Name // the value at q's entry, not at the loop's
	case x.renamed[r.Var()] != 0:
		return
	}
	in := x.p.NewCopy(r, name, prog.In)
	x.proc.Ins = append(x.proc.Ins, in)
	x.sub.Bind(x.p.Term(r), x.p.Var(in).Term)
	x.args = append(x.args, x.p.Term(r))
	x.again = append(x.again, x.p.Var(in).Term)
}

// split makes the header of the loop in q call the loop procedure and continue
// with the last, partial iteration, which has no back edges. It returns the
// block of the header's own commands.
func (x *extractor) split() int32 {
	h := x.l.header
	last := int32(len(x.q.Blocks))
	head := x.q.Blocks[h]
	x.q.Blocks = append(x.q.Blocks, head)
	x.q.Blocks[last].Label = head.Label + "_last"
	call := prog.Cmd{Kind: prog.Call, Callee: x.proc.ID, Targets: x.targets, Values: x.args, Node: head.Node}
	x.q.Blocks[h] = prog.Block{Label: head.Label, Node: head.Node, Cut: true, Cmds: []prog.Cmd{call}, Succs: []int32{last}}
	for i, b := range x.l.sources {
		if b == h {
			b = last
			x.l.sources[i] = last
		}
		stop := prog.Block{Label: x.q.Blocks[b].Label + "_dummy", Node: x.q.Blocks[b].Node, Cut: true}
		x.kill(&stop)
		for k, t := range x.q.Blocks[b].Succs {
			if t == h {
				x.q.Blocks[b].Succs[k] = int32(len(x.q.Blocks))
			}
		}
		x.q.Blocks = append(x.q.Blocks, stop)
	}
	return last
}

// record says where the loop was.
func (x *extractor) record() {
	l := Loop{Of: x.q.ID, Head: x.l.header, Proc: x.proc.ID, Copied: x.copied[x.q.Blocks[x.l.header].Node]}
	for i := len(x.q.Blocks) - len(x.l.sources); i < len(x.q.Blocks); i++ {
		l.Stops = append(l.Stops, int32(i))
	}
	x.res.Loops = append(x.res.Loops, l)
}

// copyBody gives the loop procedure its body: nothing, or an iteration and a
// recursive call.
func (x *extractor) copyBody(last int32) {
	first := len(x.q.Blocks) - len(x.l.sources) // the dummy of the first source
	to := map[int32]int32{}
	order := append([]int32{last}, x.l.blocks[1:]...)
	for i, b := range order {
		to[b] = int32(1 + i)
	}
	for i := range x.l.sources {
		to[int32(first+i)] = int32(1 + len(order) + i)
	}
	exit := int32(1 + len(order) + len(x.l.sources))
	entry := prog.Block{Label: "entry", Node: x.proc.Node, Cut: true, Succs: []int32{1, exit}}
	if n := len(x.proc.Outs); n > 0 {
		c := prog.Cmd{Kind: prog.Assign, Targets: x.proc.Outs, Node: x.proc.Node}
		for _, v := range x.proc.Ins[:n] {
			c.Values = append(c.Values, x.p.Var(v).Term)
		}
		entry.Cmds = []prog.Cmd{c}
	}
	blocks := []prog.Block{entry}
	for _, b := range order {
		blocks = append(blocks, x.copyBlock(b, to))
	}
	blocks[1].Label = x.q.Blocks[x.l.header].Label
	for i := range x.l.sources {
		d := &x.q.Blocks[first+i]
		call := prog.Cmd{Kind: prog.Call, Callee: x.proc.ID, Targets: x.proc.Outs, Values: x.again, Node: x.proc.Node}
		blocks = append(blocks, prog.Block{Label: d.Label, Node: d.Node, Cut: true, Cmds: []prog.Cmd{call}})
	}
	x.proc.Blocks = append(blocks, prog.Block{Label: "exit", Node: x.proc.Node, Cut: true})
}

func (x *extractor) copyBlock(b int32, to map[int32]int32) prog.Block {
	src := &x.q.Blocks[b]
	dst := prog.Block{Label: src.Label, Node: src.Node, Cut: src.Cut, Inner: src.Inner}
	for _, c := range src.Cmds {
		dst.Cmds = append(dst.Cmds, renamed(c, x.sub, x.renamed))
	}
	for _, t := range src.Succs {
		if n, ok := to[t]; ok {
			dst.Succs = append(dst.Succs, n)
		}
	}
	if len(dst.Succs) == 0 {
		x.kill(&dst)
	}
	return dst
}

// renamed returns a command over other variables.
func renamed(c prog.Cmd, sub *term.Subst, vars map[prog.VarID]prog.VarID) prog.Cmd {
	if c.Cond != 0 {
		c.Cond = sub.Apply(c.Cond)
	}
	values := make([]term.Term, len(c.Values))
	for i, t := range c.Values {
		values[i] = sub.Apply(t)
	}
	targets := make([]prog.VarID, len(c.Targets))
	for i, v := range c.Targets {
		targets[i] = v
		if out, ok := vars[v]; ok {
			targets[i] = out
		}
	}
	c.Values, c.Targets = values, targets
	return c
}
