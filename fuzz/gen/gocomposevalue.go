package gen

import "fmt"

// simple adds a statement that has no others in it.
func (s *goComposed) simple() {
	switch s.r.IntN(14) {
	case 0, 1, 2:
		t := goTypes[s.r.IntN(len(goTypes))]
		v := s.value(t, 2)
		name := s.name()
		s.line("var %s %s = %s", name, t, v)
		s.line("_ = %s", name)
		s.locals = append(s.locals, goLocal{name, t})
	case 3, 4, 5:
		s.assign()
	case 6, 7:
		s.element()
	case 8:
		s.line("putS(%s)", s.value("string", 2))
	case 9:
		s.line("putB(%s)", s.value("bool", 2))
	case 10:
		s.builtin()
	case 11:
		s.call()
	default:
		s.line("put(%s)", s.value("int", 3))
	}
}

// assign adds an assignment to a variable. Those of functions keep their values: no function may call itself.
func (s *goComposed) assign() {
	x := s.locals[s.r.IntN(len(s.locals))]
	y := s.locals[s.r.IntN(len(s.locals))]
	switch {
	case x.typ == "func(int) int":
		s.line("put(%s(%s))", x.name, s.value("int", 1))
	case x.typ == "string":
		s.line("%s = cut_1(%s)", x.name, s.value("string", 2))
	case x.typ == "int" && s.r.IntN(2) == 0:
		s.line("%s %s %s", x.name, s.pick("+=", "-=", "*=", "^=", "&="), s.value("int", 2))
	case x.typ == y.typ && x.typ != "string" && s.r.IntN(2) == 0:
		s.line("%s, %s = %s, %s", x.name, y.name, s.value(x.typ, 1), s.value(x.typ, 1))
	default:
		s.line("%s = %s", x.name, s.value(x.typ, 2))
	}
}

// element adds an assignment to what a value leads to.
func (s *goComposed) element() {
	p := s.value("*T_1", 1)
	switch s.r.IntN(9) {
	case 0:
		s.line("%s.a %s %s", p, s.pick("=", "+=", "-=", "|="), s.value("int", 2))
	case 1:
		s.line("%s.b = cut_1(%s)", p, s.value("string", 2))
	case 2:
		s.line("%s.c[%s & 1] = %s", p, s.value("int", 1), s.value("uint8", 2))
	case 3:
		s.line("%s.n = %s", p, s.value("*T_1", 2))
	case 4:
		s.line("%s.m = %s", p, s.value("map[string]int", 2))
	case 5:
		s.line("%s.e = %s", p, s.value("any", 2))
	case 6:
		s.line("%s[%s] %s %s", s.value("map[string]int", 1), s.value("string", 1), s.pick("=", "+="), s.value("int", 2))
	case 7:
		s.line("*%s = %s", p, s.value("T_1", 2))
	default:
		s.line("%s[%s & %d] %s %s", s.value("[]int", 1), s.value("int", 1), s.r.IntN(4), s.pick("=", "+=", "^="), s.value("int", 2))
	}
}

// builtin adds a statement about a function that is built in.
func (s *goComposed) builtin() {
	switch s.r.IntN(5) {
	case 0:
		s.line("delete(%s, %s)", s.value("map[string]int", 1), s.value("string", 1))
	case 1:
		s.line("clear(%s)", s.value(s.pick("map[string]int", "[]int"), 1))
	case 2:
		s.line("put(copy(%s, %s))", s.value("[]int", 1), s.value("[]int", 1))
	case 3:
		sum := s.name()
		s.line("%s := 0", sum)
		s.line("for k, v := range %s { %s += v * len(k) }", s.value("map[string]int", 1), sum)
		s.line("put(%s)", sum)
	default:
		v := s.name()
		s.line("if %s, ok := %s.(%s); ok { _ = %[1]s; put(%[4]d) }", v, s.value("any", 1),
			s.pick("int", "string", "*T_1", "error", "[3]int", "interface{ get(int) int }", "[]int"), s.r.IntN(9))
	}
}

// call adds a call of a function that is declared before, outside of loops.
func (s *goComposed) call() {
	if s.funcs < 2 || s.around > 0 {
		s.line("put(%s.get(%s))", s.value("T_1", 1), s.value("int", 1))
		return
	}
	k := 1 + s.r.IntN(s.funcs-1)
	n, t, e := s.name(), s.name(), s.name()
	s.line("%s, %s, %s := f_%d(%s, %s, %s)", n, t, e, k, s.value("int", 1), s.value("[]int", 1), s.value("*T_1", 1))
	s.line("put(%s)", n)
	s.line("_ = %s", e)
	s.locals = append(s.locals, goLocal{n, "int"}, goLocal{t, "string"}, goLocal{e, "error"})
	s.line("putS(%s)", t)
}

