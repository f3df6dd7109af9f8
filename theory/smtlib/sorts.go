package smtlib

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// Limits of sorts: nesting, and the size of the text, which shared definitions could
// make exponential.
const (
	sortDepth = 100
	sortSize  = 10000
)

// sortEntry is the meaning of a sort's name: an uninterpreted sort with a
// number of parameters, or a definition, whose nodes are kept.
type sortEntry struct {
	kind   sortEntryKind
	arity  int
	params []nameID
	body   []node
}

type sortEntryKind uint8

const (
	sortNone sortEntryKind = iota
	sortDeclared
	sortDefined
)

func (r *Reader) sortDeclaration(c *Command, args []uint32) error {
	if len(args) == 0 || len(args) > 2 {
		return r.want(args, "xx")
	}
	if err := r.wantSymbol(args[0]); err != nil {
		return err
	}
	e := sortEntry{kind: sortDeclared}
	if len(args) == 2 {
		n, err := strconv.ParseUint(r.textOf(args[1]), 10, 8)
		if r.nodes[args[1]].kind != tokenNumeral || err != nil {
			return r.errorAt(args[1], "a small number of parameters is expected")
		}
		e.arity = int(n)
	}
	c.Name = r.names.text(r.nodes[args[0]].name())
	return r.declareSort(args[0], e)
}

func (r *Reader) sortDefinition(c *Command, args []uint32) error {
	e := sortEntry{kind: sortDefined}
	for _, i := range r.children(args[1]) {
		if err := r.wantSymbol(i); err != nil {
			return err
		}
		e.params = append(e.params, r.nodes[i].name())
	}
	e.arity = len(e.params)
	first, end := args[2], r.nodes[args[2]].next
	e.body = slices.Clone(r.nodes[first:end])
	for i := range e.body {
		e.body[i].next -= first
		if b := &e.body[i]; b.kind == tokenNumeral { // its text is gone when it is used
			b.more = uint32(r.names.intern(r.text(b.off, b.more)))
		}
	}
	c.Name = r.names.text(r.nodes[args[0]].name())
	return r.declareSort(args[0], e)
}

// sort returns the sort that node i denotes.
func (r *Reader) sort(i uint32) (term.Sort, error) {
	p := sortParser{r: r, steps: sortSize}
	return p.parse(r.nodes, i, sortEnv{}, 0)
}

// sortList returns the sorts that nodes denote.
func (r *Reader) sortList(nodes []uint32) (sorts []term.Sort, err error) {
	for _, i := range nodes {
		s, err := r.sort(i)
		if err != nil {
			return nil, err
		}
		sorts = append(sorts, s)
	}
	return sorts, nil
}

// sortParser parses sorts recursively, up to a limited depth.
type sortParser struct {
	r     *Reader
	steps int
	use   *node // of the definition whose body is parsed: the body's text is gone
}

// sortEnv binds the parameters of a sort definition.
type sortEnv struct {
	params []nameID
	args   []term.Sort
}

func (p *sortParser) fail(n *node, format string, args ...any) (term.Sort, error) {
	if p.use != nil {
		n = p.use
	}
	return 0, &Error{p.r.position(n.off), fmt.Sprintf(format, args...)}
}

func (p *sortParser) parse(nodes []node, i uint32, env sortEnv, depth int) (term.Sort, error) {
	n := &nodes[i]
	p.steps--
	if depth > sortDepth || p.steps < 0 {
		return p.fail(n, "this sort is too large")
	}
	if n.kind == tokenSymbol {
		return p.apply(n, n, nil, env, depth)
	}
	if n.kind != tokenOpen || n.next == i+1 || nodes[i+1].kind != tokenSymbol {
		return p.fail(n, "a sort is expected")
	}
	head := &nodes[i+1]
	if p.r.names.text(head.name()) == "_" {
		return p.indexed(nodes, i)
	}
	var args []term.Sort
	for k := i + 2; k < n.next; k = nodes[k].next {
		s, err := p.parse(nodes, k, env, depth+1)
		if err != nil {
			return 0, err
		}
		args = append(args, s)
	}
	return p.apply(n, head, args, env, depth)
}

