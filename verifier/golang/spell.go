package golang

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// spelled is the name of a type in the runtime's words.
func spelled(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // byte and rune have other names
	case *types.Pointer:
		return "*" + spelled(t.Elem())
	case *types.Slice:
		return "[]" + spelled(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), spelled(t.Elem()))
	case *types.Map:
		return "map[" + spelled(t.Key()) + "]" + spelled(t.Elem())
	case *types.Signature:
		return "func" + spelledSignature(t)
	case *types.Struct:
		var fields []string
		for k := range t.NumFields() {
			f := t.Field(k)
			text := spelled(f.Type())
			if !f.Embedded() {
				text = f.Name() + " " + text
			}
			if tag := t.Tag(k); tag != "" {
				text += fmt.Sprintf(" %q", tag)
			}
			fields = append(fields, text)
		}
		return braced("struct", fields)
	case *types.Interface:
		var methods []string
		for m := range t.Methods() {
			name := m.Name()
			if !m.Exported() {
				name = m.Pkg().Name() + "." + name
			}
			methods = append(methods, name+spelledSignature(m.Signature()))
		}
		slices.Sort(methods)
		return braced("interface", methods)
	}
	return types.TypeString(t, shortName)
}

func braced(word string, parts []string) string {
	if len(parts) == 0 {
		return word + " {}"
	}
	return word + " { " + strings.Join(parts, "; ") + " }"
}

// spelledSignature is what follows the name of a function.
func spelledSignature(s *types.Signature) string {
	list := func(t *types.Tuple) (out []string) {
		for v := range t.Variables() {
			out = append(out, spelled(v.Type()))
		}
		return out
	}
	params, results := list(s.Params()), list(s.Results())
	if n := len(params); s.Variadic() {
		params[n-1] = "..." + strings.TrimPrefix(params[n-1], "[]")
	}
	text := "(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return text
	case 1:
		return text + " " + results[0]
	}
	return text + " (" + strings.Join(results, ", ") + ")"
}

// shortName qualifies names as the runtime does.
func shortName(p *types.Package) string { return p.Name() }
