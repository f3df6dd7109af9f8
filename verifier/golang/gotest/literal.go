package gotest

import (
	"fmt"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
)

// mostElements is how many elements of one array are written.
const mostElements = 1 << 16

// expr returns an expression for a value that may be assigned to a variable of a type.
func (w *writer) expr(t types.Type, v Value) string {
	if v == nil {
		v = Zero{}
	}
	switch v := v.(type) {
	case Zero:
		return w.zero(t)
	case Int:
		return w.integer(t, v)
	case Bool:
		return strconv.FormatBool(bool(v))
	case Float:
		return w.float(t, float64(v))
	case String:
		return strconv.Quote(string(v))
	case Struct:
		return w.composite(t, v)
	case Array:
		return w.array(t, v)
	case Pointer:
		return w.pointer(t, v)
	case Slice:
		return w.slice(t, v)
	case Map:
		return w.mapping(t, v)
	case Interface:
		return w.typed(v.Type, v.Value)
	case Error:
		return fmt.Sprintf("%s.New(%q)", w.imported("errors", "errors"), string(v))
	case Variable:
		return w.qualified(v.Var)
	case Function:
		return w.qualified(v.Func)
	case Func:
		return w.function(t, v)
	case Reader:
		return w.reader(v)
	case Stub:
		return w.stub(t, v)
	case Result:
		return w.results[v]
	}
	w.refuse("there is no literal of %T", v)
	return "nil"
}

// typed is expr for where nothing says which type the value has.
func (w *writer) typed(t types.Type, v Value) string {
	text := w.expr(t, v)
	switch v.(type) {
	case Struct, Array, Reader, Stub, Result, Variable, Function:
		return text
	}
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Interface:
		return text
	case *types.Basic:
		if t == types.Typ[types.Int] || t == types.Typ[types.Bool] || t == types.Typ[types.String] {
			return text
		}
	case *types.Pointer, *types.Slice, *types.Map:
		if _, named := t.(*types.Named); !named && text != "nil" {
			return text
		}
	case *types.Signature:
		if text != "nil" && types.Identical(t, u) {
			return text
		}
	}
	name := w.spelled(t)
	if strings.ContainsAny(name[:1], "*<") || strings.HasPrefix(name, "func") || strings.HasPrefix(name, "chan") {
		name = "(" + name + ")"
	}
	return name + "(" + text + ")"
}

func (w *writer) zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Struct, *types.Array:
		return w.spelled(t) + "{}"
	}
	return "nil"
}

func (w *writer) integer(t types.Type, v Int) string {
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok || b.Info()&types.IsNumeric == 0:
		w.refuse("%v is no value of type %s", v.N, t)
	case b.Kind() == types.Uint8:
		return fmt.Sprintf("%#02x", v.N)
	}
	return v.N.String()
}

func (w *writer) float(t types.Type, v float64) string {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		w.refuse("%v is no value of type %s", v, t)
		return "0"
	}
	var text string
	switch {
	case math.IsNaN(v):
		text = w.imported("math", "math") + ".NaN()"
	case math.IsInf(v, 0):
		sign := 1
		if v < 0 {
			sign = -1
		}
		text = fmt.Sprintf("%s.Inf(%d)", w.imported("math", "math"), sign)
	case v == 0 && math.Signbit(v):
		text = w.imported("math", "math") + ".Copysign(0, -1)"
	case b.Kind() == types.Float32:
		return strconv.FormatFloat(v, 'g', -1, 32)
	default:
		text = strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	}
	if t != types.Typ[types.Float64] {
		text = w.spelled(t) + "(" + text + ")"
	}
	return text
}

func (w *writer) composite(t types.Type, v Struct) string {
	u, ok := t.Underlying().(*types.Struct)
	if !ok || len(v) > u.NumFields() {
		w.refuse("a struct is no value of type %s", t)
		return "nil"
	}
	var parts []string
	for k, x := range v {
		if field := u.Field(k); !isZero(x) && field.Name() != "_" {
			w.accessible(field)
			parts = append(parts, field.Name()+": "+w.expr(field.Type(), x))
		}
	}
	return w.spelled(t) + "{" + strings.Join(parts, ", ") + "}"
}

func (w *writer) array(t types.Type, v Array) string {
	u, ok := t.Underlying().(*types.Array)
	if !ok || int64(len(v)) > u.Len() {
		w.refuse("an array of %d elements is no value of type %s", len(v), t)
		return "nil"
	}
	return w.spelled(t) + "{" + w.elements(u.Elem(), v) + "}"
}

