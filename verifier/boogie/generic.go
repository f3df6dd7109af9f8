package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// generics are the procedures with type parameters, of which the program has one for each instance. The procedure
// itself, which only the entry and checks by contracts need, is the instance for types of which nothing is known.
type generics struct {
	declOf   []procInstance // by ProcID
	idOf     map[string]prog.ProcID
	rigid    map[typ]bool // the types of which nothing is known
	compared map[typ]bool // those of which it matters whether they are other types
	reads    map[prog.ProcID]mapUses
	lowering prog.ProcID // what is lowered; NoProc for axioms
	over     []typ       // the type parameters of the quantifiers and lambdas around what is evaluated
}

// mapUses are the types with which maps with type parameters are used, by the type of the map.
type mapUses map[typ][][]typ

// open lists the instances that were met, after the procedures.
func (g *generics) open(c *checker) {
	g.idOf, g.rigid, g.compared = map[string]prog.ProcID{}, map[typ]bool{}, map[typ]bool{}
	g.reads, g.lowering = map[prog.ProcID]mapUses{}, prog.NoProc
	for i := range c.procs {
		p := &c.procs[i]
		types := make([]typ, len(p.typeParams))
		for k, t := range p.typeParams {
			types[k] = c.types.constructor(c.file.Names.Intern("type " + c.text(c.types.info[t].name) + " of " +
				c.text(p.decl.Name)))
			g.rigid[types[k]] = true
		}
		g.add(procInstance{int32(i), types})
	}
	for _, x := range c.insts.procs {
		g.add(x)
	}
}

func (g *generics) add(x procInstance) {
	if len(x.types) > 0 {
		g.idOf[instance(x.proc, x.types)] = prog.ProcID(len(g.declOf))
	}
	g.declOf = append(g.declOf, x)
}

// callee returns what a call calls. An instance that was not met before is noted.
func (l *lowerer) callee(s *syntax.Stmt) prog.ProcID {
	i := l.c.procDecl[s.Name] - 1
	if len(l.c.procs[i].typeParams) == 0 {
		return prog.ProcID(i)
	}
	types := l.concreteAll(l.c.givenAt[s.Pos])
	if id, ok := l.idOf[instance(i, types)]; ok {
		return id
	}
	l.meet(s.Pos, types, maxProcTypeSize)
	l.c.insts.procedure(i, types)
	return prog.ProcID(i) // in a program that is lowered once more
}

func (n *instances) procedure(i int32, types []typ) {
	x := procInstance{i, types}
	if !slices.ContainsFunc(n.procs, func(y procInstance) bool { return y.proc == i && slices.Equal(y.types, types) }) {
		n.procs = append(n.procs, x)
		n.count++
	}
}

// procName returns a name for a procedure that no other one has.
func (l *lowerer) procName(id prog.ProcID) string {
	x := l.declOf[id]
	name := l.c.text(l.c.procs[x.proc].decl.Name)
	if int(id) < len(l.c.file.Procs) {
		return name
	}
	if name += l.suffix(x.types); int(id) < len(l.c.procs) {
		name += "'"
	}
	for {
		n := l.c.file.Names.Intern(name)
		if declared := int(n) < len(l.c.procDecl) && l.c.procDecl[n] != 0; !declared &&
			!slices.ContainsFunc(l.prog.Procs, func(q *prog.Proc) bool { return q.Name == name }) {
			return name
		}
		name += "'"
	}
}

// inInstance lowers a part of a procedure for its types and variables.
func (l *lowerer) inInstance(id prog.ProcID, lower func(p *procedure)) {
	x := l.declOf[id]
	p := &l.c.procs[x.proc]
	before := l.enter(p.typeParams, x.types)
	l.lowering = id
	defer func() { l.env, l.lowering = before, prog.NoProc }()
	if (len(x.types) > 0 || p.shared) && !p.template && int(id) < len(l.prog.Procs) {
		q := l.prog.Procs[id]
		for i, list := range [][]entID{p.ins, p.outs, p.locals} {
			for k, e := range list {
				l.varOf[e] = [][]prog.VarID{q.Ins, q.Outs, q.Locals}[i][k]
			}
		}
	}
	lower(p)
}

