package smtlib

import "strings"

// node is an s-expression. Nodes form an array in pre-order: the first child of a list
// is the next node, and next is the index after its last descendant.
type node struct {
	kind tokenKind // tokenOpen: a list
	off  uint32    // the text begins here in the command's text
	next uint32
	more uint32 // of a symbol its name, of another atom where the text ends
}

func (n *node) name() nameID { return nameID(n.more) }

// read reads the next s-expression into s.nodes. It returns io.EOF at the end of the
// input.
func (s *source) read() error {
	s.dropNodes(0)
	s.shrink()
	err := s.next()
	if err == nil {
		_, err = s.expr()
	}
	return err
}

// dropNodes drops all but the first n nodes, and releases a large amount of memory.
func (s *source) dropNodes(n uint32) {
	const keep = 1 << 16
	s.nodes, s.open = s.nodes[:n], s.open[:0]
	if n == 0 && cap(s.nodes) > keep {
		s.nodes, s.open = nil, nil
	}
}

// expr appends the nodes of the s-expression that begins with the present token. Its
// last token is the present one afterwards.
func (s *source) expr() (root uint32, err error) {
	if s.tok.kind != tokenOpen {
		return s.atom(), nil
	}
	root = s.list(s.tok.off)
	if err = s.next(); err == nil {
		err = s.rest(root)
	}
	return root, err
}

// list appends the node of a list whose end is not yet known.
func (s *source) list(off uint32) uint32 {
	root := uint32(len(s.nodes))
	s.open = append(s.open, root)
	s.nodes = append(s.nodes, node{kind: tokenOpen, off: off})
	return root
}

// rest appends the nodes from the present token on to the end of a list.
func (s *source) rest(root uint32) error {
	for {
		switch s.tok.kind {
		case tokenOpen:
			s.list(s.tok.off)
		case tokenClose:
			top := s.open[len(s.open)-1]
			s.open = s.open[:len(s.open)-1]
			s.nodes[top].next = uint32(len(s.nodes))
			if top == root {
				return nil
			}
		default:
			s.atom()
		}
		if err := s.next(); err != nil {
			return err
		}
	}
}

// atom appends the node of the present token.
func (s *source) atom() uint32 {
	i, t := uint32(len(s.nodes)), &s.tok
	n := node{kind: t.kind, off: t.off, next: i + 1, more: t.end}
	if t.kind == tokenSymbol {
		n.more = uint32(t.name)
	}
	s.nodes = append(s.nodes, n)
	return i
}

// reread calls f with the token at off as the present one; what follows in the
// command is as before.
func (s *source) reread(off uint32, f func() error) error {
	at, depth, tok := s.at, s.depth, s.tok
	s.at, s.depth = s.start+int(off), 1
	err := s.next()
	if err == nil {
		err = f()
	}
	s.at, s.depth, s.tok = at, depth, tok
	return err
}

// textOf returns the text of an atom, without quotes.
func (s *source) textOf(i uint32) string {
	switch n := &s.nodes[i]; n.kind {
	case tokenOpen:
		return ""
	case tokenSymbol:
		return s.names.text(n.name())
	case tokenString:
		return strings.ReplaceAll(string(s.text(n.off+1, n.more-1)), `""`, `"`)
	default:
		return string(s.text(n.off, n.more))
	}
}

// is reports whether node i is this symbol.
func (s *source) is(i uint32, symbol string) bool {
	n := &s.nodes[i]
	return n.kind == tokenSymbol && s.names.text(n.name()) == symbol
}

// errorAt returns an error that leaves the source usable.
func (s *source) errorAt(i uint32, format string, args ...any) error {
	return s.errorOff(s.nodes[i].off, format, args...)
}

// excerpt returns the beginning of the text of a node.
func (s *source) excerpt(i uint32) string {
	const most = 60
	if s.nodes[i].next-i > most {
		return "(" + s.textOf(i+1) + " ...)"
	}
	return string(s.sexpr(nil, i))
}

// sexpr appends node i as text.
func (s *source) sexpr(dst []byte, i uint32) []byte {
	var closes []uint32 // where the open lists end
	for k, end := i, s.nodes[i].next; k < end; k++ {
		for len(closes) > 0 && closes[len(closes)-1] == k {
			dst = append(dst, ')')
			closes = closes[:len(closes)-1]
		}
		n := &s.nodes[k]
		if k > i && (s.nodes[k-1].kind != tokenOpen || s.nodes[k-1].next == k) {
			dst = append(dst, ' ')
		}
		switch n.kind {
		case tokenOpen:
			dst = append(dst, '(')
			closes = append(closes, n.next)
		case tokenSymbol:
			if name := s.names.text(n.name()); reservedWord(name) && s.names.quoted[name] != n.name() {
				dst = append(dst, name...)
			} else {
				dst = AppendSymbol(dst, name)
			}
		case tokenString:
			dst = AppendString(dst, s.textOf(k))
		default:
			dst = append(dst, s.text(n.off, n.more)...)
		}
	}
	for range closes {
		dst = append(dst, ')')
	}
	return dst
}
