package smtlib

import (
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// symbolByte reports whether c may occur in a simple symbol.
func symbolByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '~', '!', '@', '$', '%', '^', '&', '*', '_', '-', '+', '=', '<', '>', '.', '?', '/':
		return true
	}
	return false
}

// reservedWord reports whether s is only a symbol when quoted.
func reservedWord(s string) bool {
	switch s {
	case "!", "_", "as", "BINARY", "DECIMAL", "exists", "HEXADECIMAL", "forall", "let", "match", "NUMERAL", "par",
		"STRING", "lambda", "set-logic", "assert", "check-sat", "push", "pop", "exit":
		return true
	}
	return false
}

// AppendSymbol appends a symbol, quoted if necessary. The name must not contain '|' or
// '\', which quoting cannot express.
func AppendSymbol(dst []byte, name string) []byte {
	simple := name != "" && (name[0] < '0' || name[0] > '9') && !reservedWord(name)
	for i := 0; i < len(name) && simple; i++ {
		simple = symbolByte(name[i])
	}
	if simple {
		return append(dst, name...)
	}
	dst = append(dst, '|')
	dst = append(dst, name...)
	return append(dst, '|')
}

// taken reports whether a name has a meaning in the logics that solvers know, so that a
// symbol of this name must be renamed. Solvers reject even some names of theories that
// a script does not use.
func taken(name string) bool {
	switch name {
	case "true", "false", "not", "=>", "~", "and", "or", "xor", "=", "distinct", "ite", "-", "+", "*", "<=", "<",
		">=", ">", "div", "mod", "abs", "/", "^", "select", "store", "const", "to_real", "to_int", "is_int",
		"divisible", "iff", "implies", "if", "concat", "repeat", "subset", "union", "map", "default", "re.all",
		"rem", "pi", "exp", "sin", "cos", "tan", "set.union", "insert", "head", "tail", "nil", "tuple", "member",
		"root-obj":
		return true
	}
	return bitsFunction(name) >= 0
}

func takenSort(name string) bool {
	switch name {
	case "Bool", "Int", "Real", "Array", "BitVec", "String", "RegLan", "RoundingMode", "FloatingPoint", "Float16",
		"Float32", "Float64", "Float128", "Set", "Bag", "Seq", "List", "Pair", "Tuple", "Relation", "RegEx",
		"Unicode":
		return true
	}
	return false
}

// names gives every symbol a unique name.
type names struct {
	bySym  []string // quoted; empty: none yet
	used   map[string]bool
	suffix map[string]int // the last suffix tried for a name
}

func newNames() names { return names{used: map[string]bool{}, suffix: map[string]int{}} }

// of returns the quoted name of a symbol.
func (n *names) of(st *term.Store, f term.Sym) string {
	for int(f) >= len(n.bySym) {
		n.bySym = append(n.bySym, "")
	}
	if n.bySym[f] == "" {
		n.bySym[f] = string(AppendSymbol(nil, n.claim(st.SymName(f), taken)))
	}
	return n.bySym[f]
}

// claim returns name, or name with a suffix that makes it unique.
func (n *names) claim(name string, forbidden func(string) bool) string {
	name = printable(name)
	unique := name
	for n.used[unique] || forbidden(unique) {
		n.suffix[name]++
		unique = name + "!" + strconv.Itoa(n.suffix[name])
	}
	n.used[unique] = true
	return unique
}

// printable replaces characters that a quoted symbol cannot contain.
func printable(name string) string {
	if name == "" {
		return "_empty"
	}
	var b []byte
	for i := 0; i < len(name); i++ {
		if c := name[i]; c == '|' || c == '\\' || c < ' ' || c == 127 {
			if b == nil {
				b = []byte(name)
			}
			b[i] = '_'
		}
	}
	if b == nil {
		return name
	}
	return string(b)
}
