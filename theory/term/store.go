package term

import (
	"math/bits"

	"github.com/muster-smt/muster/theory/num"
)

// Term is a term of a Store: a dense id from 1. The zero Term is no term.
type Term uint32

// Sym is a function symbol (a constant when its arity is 0) of a Store.
type Sym uint32

// node is a term: operator, sort, arguments in the arena, and a payload that
// is the symbol (OpApp), the index of the numeral (OpNum, OpRat), the unique
// number (OpBound), or the shape of the quantifier (OpForall, OpExists).
type node struct {
	op      Op
	ground  bool // no bound variable below
	sort    Sort
	off     uint32
	n       uint32
	payload uint32
}

// slot is a place of the hash table: a term with its hash, or 0. Comparing
// hashes first saves the way to a node that is another one.
type slot struct {
	hash uint32
	t    Term
}

type symbol struct {
	name string
	args []Sort
	res  Sort
}

// Store owns terms, symbols, sorts and numerals.
type Store struct {
	nodes []node
	args  []Term
	table []slot // open addressing, a power of two long
	used  int

	sorts   []sortInfo
	sortIDs map[sortInfo]Sort

	syms   []symbol
	symIDs map[string]Sym
	nums   []num.Int
	numIDs map[uint32][]Term
	rats   []num.Rat
	ratIDs map[uint32][]Term
	shapes []quantShape

	tru, fls Term
}

// NewStore returns a store that holds only true and false.
func NewStore() *Store {
	s := &Store{
		nodes:  make([]node, 1, 1024),
		table:  make([]slot, 4096),
		syms:   make([]symbol, 1),
		symIDs: map[string]Sym{},
		numIDs: map[uint32][]Term{},
		ratIDs: map[uint32][]Term{},
	}
	s.initSorts()
	s.tru = s.mk(OpTrue, Bool, 0)
	s.fls = s.mk(OpFalse, Bool, 0)
	return s
}

// Len returns one more than the greatest term id.
func (s *Store) Len() int { return len(s.nodes) }

// Op returns the operator of t.
func (s *Store) Op(t Term) Op { return s.nodes[t].op }

// Sort returns the sort of t.
func (s *Store) Sort(t Term) Sort { return s.nodes[t].sort }

// Ground reports whether no bound variable occurs in t outside a quantifier
// that binds it.
func (s *Store) Ground(t Term) bool { return s.nodes[t].ground }

// Args returns the arguments of t. The slice belongs to the store: it must
// not be changed, and stays valid though the store grows.
func (s *Store) Args(t Term) []Term {
	n := &s.nodes[t]
	return s.args[n.off : n.off+n.n : n.off+n.n]
}

// Arg returns the i-th argument of t.
func (s *Store) Arg(t Term, i int) Term { return s.args[s.nodes[t].off+uint32(i)] }

// NumArgs returns the number of arguments of t.
func (s *Store) NumArgs(t Term) int { return int(s.nodes[t].n) }

// Sym returns the symbol of an OpApp term.
func (s *Store) Sym(t Term) Sym { return Sym(s.nodes[t].payload) }

// Num returns the value of an integer numeral.
func (s *Store) Num(t Term) num.Int { return s.nums[s.nodes[t].payload] }

// IsNum reports whether t is an integer numeral.
func (s *Store) IsNum(t Term) bool { return s.nodes[t].op == OpNum }

// RatValue returns the value of a numeral of sort Real.
func (s *Store) RatValue(t Term) num.Rat { return s.rats[s.nodes[t].payload] }

// IsRat reports whether t is a numeral of sort Real.
func (s *Store) IsRat(t Term) bool { return s.nodes[t].op == OpRat }

// NumeralValue returns the value of a numeral of either sort.
func (s *Store) NumeralValue(t Term) (num.Rat, bool) {
	switch n := &s.nodes[t]; n.op {
	case OpNum:
		return num.RatFromInt(s.nums[n.payload]), true
	case OpRat:
		return s.rats[n.payload], true
	}
	return num.Rat{}, false
}

// IsConst reports whether t is an uninterpreted constant.
func (s *Store) IsConst(t Term) bool { n := &s.nodes[t]; return n.op == OpApp && n.n == 0 }

// IsValue reports whether t is a literal value: true, false or a numeral.
func (s *Store) IsValue(t Term) bool {
	switch s.nodes[t].op {
	case OpTrue, OpFalse, OpNum, OpRat:
		return true
	}
	return false
}

// SymName returns the name of a symbol, unquoted. Fresh symbols may share a name.
func (s *Store) SymName(f Sym) string { return s.syms[f].name }

// SymSorts returns the argument sorts and the result sort of a symbol.
func (s *Store) SymSorts(f Sym) (args []Sort, res Sort) { return s.syms[f].args, s.syms[f].res }

// NumSyms returns one more than the greatest symbol.
func (s *Store) NumSyms() int { return len(s.syms) }

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

// FreshFun makes a symbol that no name leads to and that equals no other.
func (s *Store) FreshFun(name string, args []Sort, res Sort) Sym {
	f := Sym(len(s.syms))
	s.syms = append(s.syms, symbol{name: name, args: append([]Sort(nil), args...), res: res})
	return f
}

// FreshConst makes a constant that equals no other term. The name is only for
// people.
func (s *Store) FreshConst(name string, sort Sort) Term {
	f := Sym(len(s.syms))
	s.syms = append(s.syms, symbol{name: name, res: sort})
	return s.mk(OpApp, sort, uint32(f))
}

// mk interns a node whose arguments are given.
func (s *Store) mk(op Op, sort Sort, payload uint32, args ...Term) Term {
	h := hashNode(op, sort, payload, args)
	mask := uint32(len(s.table) - 1)
	i := h & mask
	for {
		at := s.table[i]
		if at.t == 0 {
			break
		}
		if at.hash == h && s.same(at.t, op, sort, payload, args) {
			return at.t
		}
		i = (i + 1) & mask
	}
	t := Term(len(s.nodes))
	ground := op != OpBound
	for _, a := range args {
		ground = ground && s.nodes[a].ground
	}
	off := uint32(len(s.args))
	s.args = append(s.args, args...)
	s.nodes = append(s.nodes, node{op: op, ground: ground, sort: sort, off: off, n: uint32(len(args)), payload: payload})
	s.table[i] = slot{h, t}
	s.used++
	if s.used*4 > len(s.table)*3 {
		s.rehash()
	}
	return t
}

func (s *Store) same(t Term, op Op, sort Sort, payload uint32, args []Term) bool {
	n := &s.nodes[t]
	if n.op != op || n.payload != payload || int(n.n) != len(args) || n.sort != sort {
		return false
	}
	for i, a := range s.args[n.off : n.off+n.n] {
		if a != args[i] {
			return false
		}
	}
	return true
}

func (s *Store) rehash() {
	old := s.table
	s.table = make([]slot, len(old)*2)
	mask := uint32(len(s.table) - 1)
	for _, at := range old {
		if at.t == 0 {
			continue
		}
		i := at.hash & mask
		for s.table[i].t != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = at
	}
}

func hashNode(op Op, sort Sort, payload uint32, args []Term) uint32 {
	h := (uint64(op)<<40 ^ uint64(sort)<<32 ^ uint64(payload)) * 0x9e3779b97f4a7c15
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a)) * 0xbf58476d1ce4e5b9
	}
	// The high half depends on all bits, but sequences of arguments are
	// arithmetic progressions in it, which cluster; multiplied once more and
	// folded they do not.
	hi, lo := bits.Mul64(h^h>>32, 0x94d049bb133111eb)
	return uint32(hi ^ lo>>32)
}
