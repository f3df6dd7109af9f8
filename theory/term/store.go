package term

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// Term is a term of a Store: a dense id from 1. The zero Term stands for none.
type Term uint32

// Sym is a function symbol (a constant when its arity is 0) of a Store.
type Sym uint32

// node is a term: operator, sort, arguments, and a payload that is the symbol (OpApp), the unique number
// (OpBound), the shape of the quantifier (OpForall, OpExists), the lowest bit (OpExtract), or the index of
// the numeral (OpRat, and OpNum and OpBits if it fits no word). The word of a numeral and up to inlineArgs
// arguments lie in the node itself, so that reading a term and its arguments costs one cache miss.
type node struct {
	op      Op
	ground  bool // no bound variable below
	sort    Sort
	n       uint32
	payload uint32
	inline  [inlineArgs]Term // or, if there are more, their place: chunk, offset
}

const inlineArgs = 4

type symbol struct {
	name  string
	args  []Sort
	res   Sort
	bound bool // it names a bound variable
}

// Store owns terms, symbols, sorts and numerals.
type Store struct {
	nodes chunks[node]
	many  argChunks // argument lists longer than inlineArgs
	table []Slot[Term]
	used  int

	sorts   []sortInfo
	bitVecs bool // there is a sort of bit-vectors
	sortIDs map[sortInfo]Sort
	widths  []Sort // the sorts of bit-vectors, by width

	syms   chunks[symbol]
	symIDs map[string]Sym
	nums   []num.Int // those that do not fit a word, from index 1
	rats   []num.Rat
	shapes []quantShape

	tru, fls Term
}

// NewStore returns a store that holds only true and false.
func NewStore() *Store {
	s := &Store{
		table:  make([]Slot[Term], 256),
		symIDs: map[string]Sym{},
		nums:   make([]num.Int, 1),
	}
	s.nodes.add(node{})
	s.syms.add(symbol{})
	s.initSorts()
	s.tru = s.mk(OpTrue, Bool, 0)
	s.fls = s.mk(OpFalse, Bool, 0)
	return s
}

// Len returns one more than the greatest term id.
func (s *Store) Len() int { return s.nodes.len }

// Op returns the operator of t.
func (s *Store) Op(t Term) Op { return s.nodes.at(uint32(t)).op }

// Sort returns the sort of t.
func (s *Store) Sort(t Term) Sort { return s.nodes.at(uint32(t)).sort }

// Ground reports whether no bound variable occurs in t outside a quantifier
// that binds it.
func (s *Store) Ground(t Term) bool { return s.nodes.at(uint32(t)).ground }

// Args returns the arguments of t. The slice belongs to the store: it must
// not be changed, and stays valid while the store grows.
func (s *Store) Args(t Term) []Term {
	n := s.nodes.at(uint32(t))
	if n.n > inlineArgs {
		return s.many.at(n)
	}
	return n.inline[:n.n:n.n]
}

// Arg returns the i-th argument of t.
func (s *Store) Arg(t Term, i int) Term {
	n := s.nodes.at(uint32(t))
	if n.n > inlineArgs {
		return s.many.at(n)[i]
	}
	return n.inline[:n.n][i]
}

// NumArgs returns the number of arguments of t.
func (s *Store) NumArgs(t Term) int { return int(s.nodes.at(uint32(t)).n) }

// Sym returns the symbol of an OpApp term.
func (s *Store) Sym(t Term) Sym { return Sym(s.nodes.at(uint32(t)).payload) }

// Num returns the value of an integer numeral.
func (s *Store) Num(t Term) num.Int { return s.intOf(s.nodes.at(uint32(t))) }

func (s *Store) intOf(n *node) num.Int {
	if n.payload > 0 {
		return s.nums[n.payload]
	}
	return num.FromInt64(n.word())
}

// word returns the value of a small numeral.
func (n *node) word() int64 { return int64(n.inline[0]) | int64(n.inline[1])<<32 }

// IsNum reports whether t is an integer numeral.
func (s *Store) IsNum(t Term) bool { return s.nodes.at(uint32(t)).op == OpNum }

// RatValue returns the value of a numeral of sort Real.
func (s *Store) RatValue(t Term) num.Rat { return s.rats[s.nodes.at(uint32(t)).payload] }

// IsRat reports whether t is a numeral of sort Real.
func (s *Store) IsRat(t Term) bool { return s.nodes.at(uint32(t)).op == OpRat }

// NumeralValue returns the value of a numeral of either sort.
func (s *Store) NumeralValue(t Term) (num.Rat, bool) {
	switch n := s.nodes.at(uint32(t)); n.op {
	case OpNum:
		return num.RatFromInt(s.intOf(n)), true
	case OpRat:
		return s.rats[n.payload], true
	}
	return num.Rat{}, false
}

// Atom returns the formula that t is the negation of, or t if it is none.
func (s *Store) Atom(t Term) Term {
	if s.nodes.at(uint32(t)).op == OpNot {
		return s.Arg(t, 0)
	}
	return t
}

