package syntax

import (
	"fmt"
	"strings"
)

// spell writes a type for a message.
func spell(t *Type) string {
	return strings.TrimSpace(declarationOf(t, ""))
}

// declarationOf writes a declaration of a name with a type.
func declarationOf(t *Type, name string) string {
	for depth := 0; ; depth++ {
		if depth > 20 {
			return "..."
		}
		q := qualifiers(t.quals)
		switch t.Kind {
		case Pointer:
			name = "*" + strings.TrimSpace(q+name)
			if k := t.Elem.Kind; k == Array || k == Func {
				name = "(" + name + ")"
			}
			t = t.Elem
		case Array:
			if t.Len >= 0 {
				name += fmt.Sprintf("[%d]", t.Len)
			} else {
				name += "[]"
			}
			t = t.Elem
		case Func:
			var list []string
			for _, p := range t.Params {
				list = append(list, spell(p))
			}
			if t.Vararg {
				list = append(list, "...")
			}
			if len(list) == 0 && !t.Loose {
				list = []string{"void"}
			}
			name += "(" + strings.Join(list, ", ") + ")"
			t = t.Result
		default:
			return q + t.Name + " " + name
		}
	}
}

func qualifiers(q quals) string {
	s := ""
	for i, name := range []string{"const ", "volatile ", "restrict ", "_Atomic "} {
		if q&(1<<i) != 0 {
			s += name
		}
	}
	return s
}