// elements lists elements up to the last that is not zero. Where most are zero, the others have their numbers.
func (w *writer) elements(t types.Type, v []Value) string {
	zeros := 0
	for len(v) > 0 && isZero(v[len(v)-1]) {
		v = v[:len(v)-1]
	}
	for _, x := range v {
		if isZero(x) {
			zeros++
		}
	}
	var parts []string
	for k, x := range v {
		switch sparse := zeros > 16 && zeros > len(v)/2; {
		case len(parts) > mostElements:
			w.refuse("an array has more than %d elements that are not zero", mostElements)
			return ""
		case !sparse:
			parts = append(parts, w.expr(t, x))
		case !isZero(x):
			parts = append(parts, fmt.Sprintf("%d: %s", k, w.expr(t, x)))
		}
	}
	return strings.Join(parts, ", ")
}

func (w *writer) pointer(t types.Type, v Pointer) string {
	if v.To == nil {
		return "nil"
	}
	if len(v.Path) == 0 && w.inline(v.To) {
		return "&" + w.expr(v.To.Type, v.To.Value)
	}
	return "&" + w.object(v.To) + w.path(v.To.Type, v.Path)
}

// path returns how a part of a variable is reached.
func (w *writer) path(t types.Type, path []int) (out string) {
	for _, k := range path {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			w.accessible(u.Field(k))
			out += "." + u.Field(k).Name()
			t = u.Field(k).Type()
		case *types.Array:
			out += fmt.Sprintf("[%d]", k)
			t = u.Elem()
		default:
			w.refuse("a value of type %s has no parts", t)
			return out
		}
	}
	return out
}

func (w *writer) slice(t types.Type, v Slice) string {
	if v.Array == nil {
		return "nil"
	}
	u, ok := t.Underlying().(*types.Slice)
	a, also := v.Array.Type.Underlying().(*types.Array)
	if !ok || !also || v.From < 0 || v.Len < 0 || v.Len > v.Cap || int64(v.From+v.Cap) > a.Len() {
		w.refuse("a slice is no value of type %s", t)
		return "nil"
	}
	if !w.single(v.Array) {
		return fmt.Sprintf("%s[%d:%d:%d]", w.object(v.Array), v.From, v.From+v.Len, v.From+v.Cap)
	}
	elements, _ := v.Array.Value.(Array)
	elements = elements[min(v.From, len(elements)):min(v.From+v.Cap, len(elements))]
	for len(elements) > 0 && isZero(elements[len(elements)-1]) {
		elements = elements[:len(elements)-1]
	}
	return w.made(t, u.Elem(), elements, v.Len, v.Cap)
}

// made returns a slice with so many elements, and place for more, of which the first ones are given.
func (w *writer) made(t, elem types.Type, elements []Value, n, room int) string {
	name := w.spelled(t)
	switch {
	case len(elements) == 0 && n == 0 && room == 0:
		return name + "{}"
	case len(elements) == 0 && n == room:
		return fmt.Sprintf("make(%s, %d)", name, n)
	case len(elements) == 0:
		return fmt.Sprintf("make(%s, %d, %d)", name, n, room)
	}
	if text, ok := printable(elem, elements); ok && len(elements) == room && n == room {
		return fmt.Sprintf("%s(%q)", name, text)
	}
	list := w.elements(elem, elements)
	if len(elements)+8 < room {
		return fmt.Sprintf("append(make(%s, 0, %d), %s)[:%d]", name, room, list, n)
	}
	if len(elements) < room { // the last one gives the length
		list += fmt.Sprintf(", %d: %s", room-1, w.zero(elem))
	}
	if n == room {
		return name + "{" + list + "}"
	}
	return fmt.Sprintf("%s{%s}[:%d]", name, list, n)
}

// printable returns the text that bytes are, if they are one.
func printable(elem types.Type, v []Value) (string, bool) {
	if elem != types.Typ[types.Uint8] && elem != types.Universe.Lookup("byte").Type() {
		return "", false
	}
	out := make([]byte, len(v))
	for k, x := range v {
		n, ok := x.(Int)
		if !ok || !n.N.IsInt64() || n.N.Int64() < ' ' || n.N.Int64() > '~' {
			return "", false
		}
		out[k] = byte(n.N.Int64())
	}
	return string(out), true
}

func (w *writer) mapping(t types.Type, v Map) string {
	u, ok := t.Underlying().(*types.Map)
	if !ok || len(v.Keys) != len(v.Values) {
		w.refuse("a map is no value of type %s", t)
		return "nil"
	}
	var parts []string
	for k := range v.Keys {
		parts = append(parts, w.expr(u.Key(), v.Keys[k])+": "+w.expr(u.Elem(), v.Values[k]))
	}
	slices.Sort(parts)
	return w.spelled(t) + "{" + strings.Join(parts, ", ") + "}"
}
