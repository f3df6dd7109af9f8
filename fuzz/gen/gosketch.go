package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sketches of Go have holes as those of C (sketch), with these words:
//
//	$name             a name that no other sketch of the program has
//	@t @u             types of integers, the same ones in all of a sketch; @num: a constant of type t
//	@et @eu @ei       an expression of that type, or of type int, in parentheses; none of them panics
//	@es @eb           one of type string, or bool
//	@gt @gs           a variable outside of functions to which one may assign, of type t or string
//	@idx              an expression of type int from 0 to 3
//	@small            a constant from 0 to 5
//
// put(x), putB(x), putS(x) take part of what the program computes from an integer, a Boolean, a string. The first line
// of a sketch names the feature of Go that it is about.

// goIntegers are the types of integers.
var goIntegers = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"}

// goWidth returns the width of a type of goIntegers, and whether it has a sign.
func goWidth(t string) (bits int, signed bool) {
	signed = !strings.HasPrefix(t, "u")
	if n, _ := fmt.Sscanf(strings.TrimPrefix(t, "u"), "int%d", &bits); n == 0 {
		bits = 64
	}
	return bits, signed
}

// goProgram makes a program of sketches.
type goProgram struct {
	r     *rand.Rand
	names int
	top   strings.Builder
	body  strings.Builder
	vars  map[string][]string // outside of functions, by type
	t, u  string              // of the present sketch
	named map[string]string   // likewise
	// features are those of all sketches so far.
	features []string
}

// GoSketches are the generators that GoSketched knows.
func GoSketches() []CSketch {
	var out []CSketch
	for _, m := range goMatters() {
		out = append(out, CSketch{m.name, m.about})
	}
	return append(out, CSketch{"composed", "statements at random, in functions that panic and recover"})
}

func goMatters() []matter {
	all := []matter{
		{"integers", "integers of all widths, shifts, conversions and constants", append(goArithmetic, goConversionSketches...)},
		{"slices", "slices, arrays, append, copy and what shares memory", append(goSliceSketches, goArraySketches...)},
		{"strings", "strings, bytes and runes", goStringSketches},
		{"structs", "structs, pointers, methods and embedding", goStructSketches},
		{"maps", "maps with keys of all kinds", append(goMapSketches, goMoreMapSketches...)},
		{"interfaces", "interfaces, assertions and switches on types", append(goInterfaceSketches, goMoreStructSketches...)},
		{"functions", "closures, method values, recursion and what is shadowed", goFunctionSketches},
		{"generics", "type parameters", goGenericSketches},
		{"defers", "defer and panic", goDeferSketches},
		{"recover", "recover", goRecoverSketches},
		{"flow", "loops, labels, switches and the order of evaluation", append(goFlowSketches, goMoreFlowSketches...)},
		{"iterators", "ranges over functions", goIteratorSketches},
		{"init", "the initialisation of packages", goInitSketches},
		{"text", "what the library does with strings and bytes", goTextSketches},
		{"data", "what the library does with other data", goDataSketches},
	}
	var mixed []sketch
	for _, m := range all[:len(all)-2] { // a package that imports the library takes longer to read
		mixed = append(mixed, m.list...)
	}
	return append(all, matter{"mixed", "most of these together", mixed},
		matter{"panics", "what panics, and where", append(goPanicSketches, goMorePanicSketches...)})
}

// GoSketched returns a program of the generator of this name: a comment that names its features, declarations, and a
// function PROGRAM that returns what it has computed by put, putB and putS. All that it declares outside of that has a
// name that ends in "_" and a number.
func GoSketched(name string, r *rand.Rand) string {
	if name == "composed" {
		return goComposition(r)
	}
	all := goMatters()
	for _, m := range all {
		switch {
		case m.name != name:
		case name == "text", name == "data": // such programs are long
			return goSketched(r, nil, m.list)
		case name == "panics", name == "mixed" && r.IntN(4) == 0:
			return goSketched(r, append(m.list, all[0].list...), all[len(all)-1].list)
		default:
			return goSketched(r, m.list, nil)
		}
	}
	return ""
}

// goSketched returns a program of some sketches of a list, and one of another, if it has any.
func goSketched(r *rand.Rand, list, last []sketch) string {
	s := &goProgram{r: r, vars: map[string][]string{}}
	for _, t := range goIntegers {
		s.t = t
		s.declare(t, s.constant(t))
	}
	for _, text := range []string{`"a\xffb"`, `"héllo"`, `""`} {
		s.declare("string", text)
	}
	for range min(1+r.IntN(3), len(list)) {
		s.draw(list[r.IntN(len(list))])
	}
	if len(last) > 0 {
		s.draw(last[r.IntN(len(last))])
	}
	for _, t := range goIntegers {
		fmt.Fprintf(&s.body, "\tput(%s)\n", s.vars[t][0])
	}
	return "// " + strings.Join(s.features, "; ") + "\n" + s.top.String() +
		"\nfunc PROGRAM() uint64 {\n\th = 0\n" + s.body.String() + "\treturn h\n}\n"
}

func (s *goProgram) declare(t, value string) {
	n := s.name("g")
	fmt.Fprintf(&s.top, "var %s %s = %s\n", n, t, value)
	s.vars[t] = append(s.vars[t], n)
}

func (s *goProgram) name(word string) string {
	s.names++
	return fmt.Sprintf("%s_%d", word, s.names)
}

