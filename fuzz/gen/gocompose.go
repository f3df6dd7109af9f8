package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// goComposed makes programs of random statements: functions with results that have names, which call those before them,
// and which may panic and recover. All loops end.
type goComposed struct {
	r      *rand.Rand
	b      strings.Builder
	locals []goLocal
	names  int
	funcs  int // that are declared, or of which one is being made
	indent int
	left   int      // how many statements there may still be
	labels []string // of the loops around, empty where there is none
	used   map[string]bool
	around int // how many loops are around, also around a function
	at     goPlace
}

// goPlace is what the present statements are in.
type goPlace struct {
	function bool // whose results are n, s and err
	deferred bool // a function that is called when the other ends
	literal  bool // another one
	loops    int
}

type goLocal struct{ name, typ string }

// goTypes are the types of values, where T_1 is a structure.
var goTypes = []string{
	"int", "int", "int", "uint8", "string", "bool", "[]int", "[]int", "[3]int", "map[string]int", "*T_1", "T_1", "any",
	"func(int) int", "error", "[]*T_1",
}

// goTypesOf declares what all of these programs have.
const goTypesOf = `type T_1 struct {
	a int
	b string
	c [2]uint8
	n *T_1
	m map[string]int
	e any
}

func (x T_1) get(k int) int   { return x.a*k + len(x.b) }
func (x *T_1) set(k int) *T_1 { x.a += k; return x }
func (x *T_1) Error() string  { return x.b + "!" }

func try_1(f func() int) (n int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case string:
			n = 100 + len(r)
		case *T_1:
			n = r.a
		case int:
			n = r
		case error:
			n = -5
		default:
			n = -7
		}
	}()
	return f()
}

func cut_1(s string) string { return s[:min(len(s), 5)] }
func few_1(a []int) []int   { return a[:min(len(a), 4)] }

func seq_1(n int, p *T_1) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i + p.a&3) {
				p.a++
				return
			}
		}
	}
}

`

// goComposition returns a program as GoSketched does.
func goComposition(r *rand.Rand) string {
	s := &goComposed{r: r, used: map[string]bool{}}
	s.b.WriteString("// composed\n" + goTypesOf)
	s.b.WriteString("var g_1, g_2, text_1 = 1, 6, \"aé\"\nvar p_1 = &T_1{a: 2, b: \"x\"}\n")
	n := 1 + r.IntN(3)
	for range n {
		s.function()
	}
	s.b.WriteString("\nfunc PROGRAM() uint64 {\n\th = 0\n")
	for range 2 + r.IntN(2) {
		k := 1 + r.IntN(n)
		fmt.Fprintf(&s.b, "\tput(try_1(func() int { n, s, err := f_%d(%d, []int{%d, 5, 7}[:%d], &T_1{a: %d, b: \"q\"}); putS(s); putB(err == nil); return n }))\n",
			k, r.IntN(6), r.IntN(4), r.IntN(4), r.IntN(5))
	}
	if r.IntN(4) == 0 {
		fmt.Fprintf(&s.b, "\tn, s, _ := f_%d(g_1, nil, p_1)\n\tput(n)\n\tputS(s)\n", 1+r.IntN(n))
	}
	s.b.WriteString("\tput(g_1)\n\tput(g_2)\n\tputS(text_1)\n\tput(p_1.a)\n\treturn h\n}\n")
	return s.b.String()
}

func (s *goComposed) line(format string, args ...any) {
	fmt.Fprintf(&s.b, "%s%s\n", strings.Repeat("\t", s.indent), fmt.Sprintf(format, args...))
}

func (s *goComposed) pick(list ...string) string { return list[s.r.IntN(len(list))] }

func (s *goComposed) name() string {
	s.names++
	return fmt.Sprintf("v%d", s.names)
}

// function declares a function.
func (s *goComposed) function() {
	s.b.WriteString("\n")
	s.funcs++
	s.line("func f_%d(i int, a []int, p *T_1) (n int, s string, err error) {", s.funcs)
	s.locals = []goLocal{{"i", "int"}, {"a", "[]int"}, {"p", "*T_1"}, {"n", "int"}, {"s", "string"}, {"err", "error"},
		{"g_1", "int"}, {"text_1", "string"}, {"p_1", "*T_1"}}
	s.at, s.left = goPlace{function: true}, 14+s.r.IntN(14)
	s.block(3)
	s.line("\treturn")
	s.line("}")
}

// block adds statements, with variables of their own.
func (s *goComposed) block(depth int) {
	s.indent++
	n := len(s.locals)
	for range 1 + s.r.IntN(5) {
		if s.left <= 0 {
			break
		}
		s.left--
		s.statement(depth)
	}
	s.locals = s.locals[:n]
	s.indent--
}

// inside adds a block in another place.
func (s *goComposed) inside(at goPlace, depth int) {
	old, labels := s.at, s.labels
	if s.at = at; at.loops == 0 {
		s.labels = nil
	}
	s.block(depth)
	s.at, s.labels = old, labels
}

func (s *goComposed) statement(depth int) {
	if depth == 0 {
		s.simple()
		return
	}
	switch s.r.IntN(16) {
	case 0, 1:
		s.line("if %s {", s.value("bool", 2))
		s.block(depth - 1)
		if s.r.IntN(2) == 0 {
			s.line("} else {")
			s.block(depth - 1)
		}
		s.line("}")
	case 2, 3:
		s.loop(depth)
	case 4:
		s.choice(depth)
	case 5, 6:
		s.deferring(depth)
	case 7:
		f := s.name()
		s.line("%s := func(k int) int {", f)
		s.locals = append(s.locals, goLocal{"k", "int"})
		s.inside(goPlace{literal: true}, depth-1)
		s.locals = s.locals[:len(s.locals)-1]
		s.line("\treturn %s", s.value("int", 2))
		s.line("}")
		s.locals = append(s.locals, goLocal{f, "func(int) int"})
		s.line("put(%s(%s))", f, s.value("int", 1))
	case 8:
		s.line("func() {")
		s.inside(goPlace{literal: true}, depth-1)
		s.line("}()")
	case 9:
		s.leave()
	default:
		s.simple()
	}
}

