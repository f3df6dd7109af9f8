package syntax

import "math"

// maxDepth bounds the nesting of parentheses, types, statements and prefix operators, and so the parser's own stack.
const maxDepth = 10_000

// parser keeps one token of lookahead, and one more on demand.
type parser struct {
	*File
	scan    *scanner
	tok     token
	ahead   token
	peeked  bool
	depth   int
	err     *Error
	codes   []int // where code expressions begin that are not read yet
	inCode  bool
	vars    slab[VarDecl]
	stmts   slab[Stmt]
	specs   slab[Spec]
	refs    slab[NameRef]
	typeIDs slab[TypeID]
	// Scratch stacks: lists under construction, copied out when complete since lists nest.
	exprStack []ExprID
	attrStack []Attr
	argStack  []AttrArg
}

// bail unwinds the parser at the first error. Parse recovers it.
type bail struct{}

// Source is a file before it is parsed. The path only appears in errors.
type Source struct {
	Path string
	Text []byte
}

// Parse reads a file. An error is always an *Error.
func Parse(path string, src []byte) (*File, error) { return ParseAll([]Source{{path, src}}) }

// ParseAll reads files that are one program. None is needed to be a program by itself, but declarations end where
// files do.
func ParseAll(sources []Source) (file *File, err error) {
	src, ends, err := join(sources)
	if err != nil {
		return nil, err
	}
	names := newNames(len(src) / 64)
	f := &File{Names: names, Exprs: make([]Expr, 1, len(src)/12+16), Types: make([]TypeExpr, 1, 64)}
	f.Lines = newLines(src, ends)
	for _, s := range sources {
		f.Paths = append(f.Paths, s.Path)
	}
	p := &parser{File: f}
	p.scan = newScanner(names, p.failf)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bail:
			file, err = nil, p.err
		default:
			panic(r)
		}
	}()
	begin := 0
	for _, end := range ends {
		p.scan.open(src[:end], begin)
		p.peeked = false
		for p.next(); p.tok.kind != tEOF; {
			p.decl()
		}
		p.readCodes(src[:end])
		begin = end + 1
	}
	return f, nil
}

// join returns the text of all sources, with a line break between two, and where each ends.
func join(sources []Source) (src []byte, ends []int, err error) {
	size := 0
	for _, s := range sources {
		size += len(s.Text) + 1
		if uint64(size) > math.MaxUint32 {
			return nil, nil, &Error{File: s.Path, Line: 1, Col: 1, Msg: "files of 4 GiB or more"}
		}
		ends = append(ends, size-1)
	}
	if len(sources) == 1 {
		return sources[0].Text, ends, nil
	}
	src = make([]byte, 0, size)
	for _, s := range sources {
		src = append(append(src, s.Text...), '\n')
	}
	return src, ends, nil
}

func (p *parser) failf(pos Pos, format string, args ...any) {
	p.err = p.Errorf(pos, format, args...)
	panic(bail{})
}

func (p *parser) unsupported(pos Pos, what string) { p.failf(pos, "%s is not supported", what) }

func (p *parser) next() {
	if p.peeked {
		p.tok, p.peeked = p.ahead, false
		return
	}
	p.tok = p.scan.next()
	p.Tokens++
}

func (p *parser) peek() kind {
	if !p.peeked {
		p.ahead, p.peeked = p.scan.next(), true
		p.Tokens++
	}
	return p.ahead.kind
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.failf(p.tok.pos, "nested more than %d levels deep", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) is(kw Name) bool { return p.tok.kind == tIdent && p.tok.name == kw }

func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

func (p *parser) acceptWord(kw Name) bool {
	if !p.is(kw) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(k kind) token {
	t := p.tok
	if t.kind != k {
		p.failf(t.pos, "expected %s, found %s", k, p.show(t))
	}
	p.next()
	return t
}

func (p *parser) expectWord(kw Name) {
	if !p.acceptWord(kw) {
		p.failf(p.tok.pos, "expected '%s', found %s", p.Names.Text(kw), p.show(p.tok))
	}
}

// list reads elements between commas.
func (p *parser) list(element func()) {
	for element(); p.accept(tComma); {
		element()
	}
}

// items reads elements between commas up to a token that ends them, if there are any.
func (p *parser) items(end kind, element func()) {
	for p.tok.kind != end {
		element()
		if !p.accept(tComma) {
			return
		}
	}
}

// ident reads an identifier that is not a keyword.
func (p *parser) ident(what string) NameRef {
	t := p.tok
	if t.kind != tIdent || t.name <= lastKeyword {
		p.failf(t.pos, "expected %s, found %s", what, p.show(t))
	}
	p.next()
	return NameRef{t.name, t.pos}
}

func (p *parser) show(t token) string {
	switch t.kind {
	case tIdent, tInt, tBv:
		return Quote(p.Names.Text(t.name))
	}
	return t.kind.String()
}

// slab hands out exact copies of small lists from larger chunks.
type slab[T any] struct {
	free  []T
	stack []T // lists under construction, which nest
}

const slabSize = 512

func (s *slab[T]) copyOf(xs []T) []T {
	n := len(xs)
	switch {
	case n == 0:
		return nil
	case n >= slabSize:
		return append([]T(nil), xs...)
	case n > len(s.free):
		s.free = make([]T, slabSize)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	copy(out, xs)
	return out
}

// take returns a copy of what is on the stack above a mark, and removes it there.
func (s *slab[T]) take(mark int) []T {
	out := s.copyOf(s.stack[mark:])
	s.stack = s.stack[:mark]
	return out
}
