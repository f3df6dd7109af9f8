package golang

import (
	"fmt"
	"go/types"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// role says what a leaf is for its type.
type role uint8

// The roles.
const (
	scalar   role = iota // a number or a truth value
	object               // of a pointer, slice, string, map or channel
	index                // of a pointer, in the object
	offset               // of a slice or string, in the object
	length               // of a slice or string
	capacity             // of a slice
	code                 // the number of a function
	env                  // the object with what it closes over
	dynamic              // the number of an interface's type
	word                 // of what an interface holds
)

// leaf is a scalar of which values of a type consist.
type leaf struct {
	path  string // the fields to it, and what it is of a type with several
	role  role
	typ   types.Type // that it is a part of
	array bool       // a map from flat indices: it is in an array
}

// words is how many words an interface holds. A value of more leaves, or of one that is a map, is boxed.
const words = 3

// parts are the leaves of types that are no structs or arrays, and have several.
var parts = map[role][]leaf{
	object: {{path: "", role: object}},
	index:  {{path: "", role: object}, {path: ".index", role: index}},
	length: {{path: "", role: object}, {path: ".off", role: offset}, {path: ".len", role: length}},
	capacity: {{path: "", role: object}, {path: ".off", role: offset}, {path: ".len", role: length},
		{path: ".cap", role: capacity}},
	code: {{path: "", role: code}, {path: ".env", role: env}},
	dynamic: {{path: ".type", role: dynamic}, {path: "", role: word}, {path: ".1", role: word},
		{path: ".2", role: word}},
	scalar: {{path: "", role: scalar}},
}

// leaves returns the scalars of a type. It panics with an unsupported if there are none for it.
func (l *lowerer) leaves(t types.Type) []leaf {
	if out, ok := l.leavesOf.At(t).([]leaf); ok {
		return out
	}
	out := l.flatten(t)
	l.leavesOf.Set(t, out)
	return out
}

func (l *lowerer) flatten(t types.Type) (out []leaf) {
	shape := scalar
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			for _, x := range l.leaves(u.Field(k).Type()) {
				x.path = fmt.Sprintf(".%s%s", fieldName(u, k), x.path)
				out = append(out, x)
			}
		}
		return out
	case *types.Array:
		for _, x := range l.leaves(u.Elem()) {
			x.path = "[]" + x.path
			x.array = true
			out = append(out, x)
		}
		return out
	case *types.Tuple:
		for k := range u.Len() {
			out = append(out, l.leaves(u.At(k).Type())...)
		}
		return out
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			shape = length
		case u.Kind() == types.UnsafePointer:
			shape = index
		case u.Kind() == types.Invalid: // of what ssa leaves out of an iteration
			return nil
		}
	case *types.Pointer:
		shape = index
	case *types.Slice:
		shape = capacity
	case *types.Map, *types.Chan:
		shape = object
	case *types.Signature:
		shape = code
	case *types.Interface:
		shape = dynamic
	default: // what ssa makes itself: iterators, stacks of deferred calls
		return nil
	}
	for _, x := range parts[shape] {
		x.typ = t
		out = append(out, x)
	}
	return out
}

// fieldName returns the name of a field. For one of those that are called _ it is a name that Go cannot have.
func fieldName(s *types.Struct, k int) string {
	if name := s.Field(k).Name(); name != "_" {
		return name
	}
	return fmt.Sprintf("_#%d", k)
}

// sort returns that of a leaf's values.
func (l *lowerer) sort(x leaf) term.Sort {
	if x.array {
		return l.st.ArraySort(term.Int, l.base(x))
	}
	return l.base(x)
}

// base returns the sort of a leaf where it is in no array.
func (l *lowerer) base(x leaf) term.Sort {
	if x.role == scalar && isBool(x.typ) {
		return term.Bool
	}
	return term.Int
}

func isBool(t types.Type) bool { return is(t, types.IsBoolean) }

func isInt(t types.Type) bool { return is(t, types.IsInteger) }

func isFloat(t types.Type) bool { return is(t, types.IsFloat|types.IsComplex) }

func isString(t types.Type) bool { return is(t, types.IsString) }

func is(t types.Type, what types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&what != 0
}

// integer returns how many bits an integer type has, and whether it has a sign. What go/types leaves without a type,
// as 1<<n where it is what a shift is by, is uint for the compiler.
func (l *lowerer) integer(t types.Type) machine.Type {
	b := t.Underlying().(*types.Basic)
	if b.Kind() == types.UntypedInt {
		b = types.Typ[types.Uint]
	}
	return machine.Type{Bits: int(8 * l.sizes.Sizeof(b)), Signed: b.Info()&types.IsUnsigned == 0}
}

// flat returns how many places for elements an array takes that may be one of arrays; 1 for another type.
func flat(t types.Type) int64 {
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Len() * flat(a.Elem())
	}
	return 1
}
