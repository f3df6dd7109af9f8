package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// Before package unsafe had functions for it, programs made strings and slices of each other's bytes by the headers
// that package reflect declares:
//
//	to := (*reflect.SliceHeader)(unsafe.Pointer(&b))
//	from := (*reflect.StringHeader)(unsafe.Pointer(&s))
//	to.Data, to.Len, to.Cap = from.Data, from.Len, from.Len
//
// A field of such a header is a part of the variable that it is the header of. Data is only lowered where it goes from
// one header to another one: what is read is all that the variable is then. After the last assignment to a header in a
// block the length has to fit to what Data has come from.

// headed returns the address of the string or slice of which a pointer is a header; nil if it is of none.
func headed(v ssa.Value) ssa.Value {
	to, ok := v.(*ssa.Convert)
	if !ok {
		return nil
	}
	from, ok := to.X.(*ssa.Convert)
	if !ok {
		return nil
	}
	p, ok := from.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	_, slice := p.Elem().Underlying().(*types.Slice)
	switch types.TypeString(to.Type(), nil) {
	case "*reflect.SliceHeader":
		if slice {
			return from.X
		}
	case "*reflect.StringHeader":
		if isString(p.Elem()) {
			return from.X
		}
	}
	return nil
}

// headerField returns the field of a header that an address is of; nil if it is of none.
func headerField(addr ssa.Value) *ssa.FieldAddr {
	if x, ok := addr.(*ssa.FieldAddr); ok && headed(x.X) != nil {
		return x
	}
	return nil
}

// headerData returns the load of Data of a header; nil if a value is none.
func headerData(v ssa.Value) *ssa.UnOp {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if x := headerField(u.X); x != nil && x.Field == 0 {
			return u
		}
	}
	return nil
}

// assigns reports whether a header's field is only assigned to, or read: Data from another header, or for one.
func assigns(i ssa.Instruction) bool {
	x, ok := i.(*ssa.FieldAddr)
	return ok && onlyUsed(x, func(i ssa.Instruction) bool {
		switch v := i.(type) {
		case *ssa.Store:
			return v.Addr == x && (x.Field > 0 || headerData(v.Val) != nil)
		case *ssa.UnOp:
			return x.Field > 0 || onlyUsed(v, func(i ssa.Instruction) bool {
				s, ok := i.(*ssa.Store)
				if !ok || s.Val != v {
					return false
				}
				to := headerField(s.Addr)
				return to != nil && to.Field == 0
			})
		}
		return false
	})
}

// headerRead lowers a load of a header's field. That of Data is not a number: it stands for the variable as it is.
func (f *fn) headerRead(v *ssa.UnOp, x *ssa.FieldAddr) value {
	now := f.load(f.accessed(headed(x.X)))
	if x.Field == 0 {
		f.headers[v] = f.settled("$data", pointee(headed(x.X).Type()), now)
		return f.zero(v.Type())
	}
	return value{f.b.Ranged(now[1+x.Field])}
}

// headerWrite lowers an assignment to a header's field.
func (f *fn) headerWrite(s *ssa.Store, x *ssa.FieldAddr) {
	p := f.accessed(headed(x.X))
	now := f.settled("$header", p.typ, f.load(p))
	if x.Field > 0 {
		n := f.b.Ranged(f.value(s.Val)[0])
		c := f.b.Compare(machine.Le, f.b.Small(0), n)
		f.unless(c, "a negative length in a header")
		f.assume(c)
		now[1+x.Field] = f.within(n)
	} else {
		data := f.dataFor(p.typ, s.Val)
		now[0], now[1] = data[0], data[1]
	}
	f.store(p, now)
	f.fitsHeader(s, x)
}

// dataFor returns the bytes that Data of a header has, for a variable of a type.
func (f *fn) dataFor(t types.Type, data ssa.Value) value {
	v, ok := f.headers[data]
	if !ok {
		refuse("unsafe")
	}
	from := pointee(headed(headerData(data).X.(*ssa.FieldAddr).X).Type())
	a, b := integersOf(from), integersOf(t)
	switch {
	case isString(from) && isString(t), a != nil && b != nil && types.Identical(a, b):
		return v
	case isString(from) && b != nil && f.sizeof(b) == 1:
		out, _ := f.sliceOf(v, types.NewSlice(types.Typ[types.Uint8]))
		return f.maybeNone(out, v)
	case isString(t) && a != nil && f.sizeof(a) == 1:
		return f.textOf(v, from)
	}
	refuse("a header with the data of another type")
	return nil
}

// maybeNone returns a slice with the bytes of a string, which may be nil if there are none.
func (f *fn) maybeNone(v, text value) value {
	obj := f.temp(term.Int, "bytes")
	f.set(obj, v[0].Term)
	f.when(f.b.Compare(machine.Eq, f.b.Ranged(text[2]), f.b.Small(0)), func() {
		f.inexact("the address of an empty string")
		f.when(f.b.Truth(f.anyOf(types.Typ[types.Bool])[0]), func() { f.set(obj, f.st.Int(0)) })
	})
	return append(value{{Term: f.prog.Var(obj).Term}}, v[1:]...)
}

// integersOf returns the underlying type of a slice's elements if they are integers; nil if it is none of such.
func integersOf(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok && is(s.Elem(), types.IsInteger) {
		return s.Elem().Underlying()
	}
	return nil
}

// fitsHeader says that what a header has got fits together, behind the last assignment to it in a block.
func (f *fn) fitsHeader(s *ssa.Store, x *ssa.FieldAddr) {
	var data value
	behind := false
	for _, i := range s.Block().Instrs {
		w, ok := i.(*ssa.Store)
		if !ok {
			continue
		}
		if y := headerField(w.Addr); y == nil || y.X != x.X {
			continue
		} else if y.Field == 0 && !behind {
			data = f.headers[w.Val]
		}
		if behind {
			return // another one comes
		}
		behind = w == s
	}
	if data == nil {
		refuse("a header that gets no other data with its length")
	}
	now := f.load(f.accessed(headed(x.X)))
	room, c := data[len(data)-1], f.st.True()
	for _, n := range now[2:] {
		c = f.st.And(c, f.b.Compare(machine.Le, f.b.Ranged(n), f.b.Ranged(room)))
	}
	if len(now) > 3 {
		c = f.st.And(c, f.b.Compare(machine.Le, f.b.Ranged(now[2]), f.b.Ranged(now[3])))
	}
	f.unless(c, "a header with a length that does not fit")
	f.assume(c)
}