// indexed returns the sort (_ BitVec N).
func (p *sortParser) indexed(nodes []node, i uint32) (term.Sort, error) {
	n := &nodes[i]
	if n.next != i+4 || nodes[i+2].kind != tokenSymbol || p.r.names.text(nodes[i+2].name()) != "BitVec" {
		return p.fail(n, "unsupported: indexed sorts other than (_ BitVec N)")
	}
	w := &nodes[i+3]
	if w.kind != tokenNumeral {
		return p.fail(w, "a number is expected")
	}
	text := ""
	if p.use != nil {
		text = p.r.names.text(w.name())
	} else {
		text = string(p.r.text(w.off, w.more))
	}
	width, wrong := parseWidth(text)
	if wrong != "" {
		return p.fail(w, "%s", wrong)
	}
	return p.r.st.BitVecSort(width), nil
}

// apply returns the sort of a sort name with arguments.
func (p *sortParser) apply(at, head *node, args []term.Sort, env sortEnv, depth int) (term.Sort, error) {
	st, name := p.r.st, p.r.names.text(head.name())
	if k := slices.Index(env.params, head.name()); k >= 0 && len(args) == 0 {
		return env.args[k], nil
	}
	switch {
	case name == "Bool" && len(args) == 0:
		return term.Bool, nil
	case name == "Int" && len(args) == 0:
		return term.Int, nil
	case name == "Real" && len(args) == 0:
		return term.Real, nil
	case name == "Array" && len(args) == 2:
		return p.sized(at, st.ArraySort(args[0], args[1]), 1+p.r.sizeOf(args[0])+p.r.sizeOf(args[1]))
	}
	e := p.r.sortDef[head.name()]
	if former, ok := p.r.formerSorts[head.name()]; ok && e.kind == sortNone {
		p.r.sortDef[head.name()], e = former, former
		p.r.undo = append(p.r.undo, declared{name: head.name(), isSort: true})
	}
	switch {
	case e.kind == sortNone:
		return p.undeclared(at, name, args)
	case e.arity != len(args):
		return p.fail(at, "sort %s takes %d arguments, not %d", name, e.arity, len(args))
	case e.kind == sortDefined:
		outer := p.use
		if p.use == nil {
			p.use = at
		}
		s, err := p.parse(e.body, 0, sortEnv{e.params, args}, depth+1)
		p.use = outer
		return s, err
	case len(args) == 0:
		return st.UninterpretedSort(name), nil
	}
	// The name is what AppendSort writes.
	text, size := AppendSymbol([]byte{'('}, name), 1
	for _, a := range args {
		text = AppendSort(append(text, ' '), st, a)
		size += p.r.sizeOf(a)
	}
	return p.sized(at, st.UninterpretedSort(string(append(text, ')'))), size)
}

// undeclared handles the name of a sort that the script does not declare.
func (p *sortParser) undeclared(at *node, name string, args []term.Sort) (term.Sort, error) {
	if p.r.sortOf != nil && len(args) == 0 {
		if s, ok := p.r.sortOf(name); ok {
			return s, nil
		}
	}
	if name == "RoundingMode" && len(args) == 0 {
		p.r.approximate = "rounding modes"
		return p.r.st.UninterpretedSort(name), nil
	}
	if takenSort(name) {
		return p.fail(at, "unsupported sort: %s", name)
	}
	return p.fail(at, "unknown sort %s", name)
}

func builtinSort(name string) bool {
	return name == "Bool" || name == "Int" || name == "Real" || name == "Array"
}

func (p *sortParser) sized(at *node, s term.Sort, size int) (term.Sort, error) {
	if size > sortSize {
		return p.fail(at, "this sort is too large")
	}
	p.r.sizes = term.Extend(p.r.sizes, int(s)+1)
	p.r.sizes[s] = size
	return s, nil
}

func (r *Reader) sizeOf(s term.Sort) int {
	if int(s) < len(r.sizes) && r.sizes[s] > 0 {
		return r.sizes[s]
	}
	return 1
}
