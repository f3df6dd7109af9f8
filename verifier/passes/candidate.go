package passes

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxProposed bounds the candidates of a procedure that templates propose.
	maxProposed = 1000
	// maxChoices bounds the choices of variables for the holes of a template at one procedure.
	maxChoices = 5000
)

// proposeCandidates rewrites the candidates like the program, and makes those of the templates. Only those stay that
// are over what crosses the boundary of their procedure. What the source proposes for one place was kept alive for
// that; what templates propose for all places was not, since then every global would cross every boundary.
//
// An assertion that fails ends a procedure early, where the candidates for its exit need not hold. So they are proposed
// in a second form, which excepts that.
func (s *state) proposeCandidates() error {
	p := &proposer{state: s, defs: term.NewSubst(s.st, s.rw), sub: term.NewSubst(s.st, s.rw)}
	for _, d := range s.res.Defs {
		p.defs.Bind(s.p.Var(d.Const).Term, d.Value)
	}
	templates := slices.Clone(s.p.Templates)
	for i := range templates {
		templates[i].Cond = p.defs.Apply(s.rw.Simplify(templates[i].Cond))
	}
	n := 0
	for _, q := range s.p.Procs {
		given := q.Candidates
		q.Candidates = nil
		if !q.HasBody() || len(given)+len(templates) == 0 {
			continue
		}
		p.begin(q)
		for _, c := range given {
			c.Cond = p.defs.Apply(s.rw.Simplify(c.Cond))
			p.add(c)
		}
		p.limit = len(q.Candidates) + maxProposed
		if q.ID != s.p.Entry && !q.NoTemplates {
			for i := range templates {
				p.template(&templates[i])
			}
		}
		n += len(q.Candidates)
	}
	s.count("candidates", n)
	s.count("choices left out", p.leftOut)
	return nil
}

// fixed reports whether v is a formal that has the same value at all calls.
func (s *state) fixed(id prog.ProcID, v prog.VarID) bool {
	return slices.ContainsFunc(s.res.Fixed[id], func(d prog.Def) bool { return d.Const == v })
}

// proposer makes the candidates of one procedure at a time.
type proposer struct {
	*state
	defs    *term.Subst // of the constants that were replaced
	sub     *term.Subst
	q       *prog.Proc
	face    *prog.Interface
	seen    map[prog.Candidate]bool // without positions
	limit   int                     // of the candidates of q
	leftOut int
}

func (p *proposer) begin(q *prog.Proc) {
	p.q, p.face, p.seen = q, &p.res.Interfaces[q.ID], map[prog.Candidate]bool{}
	p.limit = maxProposed
}

// add adds a candidate, if it is over the interface.
func (p *proposer) add(c prog.Candidate) {
	p.sub.Reset()
	for _, d := range p.res.Fixed[p.q.ID] {
		p.sub.Bind(p.p.Var(d.Const).Term, d.Value)
	}
	c.Cond = p.sub.Apply(c.Cond)
	if p.st.IsValue(c.Cond) || !p.crosses(c) {
		return
	}
	p.append(c)
	if f := p.res.Flag; !c.Entry && f != 0 && slices.Contains(p.face.Out, f) {
		c.Cond = p.rw.Or(c.Cond, p.p.Var(f).Term)
		p.append(c)
	}
}

func (p *proposer) append(c prog.Candidate) {
	key := prog.Candidate{Cond: c.Cond, Entry: c.Entry}
	if !p.seen[key] {
		p.seen[key] = true
		p.q.Candidates = append(p.q.Candidates, c)
	}
}

// crosses reports whether the values of all variables in a candidate cross the boundary of the procedure.
func (p *proposer) crosses(c prog.Candidate) bool {
	for _, r := range p.uses.Of(c.Cond) {
		v := r.Var()
		kind := p.p.Var(v).Kind
		changes := kind == prog.Out || kind == prog.Global && !r.Old() && slices.Contains(p.q.Modifies, v)
		switch {
		case kind == prog.Constant:
		case changes && (c.Entry || !slices.Contains(p.face.Out, v)):
			return false
		case !changes && !slices.Contains(p.face.In, v):
			return false
		}
	}
	return true
}