// IsConst reports whether t is an uninterpreted constant.
func (s *Store) IsConst(t Term) bool { n := s.nodes.at(uint32(t)); return n.op == OpApp && n.n == 0 }

// IsValue reports whether t is a literal value: true, false, a numeral or a bit-vector.
func (s *Store) IsValue(t Term) bool {
	switch s.nodes.at(uint32(t)).op {
	case OpTrue, OpFalse, OpNum, OpRat, OpBits:
		return true
	}
	return false
}

// SymName returns the name of a symbol, unquoted. Fresh symbols may share a name.
func (s *Store) SymName(f Sym) string { return s.syms.at(uint32(f)).name }

// SymSorts returns the argument sorts and the result sort of a symbol.
func (s *Store) SymSorts(f Sym) (args []Sort, res Sort) {
	y := s.syms.at(uint32(f))
	return y.args, y.res
}

// NumSyms returns one more than the greatest symbol.
func (s *Store) NumSyms() int { return s.syms.len }

// LookupSym returns the symbol declared under this name.
func (s *Store) LookupSym(name string) (Sym, bool) {
	f, ok := s.symIDs[name]
	return f, ok
}

// DeclareFun declares the symbol name; a second declaration under the same
// name gives a new symbol that hides the first.
func (s *Store) DeclareFun(name string, args []Sort, res Sort) Sym {
	f := s.FreshFun(name, args, res)
	s.symIDs[name] = f
	return f
}

// FreshFun returns a new symbol, which LookupSym does not find.
func (s *Store) FreshFun(name string, args []Sort, res Sort) Sym {
	return Sym(s.syms.add(symbol{name: name, args: append([]Sort(nil), args...), res: res}))
}

// FreshConst returns a new constant, which equals no other term. The name only
// serves readers.
func (s *Store) FreshConst(name string, sort Sort) Term {
	return s.mk(OpApp, sort, s.syms.add(symbol{name: name, res: sort}))
}

// mk interns a node.
func (s *Store) mk(op Op, sort Sort, payload uint32, args ...Term) Term {
	h := hashNode(op, sort, payload, args)
	mask := uint32(len(s.table) - 1)
	i := h & mask
	for {
		at := s.table[i]
		if at.N == 0 {
			break
		}
		if at.Hash == h && s.same(at.N, op, sort, payload, args) {
			return at.N
		}
		i = (i + 1) & mask
	}
	n := node{op: op, ground: op != OpBound, sort: sort, n: uint32(len(args)), payload: payload}
	for _, a := range args {
		n.ground = n.ground && s.nodes.at(uint32(a)).ground
	}
	if len(args) <= inlineArgs {
		copy(n.inline[:], args)
	} else {
		n.inline[0], n.inline[1] = s.many.add(args)
	}
	return s.insert(n, h, i)
}

// insert adds a node and enters it at slot i of the table, which is free.
func (s *Store) insert(n node, h, i uint32) Term {
	t := Term(s.nodes.add(n))
	s.table[i] = Slot[Term]{t, h}
	s.used++
	if s.used*4 > len(s.table)*3 {
		s.rehash()
	}
	return t
}

func (s *Store) same(t Term, op Op, sort Sort, payload uint32, args []Term) bool {
	n := s.nodes.at(uint32(t))
	if n.op != op || n.payload != payload || int(n.n) != len(args) || n.sort != sort {
		return false
	}
	if len(args) > inlineArgs {
		return slices.Equal(s.many.at(n), args)
	}
	for i, a := range args {
		if n.inline[i] != a {
			return false
		}
	}
	return true
}

// number interns a numeral, which is identified by its value: equal reports
// whether a node of the same operator has that value, make returns a new node.
func (s *Store) number(op Op, hash uint64, equal func(*node) bool, make func() node) Term {
	h := uint32(hash>>32) ^ uint32(hash) ^ uint32(op)<<24
	mask := uint32(len(s.table) - 1)
	i := h & mask
	for {
		at := s.table[i]
		if at.N == 0 {
			return s.insert(make(), h, i)
		}
		if at.Hash == h {
			if n := s.nodes.at(uint32(at.N)); n.op == op && equal(n) {
				return at.N
			}
		}
		i = (i + 1) & mask
	}
}

func (s *Store) rehash() {
	old := s.table
	s.table = make([]Slot[Term], len(old)*2)
	hugePages(s.table)
	Enter(s.table, old)
}

func hashNode(op Op, sort Sort, payload uint32, args []Term) uint32 {
	h := (uint64(op)<<40 ^ uint64(sort)<<32 ^ uint64(payload)) * 0x9e3779b97f4a7c15
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a)) * 0xbf58476d1ce4e5b9
	}
	// The high half depends on all bits, but consecutive arguments give
	// arithmetic progressions there, which cluster; a further multiplication,
	// folded, scatters them.
	hi, lo := bits.Mul64(h^h>>32, 0x94d049bb133111eb)
	return uint32(hi ^ lo>>32)
}
