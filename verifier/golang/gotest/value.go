package gotest

import (
	"go/types"
	"math/big"
)

// Value is a value of a Go type, as an execution gives it to an entry. Its type is known from where it stands.
type Value interface{ value() }

type (
	// Zero is the zero value of any type, so nil of those that have it.
	Zero struct{}
	// Int is an integer.
	Int struct{ N *big.Int }
	// Bool is a truth value.
	Bool bool
	// Float is a floating-point number.
	Float float64
	// String has any bytes.
	String string
	// Struct has the fields by their numbers. Those that are missing are zero.
	Struct []Value
	// Array has the elements. Those that are missing are zero.
	Array []Value
	// Pointer points to a variable, or to a part of it: fields of structs and elements of arrays, by numbers.
	Pointer struct {
		To   *Object
		Path []int
	}
	// Slice is Len elements, from From, of an array in a variable; there is place for Cap.
	Slice struct {
		Array          *Object
		From, Len, Cap int
	}
	// Map has keys with values.
	Map struct{ Keys, Values []Value }
	// Interface holds a value of a type.
	Interface struct {
		Type  types.Type
		Value Value
	}
	// Error is an error that says so.
	Error string
	// Variable is the value of a variable of a package, such as io.EOF.
	Variable struct{ Var *types.Var }
	// Function is a function of a package.
	Function struct{ Func *types.Func }
	// Func is a function that returns what has been recorded of its calls, one after the other, and then zero values. If
	// there are Fills, each call copies one to its first argument, a slice of bytes; else it does nothing.
	Func struct {
		Calls [][]Value
		Fills []string
	}
	// Reader is an io.Reader that returns what has been recorded, and then io.EOF.
	Reader []Read
	// Stub is a value of an interface, with what its methods do.
	Stub map[string]Func
	// Result is what an earlier call of the test has returned.
	Result struct{ Call, Index int }
)

// Object is a variable that pointers and slices have in common. Its type is an array where slices are of it.
type Object struct {
	Type  types.Type
	Value Value
}

// Read is a call of Read.
type Read struct {
	Data string
	Err  Value // Zero if there is no error
}

func (Zero) value()      {}
func (Int) value()       {}
func (Bool) value()      {}
func (Float) value()     {}
func (String) value()    {}
func (Struct) value()    {}
func (Array) value()     {}
func (Pointer) value()   {}
func (Slice) value()     {}
func (Map) value()       {}
func (Interface) value() {}
func (Error) value()     {}
func (Variable) value()  {}
func (Function) value()  {}
func (Func) value()      {}
func (Reader) value()    {}
func (Stub) value()      {}
func (Result) value()    {}

// Call is a call of a function or method.
type Call struct {
	Func     *types.Func
	TypeArgs []types.Type // of a generic function
	Recv     Value        // of a method
	RecvType types.Type   // of a method; nil: that which it is declared with
	Args     []Value      // one for each parameter: a slice for those that are variadic
}

// signature returns that of the call.
func (c *Call) signature() (*types.Signature, error) {
	sig := c.Func.Signature()
	if len(c.TypeArgs) == 0 {
		return sig, nil
	}
	t, err := types.Instantiate(nil, sig, c.TypeArgs, true)
	if err != nil {
		return nil, err
	}
	return t.(*types.Signature), nil
}

// children lists the values in a value that stand for themselves.
func children(v Value) (out []Value) {
	switch v := v.(type) {
	case Struct:
		return v
	case Array:
		return v
	case Map:
		return append(append(out, v.Keys...), v.Values...)
	case Interface:
		return []Value{v.Value}
	case Func:
		for _, c := range v.Calls {
			out = append(out, c...)
		}
	case Reader:
		for _, c := range v {
			out = append(out, c.Err)
		}
	case Stub:
		for _, f := range v {
			out = append(out, children(f)...)
		}
	}
	return out
}

// isZero reports whether a value is the zero value of its type.
func isZero(v Value) bool {
	switch v := v.(type) {
	case nil, Zero:
		return true
	case Int:
		return v.N.Sign() == 0
	case Bool:
		return !bool(v)
	case String:
		return v == ""
	case Struct:
		return allZero(v)
	case Array:
		return allZero(v)
	case Pointer:
		return v.To == nil
	case Slice:
		return v.Array == nil
	}
	return false
}

func allZero(vs []Value) bool {
	for _, v := range vs {
		if !isZero(v) {
			return false
		}
	}
	return true
}