// value is what may take the place of a hole: a variable now and at the entry. 0 means that it has no such value.
type value struct{ now, old term.Term }

// template adds the candidates that a template makes.
func (p *proposer) template(t *prog.Template) {
	if t.Loops && !p.q.Loop {
		return
	}
	choices := make([][]value, len(t.Holes))
	for i := range t.Holes {
		choices[i] = p.values(&t.Holes[i])
		if len(choices[i]) == 0 {
			return
		}
	}
	at := make([]int, len(t.Holes)) // an odometer, the last digit is the fastest
	for n := 0; ; n++ {
		if n == maxChoices || len(p.q.Candidates) >= p.limit {
			p.leftOut++
			return
		}
		if cond := p.fill(t, choices, at); cond != 0 {
			p.add(prog.Candidate{Cond: cond, Entry: t.Entry, Node: t.Node})
		}
		k := len(at) - 1
		for k >= 0 && at[k]+1 == len(choices[k]) {
			at[k] = 0
			k--
		}
		if k < 0 {
			return
		}
		at[k]++
	}
}

// fill returns the formula of a template for a choice of variables; 0 if one of them lacks a value.
func (p *proposer) fill(t *prog.Template, choices [][]value, at []int) term.Term {
	p.sub.Reset()
	for i, h := range t.Holes {
		v, c := p.p.Var(h.Var), choices[i][at[i]]
		for _, x := range []struct{ from, to term.Term }{{v.Term, c.now}, {v.Old, c.old}} {
			if x.to != 0 {
				p.sub.Bind(x.from, x.to)
			}
		}
	}
	cond := p.sub.Apply(t.Cond)
	for _, r := range p.uses.Of(cond) {
		for _, h := range t.Holes {
			if r.Var() == h.Var {
				return 0
			}
		}
	}
	return cond
}

// values lists the variables that a hole may stand for: formals, results, and globals that cross the boundary. A formal
// in_x and a result out_x of a loop are one variable, x.
func (p *proposer) values(h *prog.Hole) (out []value) {
	core := p.res.Core.Procs[p.q.ID]
	add := func(v value, names ...string) {
		if h.Match == nil || slices.ContainsFunc(names, h.Match.MatchString) {
			out = append(out, v)
		}
	}
	fits := func(v prog.VarID, in []prog.VarID) bool {
		return p.p.Sort(v) == p.p.Sort(h.Var) && (slices.Contains(in, v) || p.fixed(p.q.ID, v))
	}
	paired := map[prog.VarID]bool{}
	for _, v := range core.Ins {
		x := p.p.Var(v)
		w := p.changed(core, x.Name)
		if w != 0 && (h.Changed || h.Ins && h.Outs) {
			paired[w] = true
			if in, y := fits(v, p.face.In), fits(w, p.face.Out); in || y {
				z := value{now: p.p.Var(w).Term, old: x.Term}
				if !y {
					z.now = 0
				}
				if !in {
					z.old = 0
				}
				add(z, x.Name, p.p.Var(w).Name, strings.TrimPrefix(x.Name, "in_"))
			}
		} else if h.Ins && fits(v, p.face.In) {
			add(value{now: x.Term, old: x.Term}, x.Name)
		}
	}
	for _, v := range core.Outs {
		if x := p.p.Var(v); h.Outs && !paired[v] && fits(v, p.face.Out) {
			add(value{now: x.Term, old: x.Term}, x.Name)
		}
	}
	for _, g := range p.p.Globals {
		if x := p.p.Var(g); h.Globals && g != p.res.Flag && (fits(g, p.face.In) || fits(g, p.face.Out)) {
			add(value{now: x.Term, old: x.Old}, x.Name)
		}
	}
	return out
}

// changed returns the result out_x of a loop for its formal in_x; 0 if there is none.
func (p *proposer) changed(q *prog.Proc, in string) prog.VarID {
	x, ok := strings.CutPrefix(in, "in_")
	if !q.Loop || !ok {
		return 0
	}
	for _, w := range q.Outs {
		if p.p.Var(w).Name == "out_"+x {
			return w
		}
	}
	return 0
}
