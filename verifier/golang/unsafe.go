package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/verifier/machine"
)

// unsafely lowers what package unsafe has for strings and slices. A string and a slice that share bytes have each their
// own here, which Uncovered says.
func (f *fn) unsafely(name string, args []ssa.Value) value {
	switch name {
	case "SliceData":
		x := f.value(args[0])
		return value{x[0], x[1]}
	case "String":
		p, n := f.value(args[0]), f.fitting(args)
		return f.newText(f.st.Select(f.prog.Var(f.octets()).Term, p[0].Term), p[1], n)
	case "Slice":
		if s := stringData(args[0]); s != nil {
			out, _ := f.sliceOf(f.value(s), types.NewSlice(types.Typ[types.Uint8]))
			n := f.fitting(args)
			c := f.b.Compare(machine.Le, n, f.b.Ranged(out[2]))
			f.unless(c, "unsafe.Slice of more than a string has")
			f.assume(c)
			return value{out[0], out[1], n, n}
		}
		if f.sizeof(pointee(args[0].Type())) != 1 {
			refuse("unsafe.Slice of what are no bytes")
		}
		p, n := f.value(args[0]), f.fitting(args)
		return value{p[0], p[1], n, n}
	}
	refuse("unsafe.%s", name)
	return nil
}

// fitting returns the length that unsafe.String or unsafe.Slice is given. That it panics is not decided.
func (f *fn) fitting(args []ssa.Value) machine.Value {
	n := f.b.Ranged(f.value(args[1])[0])
	c := f.b.Compare(machine.Le, f.b.Small(0), n)
	if stringData(args[0]) == nil {
		some := f.st.Not(f.st.Eq(f.value(args[0])[0].Term, f.st.Int(0)))
		c = f.st.And(c, f.st.Or(some, f.b.Compare(machine.Eq, n, f.b.Small(0))))
	}
	f.unless(c, "package unsafe given a length that does not fit")
	f.assume(c)
	return f.within(n)
}

// stringData returns the string of which a pointer is unsafe.StringData; nil of another one.
func stringData(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Call); ok {
		if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "StringData" {
			return c.Call.Args[0]
		}
	}
	return nil
}

// passes reports whether a value of an unsafe type is only a step of what is lowered as a whole: unsafe.StringData in
// unsafe.Slice, conversions by which bytes are read as a string, and those to headers.
func passes(v ssa.Value) bool {
	if stringData(v) != nil {
		return onlyUsed(v, func(i ssa.Instruction) bool {
			c, ok := i.(*ssa.Call)
			if !ok {
				return false
			}
			b, ok := c.Call.Value.(*ssa.Builtin)
			return ok && b.Name() == "Slice"
		})
	}
	c, ok := v.(*ssa.Convert)
	if !ok {
		return false
	}
	if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
		return onlyUsed(c, func(i ssa.Instruction) bool {
			to, ok := i.(*ssa.Convert)
			return ok && passes(to)
		})
	}
	if headed(c) != nil {
		return onlyUsed(c, assigns)
	}
	return onlyUsed(c, func(i ssa.Instruction) bool {
		u, ok := i.(*ssa.UnOp)
		return ok && u.Op == token.MUL && bytesAsText(u.X) != nil
	})
}

func onlyUsed(v ssa.Value, by func(ssa.Instruction) bool) bool {
	for _, i := range *referrers(v) {
		if _, debug := i.(*ssa.DebugRef); !debug && !by(i) {
			return false
		}
	}
	return true
}

// bytesAsText returns the address of the slice that *(*string)(unsafe.Pointer(&b)) reads; nil if that is not what an
// address is.
func bytesAsText(addr ssa.Value) ssa.Value {
	to, ok := addr.(*ssa.Convert)
	if !ok {
		return nil
	}
	from, ok := to.X.(*ssa.Convert)
	if !ok {
		return nil
	}
	q, ok := to.Type().Underlying().(*types.Pointer)
	if !ok || !isString(q.Elem()) {
		return nil
	}
	p, ok := from.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	if s, ok := p.Elem().Underlying().(*types.Slice); !ok || !is(s.Elem(), types.IsInteger) {
		return nil
	} else if b := s.Elem().Underlying().(*types.Basic); b.Kind() != types.Uint8 {
		return nil
	}
	return from.X
}