// rigidIn adds to a list the types of which nothing is known that a type is, or has in it.
func (l *lowerer) rigidIn(list []typ, t typ) []typ {
	if l.rigid[t] {
		return append(list, t)
	}
	for _, a := range l.c.types.info[t].args {
		list = l.rigidIn(list, a)
	}
	return list
}

// noteCompared takes note that values of different types are distinguished. Where one is of a type of which nothing is
// known, this may be wrong.
func (l *lowerer) noteCompared() {
	for _, t := range l.env {
		for _, r := range l.rigidIn(nil, t) {
			l.compared[r] = true
		}
	}
}

// noteUse takes note of the types with which a map is used at a node. What functions do is noted for all, since they
// are expanded once. Where a quantifier or a lambda is over the types, it does not matter which are the same: what it
// says of one that others use, it says for these, too.
func (l *lowerer) noteUse(at syntax.ExprID, m typ, parts []typ) {
	if slices.ContainsFunc(l.c.given[at], func(t typ) bool {
		return slices.ContainsFunc(l.over, func(p typ) bool { return l.c.types.contains(t, p) })
	}) {
		return
	}
	by := l.lowering
	if len(l.frames) > 1 {
		by = prog.NoProc
	}
	if l.reads[by] == nil {
		l.reads[by] = mapUses{}
	}
	if u := l.reads[by]; !contains(u[m], parts) {
		u[m] = append(u[m], parts)
	}
}

// refuseRigid refuses the instances for types of which nothing is known, where it matters which these are: keys of a
// map that have different types differ, too.
func (l *lowerer) refuseRigid() {
	for i := range l.c.procs {
		p, q := &l.c.procs[i], l.prog.Procs[i]
		if len(p.typeParams) > 0 && q.Unsupported == nil && l.mattersIn(prog.ProcID(i)) {
			q.Unsupported = l.f.Errorf(p.decl.Pos, "procedure with type parameters, where it matters whether types are the "+
				"same, is not supported")
		}
	}
}

// mattersIn reports whether it matters in a procedure, or in what it calls, what its type parameters are.
func (l *lowerer) mattersIn(id prog.ProcID) bool {
	own := l.declOf[id].types
	if slices.ContainsFunc(own, func(t typ) bool { return l.compared[t] }) {
		return true
	}
	uses := mapUses{}
	for by := range l.calledFrom(id) {
		for m, lists := range l.reads[by] {
			uses[m] = append(uses[m], lists...)
		}
	}
	for _, lists := range uses {
		for _, x := range lists {
			if !slices.Equal(x, lists[0]) && slices.ContainsFunc(lists, func(y []typ) bool { return l.has(y, own) }) {
				return true
			}
		}
	}
	return false
}

// has reports whether types have one of certain types in them.
func (l *lowerer) has(list, rigid []typ) bool {
	return slices.ContainsFunc(list, func(t typ) bool {
		return t != noType && slices.ContainsFunc(l.rigidIn(nil, t), func(r typ) bool { return slices.Contains(rigid, r) })
	})
}

// calledFrom returns a procedure and all that it may call, and NoProc.
func (l *lowerer) calledFrom(id prog.ProcID) map[prog.ProcID]bool {
	seen := map[prog.ProcID]bool{prog.NoProc: true, id: true}
	for work := []prog.ProcID{id}; len(work) > 0; {
		q := l.prog.Procs[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, b := range q.Blocks {
			for _, c := range b.Cmds {
				if c.Kind == prog.Call && !seen[c.Callee] {
					seen[c.Callee] = true
					work = append(work, c.Callee)
				}
			}
		}
	}
	return seen
}
