package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// Expr is an s-expression: an atom, or a list if Atom is empty.
type Expr struct {
	Atom string // of a string its text, of a keyword with its colon
	List []Expr
}

// Is reports whether e is this atom.
func (e *Expr) Is(atom string) bool { return e.Atom == atom }

// maxNesting bounds the nesting of s-expressions in commands other than terms.
const maxNesting = 200

// termAndOptions reads a term and options with their values.
func (r *Reader) termAndOptions(c *Command, args []uint32) error {
	if len(args) == 0 {
		return r.errorAt(0, "%s takes a term", r.commandName())
	}
	t, err := r.elaborate(args[0])
	if err != nil {
		return err
	}
	c.Terms = []term.Term{t}
	return r.options(c, args[1:])
}

// tactic reads a tactic and options with their values.
func (r *Reader) tactic(c *Command, args []uint32) error {
	if len(args) == 0 {
		return r.errorAt(0, "%s takes a tactic", r.commandName())
	}
	var err error
	if c.Expr, err = r.tree(args[0], 0); err != nil {
		return err
	}
	return r.options(c, args[1:])
}

// options reads keywords with their values into Settings.
func (r *Reader) options(c *Command, args []uint32) error {
	for len(args) > 0 {
		if r.nodes[args[0]].kind != tokenKeyword {
			return r.errorAt(args[0], "a keyword is expected")
		}
		if len(args) == 1 {
			return r.errorAt(args[0], "%s needs a value", r.textOf(args[0]))
		}
		c.Settings = append(c.Settings, [2]string{strings.ToLower(r.textOf(args[0])), r.value(args[1])})
		args = args[2:]
	}
	return nil
}

// tree returns node i as an s-expression.
func (r *Reader) tree(i uint32, depth int) (Expr, error) {
	if r.nodes[i].kind != tokenOpen {
		return Expr{Atom: r.textOf(i)}, nil
	}
	if depth > maxNesting {
		return Expr{}, r.errorAt(i, "unsupported: more than %d levels of parentheses", maxNesting)
	}
	e := Expr{List: []Expr{}}
	for _, k := range r.children(i) {
		below, err := r.tree(k, depth+1)
		if err != nil {
			return Expr{}, err
		}
		e.List = append(e.List, below)
	}
	return e, nil
}