func (s *goProgram) draw(text sketch) {
	s.named = map[string]string{}
	s.t, s.u = goIntegers[s.r.IntN(len(goIntegers))], goIntegers[s.r.IntN(len(goIntegers))]
	feature, text, _ := strings.Cut(text, "\n")
	s.features = append(s.features, feature)
	outside, inside, found := strings.Cut(text, "---\n")
	if !found {
		outside, inside = "", text
	}
	s.top.WriteString(fill(s, outside))
	s.body.WriteString("\t{\n")
	for l := range strings.Lines(fill(s, inside)) {
		s.body.WriteString("\t\t" + l)
	}
	s.body.WriteString("\t}\n")
}

// pick implements holes.
func (s *goProgram) pick(list []string) string { return list[s.r.IntN(len(list))] }

// ownName implements holes.
func (s *goProgram) ownName(word string) string {
	if s.named[word] == "" {
		s.named[word] = s.name(word)
	}
	return s.named[word]
}

// check implements holes: there are no checks with numbers.
func (s *goProgram) check() string { return "CHECK(" }

// hole implements holes.
func (s *goProgram) hole(word, _ string) string {
	switch word {
	case "t":
		return s.t
	case "u":
		return s.u
	case "num":
		return s.constant(s.t)
	case "et":
		return s.number(s.t, 3)
	case "eu":
		return s.number(s.u, 2)
	case "ei":
		return s.number("int", 2)
	case "idx":
		return fmt.Sprintf("int(%s & 3)", s.number("uint8", 2))
	case "small":
		return fmt.Sprint(s.r.IntN(6))
	case "es":
		return s.text(2)
	case "eb":
		return s.condition(2)
	case "gt":
		return s.vars[s.t][0]
	case "gs":
		return s.pick(s.vars["string"])
	}
	panic("no hole of this name: " + word)
}

// constant returns a constant of a type of integers, more often one at the ends of what it has.
func (s *goProgram) constant(t string) string {
	bits, signed := goWidth(t)
	if s.r.IntN(2) == 0 {
		n := s.r.IntN(8)
		if signed && s.r.IntN(3) == 0 {
			return fmt.Sprint(-n)
		}
		return fmt.Sprint(n)
	}
	v := s.r.Uint64()
	switch s.r.IntN(3) {
	case 0:
		v = 1<<bits - 1
	case 1:
		v = 1 << (bits - 1)
	}
	v <<= 64 - bits
	if signed {
		return fmt.Sprint(int64(v) >> (64 - bits))
	}
	return fmt.Sprint(v >> (64 - bits))
}

// number returns an expression without effects that does not panic and is no constant.
func (s *goProgram) number(t string, depth int) string {
	if depth == 0 {
		return s.vars[t][0]
	}
	x := func() string { return s.number(t, depth-1) }
	switch s.r.IntN(12) {
	case 0:
		return s.vars[t][0]
	case 1, 2:
		return fmt.Sprintf("%s(%s)", t, s.number(s.pick(goIntegers), depth-1))
	case 3:
		return fmt.Sprintf("(%s%s)", s.pick([]string{"-", "^", "+"}), x())
	case 4:
		return fmt.Sprintf("(%s %s %s(%s))", x(), s.pick([]string{"+", "-", "*", "&", "|", "^", "&^"}), t, s.constant(t))
	case 5:
		return fmt.Sprintf("(%s %s (%s | 1))", x(), s.pick([]string{"/", "%"}), x())
	case 6:
		n := 1 + s.r.IntN(99)
		if s.r.IntN(2) == 0 {
			n = 1 << s.r.IntN(7)
		}
		return fmt.Sprintf("(%s %s %d)", x(), s.pick([]string{"/", "%"}), n)
	case 7:
		return fmt.Sprintf("(%s %s %d)", x(), s.pick([]string{"<<", ">>"}), s.r.IntN(70))
	case 8:
		return fmt.Sprintf("(%s %s (%s & 127))", x(), s.pick([]string{"<<", ">>"}), s.number("uint8", depth-1))
	case 9:
		return fmt.Sprintf("%s(%s, %s)", s.pick([]string{"min", "max"}), x(), x())
	case 10:
		return fmt.Sprintf("%s(len(%s))", t, s.text(depth-1))
	default:
		return fmt.Sprintf("(%s %s %s)", x(), s.pick([]string{"+", "-", "*", "&", "|", "^", "&^"}), x())
	}
}

// text returns an expression of type string.
func (s *goProgram) text(depth int) string {
	if depth == 0 || s.r.IntN(3) == 0 {
		return s.pick(s.vars["string"])
	}
	switch s.r.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s + %s)", s.text(depth-1), s.text(depth-1))
	case 1:
		return fmt.Sprintf(`(%s + %s)`, s.text(depth-1), s.pick([]string{`"x"`, `"\x00"`, `"日"`, `"ab"`}))
	case 2:
		return fmt.Sprintf("string(rune(%s & 0x3ff))", s.number("int32", 1))
	case 3:
		return fmt.Sprintf("string([]byte{%s, 'k'})", s.number("uint8", 1))
	default:
		return fmt.Sprintf("%s[:min(len(%[1]s), %d)]", s.pick(s.vars["string"]), s.r.IntN(4))
	}
}

// condition returns an expression of type bool.
func (s *goProgram) condition(depth int) string {
	relation := s.pick([]string{"==", "!=", "<", "<=", ">", ">="})
	switch s.r.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", s.text(1), relation, s.text(1))
	case 1:
		return fmt.Sprintf("!(%s %s %s)", s.number("int", 1), relation, s.number("int", 1))
	case 2:
		if depth > 0 {
			return fmt.Sprintf("(%s %s %s)", s.condition(depth-1), s.pick([]string{"&&", "||", "==", "!="}), s.condition(depth-1))
		}
	}
	t := s.pick(goIntegers)
	return fmt.Sprintf("(%s %s %s)", s.number(t, 1), relation, s.number(t, 1))
}