// value returns an expression of a type in parentheses. No constant is in it where that could be refused, and no call
// with effects: Go leaves open whether it comes before what else is read.
func (s *goComposed) value(t string, depth int) string {
	var have []string
	for _, x := range s.locals {
		if x.typ == t {
			have = append(have, x.name)
		}
	}
	if len(have) > 0 && (depth <= 0 || s.r.IntN(3) == 0) {
		return have[s.r.IntN(len(have))]
	}
	v := func(t string) string { return s.value(t, depth-1) }
	switch t {
	case "int":
		return s.number(v)
	case "uint8":
		return s.pick("uint8("+v("int")+")", fmt.Sprintf("%s.c[%s & 1]", v("*T_1"), v("int")), "uint8(len("+v("string")+"))")
	case "string":
		if depth <= 0 {
			return "text_1"
		}
		return s.pick(v("*T_1")+".b", fmt.Sprintf("cut_1(%s + %s)", v("string"), v("string")), `string(rune('a'+`+v("int")+`&7))`,
			fmt.Sprintf("%s[%s&1:]", v("string"), v("int")), fmt.Sprintf("cut_1(%s + \"é\")", v("string")), v("T_1")+".b")
	case "bool":
		return s.truth(v)
	case "error":
		return s.pick("error(nil)", "error("+v("*T_1")+")", "error(nil)")
	case "any":
		return s.pick("any("+v("int")+")", "any("+v("string")+")", "any("+v("*T_1")+")", "any("+v("[3]int")+")", "any("+v("[]int")+")",
			v("*T_1")+".e", "any(nil)", "any("+v("error")+")", "any("+v("T_1")+")")
	}
	return s.composite(t, depth, v)
}

// composite returns a value of a type that consists of others.
func (s *goComposed) composite(t string, depth int, v func(string) string) string {
	switch t {
	case "[]int":
		return s.pick("[]int{"+v("int")+", "+v("int")+"}", fmt.Sprintf("few_1(%s)[%s&1:]", v("[]int"), v("int")),
			fmt.Sprintf("append([]int{%s}, few_1(%s)...)", v("int"), v("[]int")), fmt.Sprintf("make([]int, %s&3)", v("int")))
	case "[3]int":
		return s.pick("[3]int{"+v("int")+", 4}", "[3]int{2: "+v("int")+"}", "[3]int(append("+v("[]int")+"[:0:0], 1, "+v("int")+", 3))")
	case "map[string]int":
		return s.pick(v("*T_1")+".m", "map[string]int{"+v("string")+": "+v("int")+"}", `map[string]int{"x": 1}`)
	case "*T_1":
		if depth <= 0 {
			return "p_1"
		}
		return s.pick(v("*T_1")+".n", "(&T_1{a: "+v("int")+", n: "+v("*T_1")+"})", "(&T_1{b: "+v("string")+"})")
	case "T_1":
		return s.pick("(*"+v("*T_1")+")", "(T_1{a: "+v("int")+", e: "+v("int")+"})")
	case "func(int) int":
		return s.pick(v("*T_1")+".get", v("T_1")+".get", "func(k int) int { return k ^ "+v("int")+" }")
	case "[]*T_1":
		return s.pick("[]*T_1{"+v("*T_1")+", nil}", "[]*T_1{1: "+v("*T_1")+"}")
	}
	panic("no value of type " + t)
}

// number returns an expression of type int.
func (s *goComposed) number(v func(string) string) string {
	x, y := v("int"), v("int")
	switch s.r.IntN(20) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %d)", x, s.pick("+", "-", "*", "&", "|", "/", "%"), 1+s.r.IntN(9))
	case 2, 3:
		return fmt.Sprintf("(%s %s %s)", x, s.pick("+", "-", "*", "&", "|", "^", "&^"), y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, s.pick("/", "%"), s.pick(y, "("+y+"|1)", "("+y+"&3)"))
	case 5:
		return "len(" + v(s.pick("[]int", "string", "map[string]int", "[]*T_1")) + ")"
	case 6:
		return fmt.Sprintf("%s[%s&1]", v("[]int"), x)
	case 7:
		return fmt.Sprintf("%s[%s&%d]", v("[3]int"), x, 1+s.r.IntN(3))
	case 8:
		return fmt.Sprintf("%s[%s]", v("map[string]int"), v("string"))
	case 9:
		return v("*T_1") + ".a"
	case 10:
		return fmt.Sprintf("%s.get(%s)", v("T_1"), x)
	case 11:
		return "int(" + v("uint8") + ")"
	case 12:
		return fmt.Sprintf("%s.n.get(%s)", v("*T_1"), x)
	case 13:
		return fmt.Sprintf("%s(%s, %s)", s.pick("min", "max"), x, y)
	case 14:
		return fmt.Sprintf("(%s %s (%s & 7))", x, s.pick("<<", ">>"), y)
	case 15:
		return fmt.Sprintf("%s[%s&1].a", v("[]*T_1"), x)
	case 16:
		return v("any") + ".(int)"
	case 17:
		return fmt.Sprintf("int(%s[%s&1])", v("string"), x)
	default:
		return x
	}
}

// truth returns an expression of type bool.
func (s *goComposed) truth(v func(string) string) string {
	switch s.r.IntN(9) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", v("int"), s.pick("==", "<", ">=", "!=", ">"), v("int"))
	case 3:
		return fmt.Sprintf("(%s %s %s)", v("string"), s.pick("==", "<", ">="), v("string"))
	case 4:
		return fmt.Sprintf("(%s %s %s)", v("bool"), s.pick("&&", "||", "=="), v("bool"))
	case 5:
		return fmt.Sprintf("(%s == %s)", v("any"), v("any"))
	case 6:
		return fmt.Sprintf("(%s %s nil)", v(s.pick("*T_1", "error", "any", "map[string]int", "[]int")), s.pick("==", "!="))
	case 7:
		return fmt.Sprintf("(%s == %s)", v("[3]int"), v("[3]int"))
	default:
		return fmt.Sprintf("(%s == %s)", v("*T_1"), v("*T_1"))
	}
}
