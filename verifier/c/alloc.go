package c

import (
	"math/big"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// tooLarge is the size from which on there is no memory: that of what is computed from a negative number.
const tooLarge = 1 << 30

// page is what the addresses are multiples of that have to be aligned more than malloc does it.
const page = 4096

// request is what is asked of new memory.
type request struct {
	of    string // what is called
	size  term.Term
	given term.Term // the address of what is given up for it, else 0
	may   bool      // it may fail
	heap  bool      // it is that of malloc, which is freed
	align int64     // what its address is a multiple of
}

// granted returns the address of new memory, which is null if it would be too large, or where allocation may fail. What
// fill does with the address is done only if it is not null.
func (f *fn) granted(want request, fill func(at term.Term)) term.Term {
	size := want.size
	fits := f.st.Lt(size, f.st.Int(tooLarge))
	n, known := int64(0), false
	if f.st.IsNum(size) {
		n, known = f.st.Num(size).Int64()
	}
	if known && n < tooLarge && !want.may {
		at := f.obtained(want)
		fill(at)
		return at
	}
	at := f.temp(term.Int, "new")
	yes, no, after := f.block("then", f.pos), f.block("else", f.pos), f.block("join", f.pos)
	if want.may {
		f.jump(yes, no)
		f.enter(yes)
		f.assume(fits)
	} else {
		f.split(fits, yes, no)
		f.enter(yes)
	}
	f.set(at, f.obtained(want))
	fill(f.prog.Var(at).Term)
	f.jump(after)
	f.enter(no)
	if f.opt.Record && !want.may {
		f.noted(f.named(noteRefused, want.of), size)
	}
	f.set(at, f.st.Int(0))
	f.jump(after)
	f.enter(after)
	return f.prog.Var(at).Term
}

// obtained returns the address of new memory, whose size is kept if the program asks for it.
func (f *fn) obtained(want request) term.Term {
	size := want.size
	if f.watches() || f.reuse != nil {
		size = f.kept(size)
	}
	at := f.fresh(size, want.align)
	if want.heap {
		f.occupies(at, size, want.given)
	}
	f.born(at, size, f.prog.Var(f.next).Term, want.heap)
	if f.facts.resized {
		x := f.sizesVar()
		f.set(x, f.st.Store(f.prog.Var(x).Term, at, size))
	}
	return at
}

// sizesVar returns the variable that holds how large allocated memory is, by its address.
func (l *lowerer) sizesVar() prog.VarID {
	if l.sizes == 0 {
		l.sizes = l.global("$size", l.array, 0)
	}
	return l.sizes
}

// allocation evaluates malloc, calloc, realloc and alloca.
func (f *fn) allocation(e *syntax.Expr, name string) (val, bool) {
	heap := name != "alloca" && name != "__muster_memory"
	if heap && f.opt.Leaks {
		f.hole(e.Pos, "the question whether what "+name+" returns is freed")
	}
	f.res.allocates = f.res.allocates || heap
	may := f.opt.MallocMayFail && heap
	out := typed(0, e.Type)
	out.Hi = machine.Min(out.Hi, bigOf(heapEnd))
	switch {
	case name == "calloc" && len(e.Args) == 2:
		out.Term = f.zeroed(e, may)
	case name == "realloc" && len(e.Args) == 2:
		out.Term = f.resized(e, may)
	case name != "calloc" && name != "realloc" && len(e.Args) > 0:
		size := f.ranged(f.value(e.Args[0]))
		f.pos = e.Pos
		n, align := f.number(size), int64(alignment)
		if name == "alloca" {
			f.stackable(n)
		}
		if name == "__muster_aligned" {
			align = page
		}
		out.Term = f.granted(request{of: name, size: n, may: may, heap: heap, align: align}, func(at term.Term) {
			if name != "__muster_memory" {
				f.leftBlank(at, n, 1)
			}
			if name == "alloca" {
				f.stacked(e, at, n)
			} else {
				f.picturedMemory(name, e, at, n)
			}
		})
	default:
		return val{}, false
	}
	if may && f.opt.Record {
		f.noted(f.named(noteResult, name), out.Term)
	}
	return out, true
}

// zeroed evaluates calloc, for the type that its result is converted to.
func (f *fn) zeroed(e *syntax.Expr, may bool) term.Term {
	args := f.operands(e.Args)
	n, size := f.keptVal(args[0]), args[1]
	f.pos = e.Pos
	bytes := f.st.Mul(f.number(n), f.number(size))
	c, known := n.Const()
	s, sized := size.Const()
	if known && sized {
		bytes = f.int(new(big.Int).Mul(c, s))
	}
	reg := f.mem.target(e)
	t := f.held(e, reg)
	return f.granted(request{of: "calloc", size: bytes, may: may, heap: true, align: alignment}, func(at term.Term) {
		p, w := place{typ: t, addr: at, reg: reg}, f.change()
		w.quiet = true // no execution has chosen any of it
		switch {
		case reg.isBytes():
			w.setAll(p, f.small(0), f.upTo(bytes))
		case t == nil || t.Size == 0:
		case !known || !sized || scalarOf(t) != nil:
			w.clear(p, bytes, e.Pos)
		case f.st.IsNum(bytes) && s.Cmp(big.NewInt(t.Size)) == 0 && c.Cmp(big.NewInt(most)) <= 0:
			for i := range c.Int64() {
				p.addr = f.st.Add(at, f.st.Int(i*t.Size))
				w.zero(p, e.Pos)
			}
		default:
			f.hole(e.Pos, "calloc of this type")
		}
		w.make()
	})
}

// held returns the type of what is in new memory, as far as that is known.
func (f *fn) held(e *syntax.Expr, reg *region) *syntax.Type {
	if (e.Mid == nil || e.Mid.Size == 0) && reg != nil && len(reg.find().types) > 0 {
		return reg.find().types[0]
	}
	return e.Mid
}

// resized evaluates realloc: what was there is copied to new memory, as far as there is room.
func (f *fn) resized(e *syntax.Expr, may bool) term.Term {
	args := f.operands(e.Args)
	from, size := f.number(f.keptVal(args[0])), f.number(f.keptVal(args[1]))
	f.pos = e.Pos
	from = f.releasable(from, bare(e.Args[0]), e.Pos, "reallocated")
	was := f.kept(f.st.Ite(f.st.Eq(from, f.st.Int(0)), f.st.Int(0), f.st.Select(f.prog.Var(f.sizesVar()).Term, from)))
	reg := f.mem.target(e)
	t := f.held(e, reg)
	asked := request{of: "realloc", size: size, given: from, may: may, heap: true, align: alignment}
	return f.granted(asked, func(at term.Term) {
		f.leftBlank(at, size, 1)
		copied := f.kept(f.st.Ite(f.st.Le(was, size), was, size))
		p, w := place{typ: t, addr: from, reg: reg}, f.change()
		w.carries(place{addr: at, reg: reg}, p, copied)
		switch {
		case reg.isBytes():
			w.move(f.bytesOf(reg), f.bytesOf(reg), at, from, copied)
		case t != nil && t.Size > 0:
			done := map[*class]bool{}
			for _, c := range f.classes(p, e.Pos, nil) {
				if !done[c] {
					done[c] = true
					w.move(f.memory(c), f.memory(c), at, from, copied)
				}
			}
		}
		w.make()
		f.picturedMemory("realloc", e, at, size)
		if f.opt.Record {
			f.noted(note{what: noteFrom}, copied)
		}
		f.released(from)
	})
}

func bigOf(v int64) *big.Int { return big.NewInt(v) }
