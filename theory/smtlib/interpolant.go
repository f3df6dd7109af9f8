package smtlib

import "github.com/muster-smt/muster/theory/term"

// Part is a part of the assertions in a command for interpolants: their names, or groups, with where
// they stand. The parts are a tree in post-order, of which First is the first part of this
// one's subtree.
type Part struct {
	Names []string
	At    []Pos
	First int
}

// interpolant reads the arguments of get-interpolant: (name conjecture), as cvc5 has it, or
// ((names...)), as MathSAT.
func (r *Reader) interpolant(c *Command, args []uint32) error {
	if len(args) == 1 && r.nodes[args[0]].kind == tokenOpen {
		p, err := r.part(r.children(args[0]), args[0])
		c.Parts = []Part{p}
		return err
	}
	if len(args) < 2 {
		return r.errorAt(0, "get-interpolant takes a name and a conjecture, or a list of names of assertions")
	}
	if len(args) > 2 {
		return r.errorAt(args[2], "unsupported: a grammar for an interpolant")
	}
	if err := r.wantSymbol(args[0]); err != nil {
		return err
	}
	t, err := r.elaborate(args[1])
	if err == nil && r.st.Sort(t) != term.Bool {
		err = r.errorAt(args[1], "a conjecture must be Bool, not %s", r.st.SortString(r.st.Sort(t)))
	}
	c.Name, c.Terms = r.textOf(args[0]), []term.Term{t}
	return err
}

// interpolants reads the arguments of get-interpolants: names or conjunctions of names, and lists
// of such, which are subtrees beside what stands before them.
func (r *Reader) interpolants(c *Command, args []uint32) error {
	if err := r.subtree(c, args, 0, 0); err != nil {
		return err
	}
	if len(c.Parts) < 2 {
		return r.errorAt(0, "get-interpolants takes at least two parts")
	}
	return nil
}

// subtree reads parts, the last of which is the root of a tree of them.
func (r *Reader) subtree(c *Command, args []uint32, list uint32, depth int) error {
	if depth > maxNesting {
		return r.errorAt(list, "unsupported: more than %d levels of parentheses", maxNesting)
	}
	first := len(c.Parts)
	for k, i := range args {
		below := r.children(i)
		if r.nodes[i].kind == tokenOpen && !r.isAnd(below) {
			if k == len(args)-1 {
				return r.errorAt(i, "a part is expected after a subtree")
			}
			if err := r.subtree(c, below, i, depth+1); err != nil {
				return err
			}
			continue
		}
		names := []uint32{i}
		if r.nodes[i].kind == tokenOpen {
			names = below[1:]
		}
		p, err := r.part(names, i)
		if err != nil {
			return err
		}
		p.First = first
		c.Parts = append(c.Parts, p)
	}
	if len(args) == 0 {
		return r.errorAt(list, "the name of an assertion is expected")
	}
	return nil
}

// isAnd reports whether a list begins with the symbol and.
func (r *Reader) isAnd(list []uint32) bool {
	return len(list) > 0 && r.nodes[list[0]].kind == tokenSymbol && r.textOf(list[0]) == "and"
}

// part reads the names of a part.
func (r *Reader) part(names []uint32, list uint32) (Part, error) {
	var p Part
	for _, i := range names {
		if err := r.wantSymbol(i); err != nil {
			return p, err
		}
		p.Names = append(p.Names, r.textOf(i))
		p.At = append(p.At, r.position(r.nodes[i].off))
	}
	if len(names) == 0 {
		return p, r.errorAt(list, "the name of an assertion is expected")
	}
	return p, nil
}
