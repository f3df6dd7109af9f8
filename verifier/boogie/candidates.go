package boogie

import (
	"regexp"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// flag reports whether a list has an attribute without argument, or with the argument true.
func (c *checker) flag(l syntax.List, name string) bool { return c.file.Flag(l, name) }

// existential marks the constant of a declaration, if it is one that the verifier chooses.
func (c *checker) existential(e entID, d *syntax.ConstDecl) {
	if !c.flag(d.Attrs, "existential") {
		return
	}
	if t := c.ents[e].typ; t != boolType {
		c.failf(d.Pos, "existential constant %s has type %s, not bool", c.quote(d.Name), c.show(t))
	}
	if c.options.Contracts {
		c.ents[e].chosen = true
		return
	}
	c.ents[e].existential = true
	if c.guards == nil {
		c.guards = map[syntax.ExprID]bool{}
	}
}

// guard looks for existential constants on the left of the implications that a formula consists of, where they may
// occur. It reports whether there are any.
func (c *checker) guard(e syntax.ExprID) bool {
	found := false
	for c.guards != nil && c.file.Exprs[e].Op == syntax.OpImplies {
		rest := e - 1
		left := rest - syntax.ExprID(c.file.Exprs[rest].Size)
		if x := &c.file.Exprs[left]; x.Op == syntax.OpVar && c.ents[c.scope[x.Val]].existential {
			c.guards[left] = true
			found = true
		}
		e = rest
	}
	return found
}

// note notes the constant that Houdini may choose to be false so that a clause holds: the first one in b ==> e or c
// ==> b ==> e.
func (l *lowerer) note(e syntax.ExprID, at syntax.Pos) {
	for l.f.Exprs[e].Op == syntax.OpImplies {
		rest := e - 1
		left := rest - syntax.ExprID(l.f.Exprs[rest].Size)
		if v := entID(l.c.use[left]); l.f.Exprs[left].Op == syntax.OpVar && l.c.ents[v].chosen {
			if l.prog.Guards == nil {
				l.prog.Guards = map[prog.NodeID]prog.VarID{}
			}
			l.prog.Guards[l.nodeAt(at)] = l.varOf[v]
			return
		}
		e = rest
	}
}

// holeVar marks the variable of a declaration, if it stands for others in templates.
func (c *checker) holeVar(e entID, d *syntax.VarDecl) {
	if !c.flag(d.Attrs, "template") {
		return
	}
	c.ents[e].hole = true
	c.holeDecl(d)
}

// holeDecl checks the declaration of a variable that stands for others.
func (c *checker) holeDecl(d *syntax.VarDecl) {
	if d.Where != 0 {
		c.failf(d.Pos, "template variable %s may have no where clause", c.quote(d.Name))
	}
	if a, ok := c.file.Attr(d.Attrs, "match"); ok {
		if c.match(d.Attrs) == nil {
			c.failf(a.Pos, "{:match} needs a regular expression")
		}
	}
}

// match returns the regular expression of {:match}; nil if it has none.
func (c *checker) match(attrs syntax.List) *regexp.Regexp {
	a := c.file.Arg(attrs, "match")
	if a.Str == 0 {
		return nil
	}
	re, err := regexp.Compile(c.text(a.Str))
	if err != nil {
		return nil
	}
	return re
}

// templateProc marks a procedure whose contracts are templates. It cannot be executed.
func (c *checker) templateProc(p *procedure) {
	p.template = c.flag(p.decl.Attrs, "template")
	if !p.template {
		return
	}
	if p.body != nil {
		at := p.decl.Pos
		if p.impl != nil {
			at = p.impl.Pos
		}
		c.failf(at, "the template %s has a body", c.quote(p.decl.Name))
	}
	for _, list := range [][]syntax.VarDecl{p.decl.Ins, p.decl.Outs} {
		for i := range list {
			c.holeDecl(&list[i])
		}
	}
}

// guarded returns what a formula says if its guards are true; 0 if it has none. If entry is set, it is about the values
// at the procedure's entry.
func (l *lowerer) guarded(e syntax.ExprID, entry bool) term.Term {
	if l.c.guards == nil {
		return 0
	}
	var left []syntax.ExprID
	found := false
	for l.f.Exprs[e].Op == syntax.OpImplies {
		rest := e - 1
		if a := rest - syntax.ExprID(l.f.Exprs[rest].Size); l.c.guards[a] {
			found = true
		} else {
			left = append(left, a)
		}
		e = rest
	}
	if !found {
		return 0
	}
	t := l.at(e, entry)
	for i := len(left) - 1; i >= 0; i-- {
		t = l.st.Implies(l.at(left[i], entry), t)
	}
	return t
}

// at evaluates a formula, over the values at the procedure's entry if entry is set.
func (l *lowerer) at(e syntax.ExprID, entry bool) term.Term {
	if entry {
		l.old++
		defer func() { l.old-- }()
	}
	return l.eval(e)
}

// candidate makes a candidate of a guarded contract. It returns false if the contract has no guard.
func (l *lowerer) candidate(p *procedure, q *prog.Proc, s syntax.Spec) bool {
	entry := s.Kind == syntax.Requires
	t := l.guarded(s.Cond, entry)
	if t == 0 {
		return false
	}
	if p.body == nil {
		return true // a precondition that nothing may rely on
	}
	q.Candidates = append(q.Candidates, prog.Candidate{Cond: t, Entry: entry, Node: l.nodeAt(s.Pos)})
	return true
}

// propose makes a candidate of a guarded assertion: an invariant, if it is at the head of a loop. So it goes to the
// front of its block if only conditions are before it. It returns false if the assertion has no guard.
func (l *lowerer) propose(e syntax.ExprID, at syntax.Pos) bool {
	t := l.guarded(e, false)
	if t == 0 {
		return false
	}
	b := &l.blocks[l.cur]
	front := 0
	for i := range b.Cmds {
		switch b.Cmds[i].Kind {
		case prog.Propose:
			if front == i {
				front++
			}
		case prog.Assert, prog.Assume:
		default:
			front = len(b.Cmds)
		}
	}
	l.emit(prog.Cmd{Kind: prog.Propose, Cond: t}, at)
	last := len(b.Cmds) - 1
	c := b.Cmds[last]
	copy(b.Cmds[front+1:], b.Cmds[front:last])
	b.Cmds[front] = c
	return true
}

// maxPairs bounds the implications made of the {:pre} and {:post} clauses of a template.
const maxPairs = 400

// template makes templates of the contracts of a procedure. Where a clause has no old and is not marked as {:pre} or
// {:post}, loops get it for entry and exit: as an invariant.
func (l *lowerer) template(p *procedure) {
	var pre, post []*syntax.Spec
	for i := range p.decl.Specs {
		s := &p.decl.Specs[i]
		isPre, isPost := l.c.flag(s.Attrs, "pre"), l.c.flag(s.Attrs, "post")
		if isPre {
			pre = append(pre, s)
		} else if isPost {
			post = append(post, s)
		}
		entry, loops := isPre || s.Kind == syntax.Requires, l.c.flag(s.Attrs, "loop")
		l.addTemplate(p, s, l.at(s.Cond, entry), entry, loops)
		if !isPre && !isPost && !l.hasOld(s.Cond) {
			l.addTemplate(p, s, l.at(s.Cond, !entry), !entry, true)
		}
	}
	pairs := 0
	for _, a := range pre {
		for _, b := range post {
			if pairs++; pairs > maxPairs {
				return
			}
			loops := l.c.flag(a.Attrs, "loop") || l.c.flag(b.Attrs, "loop")
			l.addTemplate(p, b, l.st.Implies(l.at(a.Cond, true), l.at(b.Cond, false)), false, loops)
		}
	}
}

func (l *lowerer) addTemplate(p *procedure, s *syntax.Spec, t term.Term, entry, loops bool) {
	l.prog.Templates = append(l.prog.Templates, prog.Template{Cond: t, Entry: entry, Loops: loops, Holes: l.holesIn(p, t),
		Node: l.nodeAt(s.Pos)})
}

// hasOld reports whether old occurs in an expression.
func (l *lowerer) hasOld(e syntax.ExprID) bool {
	for i := l.f.First(e); i <= e; i++ {
		if l.f.Exprs[i].Op == syntax.OpOld {
			return true
		}
	}
	return false
}

// holesIn lists the holes of a template that occur in a formula: its formals, and template variables.
func (l *lowerer) holesIn(p *procedure, t term.Term) []prog.Hole {
	occurs := map[term.Term]bool{}
	l.st.Visit(func(t term.Term) bool {
		first := !occurs[t]
		occurs[t] = true
		return first
	}, t)
	var out []prog.Hole
	add := func(e entID, attrs syntax.List) {
		v := l.prog.Var(l.varOf[e])
		if !occurs[v.Term] && !occurs[v.Old] {
			return
		}
		h := prog.Hole{Var: l.varOf[e]}
		h.Ins, h.Outs = l.c.flag(attrs, "includeFormalIn"), l.c.flag(attrs, "includeFormalOut")
		h.Globals, h.Changed = l.c.flag(attrs, "includeGlobals"), l.c.flag(attrs, "includeLoopLocals")
		if !h.Ins && !h.Outs && !h.Globals && !h.Changed {
			h.Ins, h.Outs, h.Globals = true, true, l.c.ents[e].hole
		}
		h.Match = l.c.match(attrs)
		out = append(out, h)
	}
	for i, e := range l.c.globals {
		if l.c.ents[e].hole {
			add(e, l.f.Globals[i].Attrs)
		}
	}
	for i, e := range p.ins {
		add(e, p.decl.Ins[i].Attrs)
	}
	for i, e := range p.outs {
		add(e, p.decl.Outs[i].Attrs)
	}
	return out
}
