package combine

import (
	"fmt"
	"math/bits"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// plugins is a set of plugins by their numbers.
type plugins uint32

// maxPlugins bounds the number of plugins.
const maxPlugins = 32

// first returns the least number in the set, which is not empty.
func (s plugins) first() int { return bits.TrailingZeros32(uint32(s)) }

// each calls yield with the numbers in the set, in order.
func (s plugins) each(yield func(int) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.first()) {
			return
		}
	}
}

// nobody stands for no plugin where a number is expected.
const nobody = -1

// claims are the claims of all plugins as tables. Those by sort and by symbol grow with
// lookups and claims.
type claims struct {
	st       *term.Store
	every    plugins
	byKind   [term.KindBitVec + 1]plugins
	byOp     [256]plugins
	bySym    []plugins
	bySort   []sortClaim
	claimed  map[term.Sort]plugins // sorts that were claimed one by one
	atoms    [256][]int8           // by operator: plugins in order
	internal [256]bool
	optional []optional // by plugin
}

// sortClaim says which plugins get the nodes of a sort.
type sortClaim struct {
	known bool
	owner int8 // the plugin that gives them values, or nobody
	set   plugins
}

// optional are the optional interfaces of a plugin, nil if it lacks one.
type optional struct {
	taker       theory.AtomTaker
	candidates  theory.Candidates
	cares       theory.CareGraph
	enumerated  theory.Enumerated
	values      theory.Valuer
	interpreter theory.Interpreter
}

// add enters the claims of p, the next plugin.
func (c *claims) add(p theory.Plugin) {
	i := len(c.optional)
	if i == maxPlugins {
		panic("combine: too many plugins")
	}
	var o optional
	o.taker, _ = p.(theory.AtomTaker)
	o.candidates, _ = p.(theory.Candidates)
	o.cares, _ = p.(theory.CareGraph)
	o.enumerated, _ = p.(theory.Enumerated)
	o.values, _ = p.(theory.Valuer)
	o.interpreter, _ = p.(theory.Interpreter)
	c.optional = append(c.optional, o)
	table, set := p.Claims(), plugins(1)<<i
	if table.Every {
		c.every |= set
	}
	for _, k := range table.Kinds {
		c.byKind[k] |= set
	}
	for _, s := range table.Sorts {
		c.claimed[s] |= set
	}
	for _, op := range table.Ops {
		c.byOp[op] |= set
	}
	for _, f := range table.Syms {
		c.bySym = term.Extend(c.bySym, int(f)+1)
		c.bySym[f] |= set
	}
	for _, op := range table.Atoms {
		c.atoms[op] = append(c.atoms[op], int8(i))
	}
	for _, op := range table.Internal {
		c.internal[op] = true
	}
}

// sort returns the claims on the nodes of a sort.
func (c *claims) sort(s term.Sort) sortClaim {
	c.bySort = term.Extend(c.bySort, c.st.NumSorts())
	k := &c.bySort[s]
	if !k.known {
		*k = sortClaim{known: true, owner: nobody, set: c.byKind[c.st.SortKind(s)] | c.claimed[s]}
		if bits.OnesCount32(uint32(k.set)) > 1 {
			panic(fmt.Sprintf("combine: two plugins claim sort %s", c.st.SortString(s)))
		}
		if k.set != 0 {
			k.owner = int8(k.set.first())
		}
	}
	return *k
}

// values returns the terms of all values of a sort, if they are few.
func (c *claims) values(s term.Sort) []term.Term {
	if s == term.Bool {
		return []term.Term{c.st.False(), c.st.True()}
	}
	owner := c.sort(s).owner
	if owner == nobody || c.optional[owner].enumerated == nil {
		return nil
	}
	return c.optional[owner].enumerated.Values(s)
}

// sym returns the plugins that claim the applications of a symbol.
func (c *claims) sym(f term.Sym) plugins {
	if int(f) < len(c.bySym) {
		return c.bySym[f]
	}
	return 0
}

// node returns the plugins that get the node of a term.
func (c *claims) node(t term.Term) plugins {
	op := c.st.Op(t)
	set := c.every | c.sort(c.st.Sort(t)).set | c.byOp[op]
	if op == term.OpApp {
		set |= c.sym(c.st.Sym(t))
	}
	return set
}

// atom returns the plugin to which a formula is an atom, or nobody, and the ground terms
// that get nodes with it.
func (c *claims) atom(t term.Term) (owner int8, ground []term.Term) {
	op := c.st.Op(t)
	for _, i := range c.atoms[op] {
		if k := c.optional[i].taker; k != nil {
			if ts, ok := k.TakeAtom(t); ok {
				return i, ts
			}
			continue
		}
		if op == term.OpForall {
			return i, nil
		}
		return i, c.st.Args(t)
	}
	return nobody, nil
}

// cares reports whether the engine must decide congruence for an application.
func (c *claims) cares(t term.Term) bool {
	op := c.st.Op(t)
	if op == term.OpApp {
		return c.st.NumArgs(t) > 0
	}
	for i := range (c.byOp[op] | c.sort(c.st.Sort(t)).set).each {
		if x := c.optional[i].cares; x != nil && x.Cares(t) {
			return true
		}
	}
	return false
}

// candidate returns the value of a node of sort s as a number, if its plugin has one.
func (c *claims) candidate(s term.Sort, n theory.Node) (num.Rat, bool) {
	owner := c.sort(s).owner
	if owner == nobody || c.optional[owner].candidates == nil {
		return num.Rat{}, false
	}
	return c.optional[owner].candidates.Candidate(n)
}
