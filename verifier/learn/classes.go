package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// classes partitions the constants of all templates by the flow of values: two are in one class if
// a template equates them, or a call passes one for the other. What a class is equated or compared
// with are the values that a candidate may mention. The partition ignores control flow, so it finds
// which candidates are worth a question, and nothing else.
type classes struct {
	st     *term.Store
	up     []term.Term   // by term: its parent; 0 for a root
	values [][]term.Term // by root: values, in order of appearance

	reads   []read             // of arrays that are constants, in order of appearance
	holds   []content          // in order of appearance
	addends []term.Term        // scratch
	state   map[term.Term]bool // roots of scalar global variables
	address map[term.Term]bool // roots of constants that are indices, up to a value
}

// read says that an array is read or written at an index: both constants, or the index a value.
type read struct{ array, index term.Term }

// content says that x is stored in an array, or read from it: constants both.
type content struct{ array, x term.Term }

// maxValues bounds the values of a class. Flags have few; addresses and counters have many, and
// candidates about these are rarely inductive.
const maxValues = 8

// maxAddends bounds the sums whose constants are compared.
const maxAddends = 2

func newClasses(sys *vc.System) *classes {
	c := &classes{st: sys.Store}
	for _, p := range sys.Procs {
		for _, d := range p.Defs {
			c.equate(d.Name, d.Value)
			c.atoms([]term.Term{d.Value})
		}
		for i := range p.Blocks {
			b := &p.Blocks[i]
			c.atoms(b.Conds)
			for _, e := range b.Succs {
				c.atoms(e.Eqs)
			}
		}
		c.atoms(p.Summary)
		for i := range p.Sites {
			s := &p.Sites[i]
			callee := sys.Procs[s.Callee]
			for k, a := range s.Args {
				c.equate(callee.In[k], a)
				c.contains(a, callee.In[k])
				c.atoms([]term.Term{a})
			}
			for k, o := range s.Outs {
				c.equate(callee.Out[k], o)
			}
		}
	}
	c.address, c.state = map[term.Term]bool{}, map[term.Term]bool{}
	for _, p := range sys.Procs {
		for _, t := range p.State {
			c.state[c.root(t)] = true
		}
	}
	for _, r := range c.reads {
		c.st.Visit(func(t term.Term) bool {
			if c.st.IsConst(t) {
				c.address[c.root(t)] = true
			}
			return true
		}, r.index)
	}
	return c
}

// atoms looks at the equations and comparisons in formulas.
func (c *classes) atoms(roots []term.Term) {
	c.st.Visit(func(t term.Term) bool {
		switch c.st.Op(t) {
		case term.OpEq, term.OpLe:
			c.equate(c.st.Arg(t, 0), c.st.Arg(t, 1))
			c.contains(c.st.Arg(t, 0), c.st.Arg(t, 1))
			c.contains(c.st.Arg(t, 1), c.st.Arg(t, 0))
		case term.OpSelect:
			c.reads = append(c.reads, read{c.st.Arg(t, 0), c.st.Arg(t, 1)})
		case term.OpStore:
			c.equate(t, c.st.Arg(t, 0))
			if x := c.array(t); x != 0 && c.st.IsConst(c.st.Arg(t, 2)) {
				c.holds = append(c.holds, content{x, c.st.Arg(t, 2)})
			}
			c.reads = append(c.reads, read{c.st.Arg(t, 0), c.st.Arg(t, 1)})
		}
		return true
	}, roots...)
}

// contains notes that an array holds x, if t reads it.
func (c *classes) contains(t, x term.Term) {
	if c.st.Op(t) != term.OpSelect || !c.st.IsConst(x) {
		return
	}
	if a := c.array(c.st.Arg(t, 0)); a != 0 {
		c.holds = append(c.holds, content{a, x})
	}
}

// equate joins the constants of which two terms are sums, up to sign, or gives a constant a value.
func (c *classes) equate(a, b term.Term) {
	if c.st.IsValue(a) {
		a, b = b, a
	}
	if c.st.IsConst(a) && c.st.IsValue(b) {
		c.add(c.root(a), b)
		return
	}
	if x, y := c.array(a), c.array(b); x != 0 && y != 0 && (x != a || y != b) {
		c.join(c.root(x), c.root(y))
		return
	}
	c.addends = c.sum(c.sum(c.addends[:0], a), b)
	for i := 1; i < len(c.addends); i++ {
		if x, y := c.addends[0], c.addends[i]; c.st.Sort(x) == c.st.Sort(y) {
			c.join(c.root(x), c.root(y))
		}
	}
}

// array returns the constant that an array was made from by stores; 0 if there is none.
func (c *classes) array(t term.Term) term.Term {
	for c.st.Op(t) == term.OpStore {
		t = c.st.Arg(t, 0)
	}
	if c.st.IsConst(t) {
		return t
	}
	return 0
}

// sum appends the constants of which t is a sum, up to sign and a value; none if it is something else.
func (c *classes) sum(dst []term.Term, t term.Term) []term.Term {
	begin := len(dst)
	args := []term.Term{t}
	if c.st.Op(t) == term.OpAdd {
		args = c.st.Args(t)
	}
	for _, a := range args {
		if c.st.Op(a) == term.OpMul && c.st.NumArgs(a) == 2 && c.st.IsValue(c.st.Arg(a, 0)) {
			a = c.st.Arg(a, 1)
		}
		switch {
		case c.st.IsConst(a):
			dst = append(dst, a)
		case !c.st.IsValue(a):
			return dst[:begin]
		}
	}
	if len(dst) > begin+maxAddends {
		return dst[:begin]
	}
	return dst
}

// grow makes room for a term.
func (c *classes) grow(t term.Term) {
	for int(t) >= len(c.up) {
		n := c.st.Len() - len(c.up)
		c.up = append(c.up, make([]term.Term, n)...)
		c.values = append(c.values, make([][]term.Term, n)...)
	}
}

func (c *classes) root(t term.Term) term.Term {
	c.grow(t)
	for c.up[t] != 0 {
		if next := c.up[c.up[t]]; next != 0 {
			c.up[t] = next
		}
		t = c.up[t]
	}
	return t
}

func (c *classes) join(a, b term.Term) {
	if a == b {
		return
	}
	if len(c.values[a]) < len(c.values[b]) {
		a, b = b, a
	}
	c.up[b] = a
	for _, v := range c.values[b] {
		c.add(a, v)
	}
	c.values[b] = nil
}

func (c *classes) add(root, v term.Term) {
	if len(c.values[root]) < maxValues && !slices.Contains(c.values[root], v) {
		c.values[root] = append(c.values[root], v)
	}
}

// indices returns by root of an array's class the values at which its arrays are read or written, and
// the roots of the constants.
func (c *classes) indices() map[term.Term][]term.Term {
	out := map[term.Term][]term.Term{}
	for _, r := range c.reads {
		a, i := c.array(r.array), r.index
		if a == 0 {
			continue
		}
		a = c.root(a)
		if !c.st.IsValue(i) {
			c.addends = c.sum(c.addends[:0], i)
			if len(c.addends) != 1 {
				continue
			}
			i = c.root(c.addends[0])
		}
		if len(out[a]) < maxIndices && !slices.Contains(out[a], i) {
			out[a] = append(out[a], i)
		}
	}
	return out
}

// maxIndices bounds the indices of the arrays of a class.
const maxIndices = 24