// loop adds a loop that ends.
func (s *goComposed) loop(depth int) {
	label := fmt.Sprintf("L%d", s.names)
	s.names++
	at := s.at
	at.loops++
	s.around++
	defer func() { s.around-- }()
	v := s.name()
	head := ""
	switch s.r.IntN(6) {
	case 0:
		head = fmt.Sprintf("for %s := range %d {", v, 1+s.r.IntN(3))
	case 1:
		head = fmt.Sprintf("for %s := 0; %[1]s < %d; %[1]s += %d {", v, 2+s.r.IntN(3), 1+s.r.IntN(2))
	case 2:
		head = fmt.Sprintf("for _, %s := range few_1(%s) {", v, s.value("[]int", 1))
	case 3:
		head = fmt.Sprintf("for %s := range cut_1(%s) {", v, s.value("string", 1))
	case 4:
		head = fmt.Sprintf("for %s := range seq_1(%d, %s) {", v, 1+s.r.IntN(3), s.value("*T_1", 1))
	default:
		head = fmt.Sprintf("for _, %s := range %s {", v, s.value("[3]int", 1))
	}
	whole := s.b.String()
	s.b.Reset()
	labels := s.labels
	s.labels = append(s.labels[:len(s.labels):len(s.labels)], label)
	s.locals = append(s.locals, goLocal{v, "int"})
	old := s.at
	s.at = at
	s.line("\t_ = %s", v)
	if strings.Contains(head, "+=") { // its body may not change it for ever
		s.locals = s.locals[:len(s.locals)-1]
		s.block(depth - 1)
	} else {
		s.block(depth - 1)
		s.locals = s.locals[:len(s.locals)-1]
	}
	s.at, s.labels = old, labels
	body := s.b.String()
	s.b.Reset()
	s.b.WriteString(whole)
	if s.used[label] {
		s.line("%s:", label)
	}
	s.line("%s", head)
	s.b.WriteString(body)
	s.line("}")
}

// choice adds a switch.
func (s *goComposed) choice(depth int) {
	if s.r.IntN(2) == 0 {
		s.line("switch %s {", s.value("int", 1))
		s.line("case %s, 1:", s.value("int", 1))
		s.block(depth - 1)
		if s.r.IntN(3) == 0 {
			s.line("\tfallthrough")
		}
		s.line("default:")
		s.block(depth - 1)
		s.line("case 2:")
		s.block(depth - 1)
		s.line("}")
		return
	}
	v := s.name()
	s.line("switch %s := %s.(type) {", v, s.value("any", 1))
	for _, t := range []string{"int", "string", "*T_1", "[3]int"} {
		if s.r.IntN(2) == 0 {
			s.line("case %s:", t)
			s.line("\t_ = %s", v)
			s.locals = append(s.locals, goLocal{v, t})
			s.block(depth - 1)
			s.locals = s.locals[:len(s.locals)-1]
		}
	}
	s.line("default:")
	s.line("\t_ = %s", v)
	s.block(depth - 1)
	s.line("}")
}

// deferring adds a deferred call, which may recover.
func (s *goComposed) deferring(depth int) {
	switch s.r.IntN(4) {
	case 0:
		s.line("defer put(%s)", s.value("int", 2))
		return
	case 1:
		s.line("defer %s.set(%s)", s.value("*T_1", 1), s.value("int", 1))
		return
	}
	s.line("defer func() {")
	if s.r.IntN(3) > 0 {
		s.line("\tif r := recover(); r != nil {")
		s.locals = append(s.locals, goLocal{"r", "any"})
		s.indent++
		s.inside(goPlace{deferred: true}, depth-1)
		s.indent--
		s.locals = s.locals[:len(s.locals)-1]
		s.line("\t}")
	}
	s.inside(goPlace{deferred: true}, depth-1)
	s.line("}()")
}

// leave adds a statement that leaves something.
func (s *goComposed) leave() {
	switch k := s.r.IntN(5); {
	case k == 0:
		s.line("if %s {", s.value("bool", 1))
		s.line("\tpanic(%s)", s.value(s.pick("int", "string", "*T_1", "error", "any", "bool"), 1))
		s.line("}")
	case k == 1 && s.at.function:
		s.line("if %s {", s.value("bool", 1))
		s.line("\treturn %s", s.pick("", fmt.Sprintf("%s, %s, %s", s.value("int", 2), s.value("string", 1), s.value("error", 1))))
		s.line("}")
	case k == 2 && (s.at.deferred || s.at.literal) && !s.at.literal:
		s.line("if %s {", s.value("bool", 1))
		s.line("\treturn")
		s.line("}")
	case s.at.loops > 0 && len(s.labels) > 0:
		s.line("if %s {", s.value("bool", 1))
		word := s.pick("break", "continue")
		if l := s.labels[s.r.IntN(len(s.labels))]; s.r.IntN(2) == 0 {
			s.used[l] = true
			word += " " + l
		}
		s.line("\t%s", word)
		s.line("}")
	default:
		s.simple()
	}
}
