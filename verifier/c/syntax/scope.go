package syntax

import "math/big"

// scope is where names are declared: a file, the parameters of a function, a block, or a statement with one of its own.
type scope struct {
	outer  *scope
	names  map[string]*entry
	tags   map[string]*Type
	labels map[string]*label // __label__
}

// entry is what an ordinary name stands for: an object, a type, or a number.
type entry struct {
	obj    *Object
	typ    *Type    // of a typedef, or of the number
	num    *big.Int // of an enumerator
	pos    Pos
	isType bool
	odd    string // of a typedef: an attribute that is not supported
}

// function is what is known of the function whose body is read.
type function struct {
	obj      *Object
	outer    *function
	scope    *scope
	labels   map[string]*label
	order    []*label
	locals   int // how many labels are those of blocks
	loops    int // around the statement
	gotos    []jump
	captures []capture   // of a function within another one
	nested   []*function // of the outermost function: those within it, and where they are mentioned
	mentions []mention
	live     *live // what lives where the statement is; where break and continue go
	brk      *live
	cont     *live
	around   []*choice // the switches
}

// label is a label of a function.
type label struct {
	name    string // one that no other label of the function has
	defined bool
	used    Pos
	live    *live
	scope   *scope
}

// jump is a goto.
type jump struct {
	stmt *Stmt
	to   *label
	live *live
	from *scope
}

func (p *parser) enter() {
	p.scope = &scope{outer: p.scope, names: map[string]*entry{}, tags: map[string]*Type{}}
}

func (p *parser) leave() { p.scope = p.scope.outer }

// lookup returns what a name stands for; nil if nothing is declared.
func (s *scope) lookup(name string) *entry {
	for ; s != nil; s = s.outer {
		if e := s.names[name]; e != nil {
			return e
		}
	}
	return nil
}

// tag returns the type of a tag.
func (s *scope) tag(name string) *Type {
	for ; s != nil; s = s.outer {
		if t := s.tags[name]; t != nil {
			return t
		}
	}
	return nil
}

// sees returns a function that reports whether the name of an object stands for it here. It may say no where the name
// of something else is declared later.
func (s *scope) sees() func(o *Object) bool {
	return func(o *Object) bool {
		e := s.lookup(o.Name)
		return e != nil && e.obj == o
	}
}

// file reports whether a scope is that of the file.
func (s *scope) file() bool { return s.outer == nil }
