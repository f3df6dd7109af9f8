package vc

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
)

// Check verifies the invariants of a system and returns the first violation
// found, which is a fault of the front end that made it.
func Check(s *System) error {
	c := checker{sys: s, st: s.Store, owner: map[term.Term]owner{}, checked: map[term.Term]bool{}}
	return c.system()
}

// role is what a constant is to the template that it belongs to.
type role uint8

const (
	global role = iota // it belongs to no template
	inVar
	outVar
	ownConst
	guardConst // an owned constant that is the guard of a block, an edge or a site
)

// owner is the procedure to which a constant belongs, and its role there.
type owner struct {
	proc *Proc
	role role
}

// checker verifies one system. Errors travel as return values of its methods.
type checker struct {
	sys   *System
	st    *term.Store
	owner map[term.Term]owner
	p     *Proc // being checked; nil for the axioms

	checked map[term.Term]bool // terms that contain nothing out of place in p
}

func (c *checker) system() error {
	if int(c.sys.Entry) < 0 || int(c.sys.Entry) >= len(c.sys.Procs) {
		return fmt.Errorf("there is no entry procedure %d", c.sys.Entry)
	}
	for i, p := range c.sys.Procs {
		if p.ID != ProcID(i) {
			return fmt.Errorf("%s has the number %d at index %d", p.Name, p.ID, i)
		}
		if err := c.claim(p); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	for i, a := range c.sys.Axioms {
		if err := c.formula(a); err != nil {
			return fmt.Errorf("axiom %d: %w", i, err)
		}
	}
	for _, p := range c.sys.Procs {
		c.p = p
		clear(c.checked)
		if err := c.proc(); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

// claim notes to whom the constants of a template belong.
func (c *checker) claim(p *Proc) error {
	for _, l := range []struct {
		list []term.Term
		role role
		name string
	}{{p.In, inVar, "In"}, {p.Out, outVar, "Out"}, {p.Owned, ownConst, "Owned"}} {
		for i, t := range l.list {
			if !c.st.IsConst(t) {
				return fmt.Errorf("%s[%d] is not a constant", l.name, i)
			}
			if o := c.owner[t]; o.role != global {
				return fmt.Errorf("%s[%d] (%s) belongs to %s already", l.name, i, c.name(t), o.proc.Name)
			}
			c.owner[t] = owner{p, l.role}
		}
	}
	return nil
}

func (c *checker) proc() error {
	p := c.p
	switch {
	case p.CountName == "":
		return fmt.Errorf("recursion is counted under no name")
	case len(p.Blocks) == 0:
		return fmt.Errorf("it has no entry block")
	case len(p.Owned) == 0 || p.Owned[0] != p.Blocks[0].Guard:
		return fmt.Errorf("Owned[0] is not the guard of the entry block")
	}
	for _, check := range []func() error{
		c.guards, c.edges, c.preds, c.postDominators, c.siteLists, c.sites, c.defs, c.summary, c.formulas,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// guards checks that each block, edge with a guard of its own, and site has a
// Bool constant to itself.
func (c *checker) guards() error {
	claim := func(g term.Term, format string, args ...any) error {
		where := fmt.Sprintf(format, args...)
		o := c.owner[g]
		switch {
		case o.proc != c.p || o.role < ownConst:
			return fmt.Errorf("the guard of %s is not owned", where)
		case o.role == guardConst:
			return fmt.Errorf("the guard of %s has another use", where)
		case c.st.Sort(g) != term.Bool:
			return fmt.Errorf("the guard of %s is not Bool", where)
		}
		c.owner[g] = owner{c.p, guardConst}
		return nil
	}
	for i := range c.p.Blocks {
		if err := claim(c.p.Blocks[i].Guard, "block %d", i); err != nil {
			return err
		}
	}
	for i := range c.p.Sites {
		if err := claim(c.p.Sites[i].Guard, "site %d", i); err != nil {
			return err
		}
	}
	for i := range c.p.Blocks {
		for k, e := range c.p.Blocks[i].Succs {
			if int(e.To) < len(c.p.Blocks) && e.To >= 0 && e.Guard == c.p.Blocks[e.To].Guard {
				continue
			}
			if err := claim(e.Guard, "edge %d of block %d", k, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// edges checks that blocks are in topological order.
func (c *checker) edges() error {
	for i := range c.p.Blocks {
		for k, e := range c.p.Blocks[i].Succs {
			switch {
			case int(e.To) < 0 || int(e.To) >= len(c.p.Blocks):
				return fmt.Errorf("edge %d of block %d leads to no block", k, i)
			case int(e.To) <= i:
				return fmt.Errorf("edge %d of block %d leads back to block %d", k, i, e.To)
			case e.Guard == c.p.Blocks[e.To].Guard && len(e.Eqs) > 0:
				return fmt.Errorf("edge %d of block %d has equations under the guard of its target", k, i)
			}
		}
	}
	return nil
}

// preds checks that Preds mirrors Succs and that every block is reached.
func (c *checker) preds() error {
	edges := make([]int, len(c.p.Blocks))
	for i := range c.p.Blocks {
		for _, e := range c.p.Blocks[i].Succs {
			edges[e.To]++
		}
	}
	for i := range c.p.Blocks {
		seen := map[Pred]bool{}
		for _, d := range c.p.Blocks[i].Preds {
			if d.Block < 0 || int(d.Block) >= len(c.p.Blocks) || d.Edge < 0 || int(d.Edge) >= len(c.p.Blocks[d.Block].Succs) ||
				int(c.p.Blocks[d.Block].Succs[d.Edge].To) != i || seen[d] {
				return fmt.Errorf("predecessor %v of block %d is not an edge to it, or stands twice", d, i)
			}
			seen[d] = true
		}
		if len(seen) != edges[i] {
			return fmt.Errorf("block %d has %d incoming edges and %d predecessors", i, edges[i], len(seen))
		}
		if i > 0 && edges[i] == 0 {
			return fmt.Errorf("block %d is not reached", i)
		}
	}
	return nil
}

// postDominators checks each IPDom: the first block, in topological order,
// that is on the chains of post-dominators of all successors.
func (c *checker) postDominators() error {
	blocks := c.p.Blocks
	for i := len(blocks) - 1; i >= 0; i-- {
		want := int32(-1)
		for k, e := range blocks[i].Succs {
			other := e.To
			if k == 0 {
				want = other
			}
			for want != other { // -1 comes after all blocks
				if other < 0 || want >= 0 && want < other {
					want = blocks[want].IPDom
				} else {
					other = blocks[other].IPDom
				}
			}
		}
		if got := blocks[i].IPDom; got != want {
			return fmt.Errorf("block %d has the post-dominator %d, not %d", i, got, want)
		}
	}
	return nil
}

// siteLists checks that each site is in the list of its block, once.
func (c *checker) siteLists() error {
	listed := make([]int, len(c.p.Sites))
	for i := range c.p.Blocks {
		for _, s := range c.p.Blocks[i].Sites {
			if s < 0 || int(s) >= len(c.p.Sites) || int(c.p.Sites[s].Block) != i {
				return fmt.Errorf("block %d lists site %d, which is not its own", i, s)
			}
			listed[s]++
		}
	}
	for s, n := range listed {
		if n != 1 {
			return fmt.Errorf("site %d is listed %d times", s, n)
		}
	}
	return nil
}

// sites checks callees, arities and sorts.
func (c *checker) sites() error {
	for i := range c.p.Sites {
		x := &c.p.Sites[i]
		if x.Callee < 0 || int(x.Callee) >= len(c.sys.Procs) {
			return fmt.Errorf("site %d calls no procedure", i)
		}
		callee := c.sys.Procs[x.Callee]
		if err := c.match(x.Args, callee.In); err != nil {
			return fmt.Errorf("site %d: arguments: %w", i, err)
		}
		if err := c.match(x.Outs, callee.Out); err != nil {
			return fmt.Errorf("site %d: results: %w", i, err)
		}
		for k, t := range x.Args {
			if err := c.within(t); err != nil {
				return fmt.Errorf("site %d: argument %d: %w", i, k, err)
			}
		}
		for k, t := range x.Outs {
			if o := c.owner[t]; o.proc != c.p || o.role != outVar && o.role != ownConst {
				return fmt.Errorf("site %d: result %d is neither owned nor in Out", i, k)
			}
		}
	}
	return nil
}

// match checks that terms have the sorts of the interface variables.
func (c *checker) match(ts, vars []term.Term) error {
	if len(ts) != len(vars) {
		return fmt.Errorf("%d for %d variables", len(ts), len(vars))
	}
	for i, t := range ts {
		if c.st.Sort(t) != c.st.Sort(vars[i]) {
			return fmt.Errorf("number %d has the wrong sort", i)
		}
	}
	return nil
}

// defs checks that definitions define owned constants, each once, and use
// earlier ones only.
func (c *checker) defs() error {
	at := map[term.Term]int{}
	for i, d := range c.p.Defs {
		if _, twice := at[d.Name]; twice {
			return fmt.Errorf("definition %d defines %s again", i, c.name(d.Name))
		}
		at[d.Name] = i
	}
	early := map[term.Term]bool{} // terms known to use only earlier definitions
	for i, d := range c.p.Defs {
		switch o := c.owner[d.Name]; {
		case o.proc != c.p || o.role != ownConst:
			return fmt.Errorf("definition %d defines no owned constant", i)
		case c.st.Sort(d.Name) != c.st.Sort(d.Value):
			return fmt.Errorf("definition %d has two sorts", i)
		}
		if err := c.within(d.Value); err != nil {
			return fmt.Errorf("definition %d: %w", i, err)
		}
		late := false
		c.st.Visit(func(t term.Term) bool {
			k, defined := at[t]
			late = late || defined && k >= i
			first := !early[t]
			early[t] = true
			return first
		}, d.Value)
		if late {
			return fmt.Errorf("definition %d uses a later one, or itself", i)
		}
	}
	return nil
}

// summary checks that the summary, the facts and the candidates are over the interface.
func (c *checker) summary() error {
	var candidates []term.Term
	for i, x := range c.p.Candidates {
		candidates = append(candidates, x.Formula)
		late := false
		c.st.Visit(func(t term.Term) bool {
			late = late || x.Entry && c.owner[t].role == outVar
			return !late
		}, x.Formula)
		if late {
			return fmt.Errorf("candidate %d for the entry is about the exit", i)
		}
	}
	for _, l := range []struct {
		name string
		list []term.Term
	}{{"summary", c.p.Summary}, {"fact", c.p.Facts}, {"candidate", candidates}} {
		for i, t := range l.list {
			if err := c.formula(t); err != nil {
				return fmt.Errorf("%s %d: %w", l.name, i, err)
			}
			own := false
			c.st.Visit(func(t term.Term) bool {
				own = own || c.owner[t].role >= ownConst
				return !own
			}, t)
			if own {
				return fmt.Errorf("%s %d is not over the interface", l.name, i)
			}
		}
	}
	return nil
}

// formulas checks the conditions of blocks and edges.
func (c *checker) formulas() error {
	for i := range c.p.Blocks {
		b := &c.p.Blocks[i]
		for k, t := range b.Conds {
			if err := c.formula(t); err != nil {
				return fmt.Errorf("condition %d of block %d: %w", k, i, err)
			}
		}
		for k, t := range b.Facts {
			if err := c.formula(t); err != nil {
				return fmt.Errorf("fact %d of block %d: %w", k, i, err)
			}
		}
		for k, e := range b.Succs {
			for _, t := range e.Eqs {
				if err := c.formula(t); err != nil {
					return fmt.Errorf("equation of edge %d of block %d: %w", k, i, err)
				}
			}
		}
	}
	return nil
}

// formula checks that t is Bool and contains nothing out of place.
func (c *checker) formula(t term.Term) error {
	if c.st.Sort(t) != term.Bool {
		return fmt.Errorf("it is not Bool")
	}
	return c.within(t)
}

// within checks that t contains no guard and no constant of a template other
// than the present one.
func (c *checker) within(t term.Term) (err error) {
	c.st.Visit(func(t term.Term) bool {
		if err != nil || c.checked[t] {
			return false
		}
		c.checked[t] = true
		switch o := c.owner[t]; {
		case o.role == global:
		case o.proc != c.p:
			err = fmt.Errorf("it contains %s, which belongs to %s", c.name(t), o.proc.Name)
		case o.role == guardConst:
			err = fmt.Errorf("it contains the guard %s", c.name(t))
		}
		return true
	}, t)
	return err
}

func (c *checker) name(t term.Term) string { return c.st.SymName(c.st.Sym(t)) }
