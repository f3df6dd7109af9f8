package c

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// given is what main is given in an execution: argv and envp.
type given struct {
	counts [2]int64
	memory [2]model.Value // what is in it; none if main does not look at the list
	lists  []*list
}

// add adds what an execution records.
func (g *given) add(x note, value model.Value) {
	switch x.what {
	case noteCount:
		g.counts[x.list], _ = value.Int().Int64()
	case noteList:
		g.memory[x.list] = value
	}
}

// unsaid is how many characters a string has behind the last one that a model names, if it has
// no end there: the program has looked at no end.
const unsaid = 32

// mostGiven is how many strings of a list are shown.
const mostGiven = 1 << 12

// strings returns the strings in the list that a parameter of main is; false if main does not look at it.
func (g *given) strings(param string) (out []string, ok bool) {
	for i, x := range g.lists {
		if x.param.Name == param && g.memory[i].IsValid() {
			return x.read(min(g.counts[i], mostGiven), g.memory[i]), true
		}
	}
	return nil, false
}

// Argument implements front.Execution, for parameters of main.
func (g *given) Argument(param string) (text string, ok bool) {
	list, ok := g.strings(param)
	return short(quoted(list)), ok
}

// read returns so many strings of a list, from the map that they are in.
func (x *list) read(n int64, memory model.Value) []string {
	last := make([]int64, n)
	for at := range memory.Entries {
		a, ok := at.Int().Int64()
		if k := (a - x.strings) / stride; ok && a >= x.strings && k < n {
			last[k] = max(last[k], a-x.strings-k*stride+1)
		}
	}
	out := make([]string, n)
	for k := range out {
		var b strings.Builder
		if lowest(memory.Default()) != 0 {
			last[k] += unsaid
		}
		for i := range last[k] {
			c := lowest(memory.Select(model.Int64(x.strings + int64(k)*stride + i)))
			if c == 0 {
				break
			}
			b.WriteByte(c)
		}
		out[k] = b.String()
	}
	return out
}

// lowest returns the lowest byte of a number.
func lowest(v model.Value) byte {
	return byte(new(big.Int).And(v.Int().Big(), big.NewInt(255)).Int64())
}

// object returns the list, or the string in it, that has an address; nil if there is none.
func (x *list) object(at int64) *object {
	switch k := (at - x.strings) / stride; {
	case at < x.at || k >= x.most:
		return nil
	case at < x.strings:
		return &object{base: x.at, size: x.strings - x.at, name: x.param.Name, typ: arrayOf(x.param.Type.Elem, x.most+1)}
	default:
		return &object{base: x.strings + k*stride, size: stride, name: fmt.Sprintf("%s[%d]", x.param.Name, k),
			typ: arrayOf(x.param.Type.Elem.Elem, stride)}
	}
}

func arrayOf(t *syntax.Type, n int64) *syntax.Type {
	return &syntax.Type{Kind: syntax.Array, Elem: t, Len: n, Size: n * t.Size}
}

// literalOf writes a string as one of C.
func literalOf(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// quoted writes strings as an initialiser.
func quoted(list []string) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = literalOf(s)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// harness returns a part of a harness that has main be called with the strings that an execution was given: if it
// has others, the program runs itself once more.
func (g *given) harness() string {
	if g.counts[0] == 0 || g.counts[0] == 1 && !g.memory[0].IsValid() && !g.memory[1].IsValid() {
		return ""
	}
	args := make([]string, min(g.counts[0], mostGiven))
	if len(g.lists) > 0 {
		if list, ok := g.strings(g.lists[0].param.Name); ok {
			args = list
		}
	}
	text := "int execve(const char *, char *const *, char *const *);\nint strcmp(const char *, const char *);\n" +
		"static char *arguments[] = " + strings.TrimSuffix(quoted(args), "}") + ", 0};\n"
	var variables []string
	known := false
	if len(g.lists) > 1 {
		variables, known = g.strings(g.lists[1].param.Name)
	}
	if known {
		text += "static char *environment[] = " + strings.TrimSuffix(quoted(append(variables, "")), `""}`) + "0};\n"
	} else {
		text += "#define environment envp\n"
	}
	return text + `static int same(char **a, char **b) {
  while (*a && *b && !strcmp(*a, *b)) { a++; b++; }
  return !*a && !*b;
}
__attribute__((constructor)) static void begin(int argc, char **argv, char **envp) {
  if (!same(argv, arguments) || !same(envp, environment)) execve("/proc/self/exe", arguments, environment);
}
`
}
