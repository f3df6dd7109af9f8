package gen

import (
	"fmt"
	"strings"
)

// shape is a structure or union.
type shape struct {
	typ     string
	leaves  []leaf
	members []member
	union   bool
	packed  bool // something in it has not the alignment of its type
	next    bool // it has a pointer next
	gcc     bool // only gcc has it
}

// leaf is an integer in a shape.
type leaf struct {
	path string
	bits int // if it is a bit-field
}

// member is something in a shape that can be initialised: with expressions as value makes them.
type member struct {
	name string
	init func(value func() string) string
}

// ofShape fills a hole that is about the shape of the sketch.
func (s *sketches) ofShape(word, of string) string {
	if s.shape == nil {
		s.choose(word == "next")
	}
	switch word {
	case "shape", "next":
		return s.shape.typ
	case "leaf":
		l := s.shape.leaves[s.r.IntN(len(s.shape.leaves))]
		s.gcc = s.gcc || l.bits > 32 // clang gives it the whole type
		return l.path
	case "plain":
		return s.plain()
	case "init":
		return s.shape.initialiser(s, s.constant)
	case "with":
		return s.shape.initialiser(s, func() string { return s.part(1) })
	case "checks":
		var b strings.Builder
		for _, l := range s.shape.leaves {
			b.WriteString(s.check() + of + l.path + ");\n    ")
		}
		return strings.TrimRight(b.String(), "\n ")
	case "sets":
		var b strings.Builder
		for range 1 + s.r.IntN(3) {
			l := s.shape.leaves[s.r.IntN(len(s.shape.leaves))]
			fmt.Fprintf(&b, "%s%s = %s;\n    ", of, l.path, s.part(1))
		}
		return strings.TrimRight(b.String(), "\n ")
	}
	panic("no hole has the name " + word)
}

// plain returns the path to a leaf that has an address.
func (s *sketches) plain() string {
	var list []string
	for _, l := range s.shape.leaves {
		if l.bits == 0 {
			list = append(list, l.path)
		}
	}
	return s.pick(list)
}

// choose gives the sketch a shape: a new one, or one that there is.
func (s *sketches) choose(next bool) {
	if k := len(s.shapes); k > 0 && s.one(3) {
		if s.shape = s.shapes[s.r.IntN(k)]; s.shape.next || !next {
			return
		}
	}
	s.shape = s.newShape(next, 2)
}

// newShape declares a shape, with others in it to a depth.
func (s *sketches) newShape(next bool, depth int) *shape {
	x := &shape{next: next, union: !next && s.one(6)}
	kind := "struct"
	var body []string
	if x.union {
		kind = "union"
		body = s.unionBody(x)
	} else {
		body = s.structBody(x, depth)
	}
	x.typ = kind + " " + s.name("s")
	if next {
		body = append(body, x.typ+" *next;")
		if s.one(2) {
			n := len(body) - 1
			body[0], body[n] = body[n], body[0]
		}
	}
	after := ""
	switch s.r.IntN(10) {
	case 0, 1, 2:
		after, x.packed = " __attribute__((packed))", true
	case 3:
		after = fmt.Sprintf(" __attribute__((aligned(%s)))", s.pick([]string{"2", "8", "16", "32"}))
	case 4:
		after, x.packed = fmt.Sprintf(" __attribute__((packed, aligned(%s)))", s.pick([]string{"2", "4", "8"})), true
	}
	pragma := s.one(12)
	if pragma {
		fmt.Fprintf(&s.top, "#pragma pack(push, %s)\n", s.pick([]string{"1", "2", "4"}))
		x.packed = true
	}
	fmt.Fprintf(&s.top, "%s {\n  %s\n}%s;\n", x.typ, strings.Join(body, "\n  "), after)
	if pragma {
		s.top.WriteString("#pragma pack(pop)\n")
	}
	if s.one(4) {
		n := s.name("t")
		fmt.Fprintf(&s.top, "typedef %s %s;\n", x.typ, n)
		x.typ = n
	}
	s.gcc = s.gcc || x.gcc
	s.shapes = append(s.shapes, x)
	return x
}

// structBody returns the members of a structure.
func (s *sketches) structBody(x *shape, depth int) (body []string) {
	body = append(body, s.scalar(x))
	for range 1 + s.r.IntN(4) {
		switch s.r.IntN(8) {
		case 0:
			body = append(body, s.fields(x)...)
		case 1:
			body = append(body, s.array(x))
		case 2:
			if depth > 0 {
				body = append(body, s.inner(x, depth))
			}
		case 3:
			body = append(body, s.anonymous(x)...)
		case 4, 5:
			body = append(body, s.fields(x)...)
		default:
			body = append(body, s.scalar(x))
		}
	}
	return body
}

// scalar adds a member that is an integer.
func (s *sketches) scalar(x *shape) string {
	n, t := s.name("m"), s.typ()
	x.leaves = append(x.leaves, leaf{path: "." + n})
	x.members = append(x.members, member{"." + n, func(value func() string) string { return value() }})
	switch s.r.IntN(12) {
	case 0:
		return fmt.Sprintf("%s %s __attribute__((aligned(%s)));", t, n, s.pick([]string{"2", "4", "8", "16"}))
	case 1:
		x.packed = true
		return fmt.Sprintf("%s %s __attribute__((packed));", t, n)
	case 2:
		return fmt.Sprintf("_Alignas(%s) %s %s;", s.pick([]string{"8", "16", "long"}), t, n)
	case 3:
		return fmt.Sprintf("volatile %s %s;", t, n)
	}
	return fmt.Sprintf("%s %s;", t, n)
}

// cFieldTypes are types of bit-fields, with their greatest width.
var cFieldTypes = []struct {
	name string
	bits int
}{
	{"int", 32}, {"unsigned", 32}, {"signed", 32}, {"unsigned", 32}, {"long", 64}, {"unsigned long", 64}, {"long long", 64},
	{"unsigned long long", 64}, {"_Bool", 1}, {"char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16},
}

// fields adds some bit-fields.
func (s *sketches) fields(x *shape) (body []string) {
	for range 1 + s.r.IntN(4) {
		t, n := cFieldTypes[s.r.IntN(len(cFieldTypes))], s.name("b")
		w := 1 + s.r.IntN(t.bits)
		switch s.r.IntN(8) {
		case 0:
			w = t.bits
		case 1:
			body = append(body, fmt.Sprintf("%s : %d;", t.name, s.r.IntN(2)*s.r.IntN(t.bits+1)))
		}
		x.leaves = append(x.leaves, leaf{"." + n, w})
		x.members = append(x.members, member{"." + n, func(value func() string) string { return value() }})
		body = append(body, fmt.Sprintf("%s %s : %d;", t.name, n, w))
	}
	return body
}

// array adds a member that is an array.
func (s *sketches) array(x *shape) string {
	n, t := s.name("a"), s.typ()
	two := s.one(3)
	for i := range 2 {
		if !two {
			x.leaves = append(x.leaves, leaf{path: fmt.Sprintf(".%s[%d]", n, i+1)})
			continue
		}
		x.leaves = append(x.leaves, leaf{path: fmt.Sprintf(".%s[%d][%d]", n, i, 1-i)})
	}
	x.members = append(x.members, member{"." + n, func(value func() string) string {
		switch {
		case two:
			return fmt.Sprintf("{ { %s }, [1] = { %s, %s } }", value(), value(), value())
		case s.one(3):
			return fmt.Sprintf("{ [1] = %s, %s }", value(), value())
		case s.one(3):
			return fmt.Sprintf("{ [0 ... 1] = %s }", value())
		}
		return fmt.Sprintf("{ %s, %s }", value(), value())
	}})
	if two {
		return fmt.Sprintf("%s %s[2][2];", t, n)
	}
	return fmt.Sprintf("%s %s[3];", t, n)
}

// inner adds a member that is a shape, or an array of it.
func (s *sketches) inner(x *shape, depth int) string {
	y := s.newShape(false, depth-1)
	n := s.name("i")
	x.packed, x.gcc = x.packed || y.packed, x.gcc || y.gcc
	if s.one(3) {
		for _, l := range y.leaves {
			x.leaves = append(x.leaves, leaf{"." + n + "[1]" + l.path, l.bits})
		}
		x.members = append(x.members, member{"." + n, func(value func() string) string {
			return fmt.Sprintf("{ %s, %s }", y.initialiser(s, value), y.initialiser(s, value))
		}})
		return fmt.Sprintf("%s %s[2];", y.typ, n)
	}
	for _, l := range y.leaves {
		x.leaves = append(x.leaves, leaf{"." + n + l.path, l.bits})
	}
	x.members = append(x.members, member{"." + n, func(value func() string) string { return y.initialiser(s, value) }})
	return fmt.Sprintf("%s %s;", y.typ, n)
}

// anonymous adds members of a structure or union without a name.
func (s *sketches) anonymous(x *shape) []string {
	y := &shape{union: s.one(2)}
	var body []string
	kind := "struct"
	if y.union {
		kind, body = "union", s.unionBody(y)
	} else {
		body = append(s.fields(y), s.scalar(y))
	}
	x.leaves, x.packed = append(x.leaves, y.leaves...), x.packed || y.packed
	x.members = append(x.members, member{"", func(value func() string) string { return y.initialiser(s, value) }})
	return append(append([]string{kind + " {"}, body...), "};")
}

// cUnions are members of one size each: whichever is stored, all of the union has a value.
var cUnions = [][]string{
	{"int #;", "unsigned #;", "short #[2];", "unsigned char #[4];", "struct { unsigned char #; signed char #; unsigned short #; };", "struct { int # : 5; unsigned # : 20; int : 0; };"},
	{"long long #;", "unsigned long #;", "int #[2];", "unsigned char #[8];", "struct { int #; unsigned #; };", "struct { unsigned long # : 40; long # : 24; };"},
	{"short #;", "unsigned short #;", "signed char #[2];", "struct { unsigned char #, #; };"},
}

// unionBody returns the members of a union. All are initialised by the first one, or by one that is no structure.
func (s *sketches) unionBody(x *shape) (body []string) {
	list := cUnions[s.r.IntN(len(cUnions))]
	for k, text := range append([]string{list[s.r.IntN(2)]}, s.pick(list), s.pick(list)) {
		whole := !strings.Contains(text, "struct")
		for strings.Contains(text, "#") {
			n := s.name("u")
			i := strings.Index(text, "#")
			after := text[i+1:]
			text = text[:i] + n + after
			l := leaf{path: "." + n}
			switch {
			case strings.HasPrefix(after, "["):
				l.path += "[1]"
			case strings.HasPrefix(after, " : "):
				_, _ = fmt.Sscanf(after, " : %d", &l.bits)
			}
			x.leaves = append(x.leaves, l)
			if whole && (k == 0 || !strings.HasPrefix(after, "[")) {
				x.members = append(x.members, member{"." + n, func(value func() string) string { return value() }})
			}
		}
		body = append(body, text)
	}
	return body
}

// initialiser returns an initialiser with such values.
func (x *shape) initialiser(s *sketches, value func() string) string {
	if x.union {
		m := x.members[0]
		if s.one(2) {
			return "{ " + m.init(value) + " }"
		}
		m = x.members[s.r.IntN(len(x.members))]
		return "{ " + m.name + " = " + m.init(value) + " }"
	}
	var parts []string
	named := x.next || s.one(2) // next may be the first one
	for _, m := range x.members {
		switch {
		case m.name == "" && named:
			// Members of what has no name are designated by their own.
		case named && s.one(3):
		case named:
			parts = append(parts, m.name+" = "+m.init(value))
		default:
			parts = append(parts, m.init(value))
		}
	}
	if named {
		s.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	if len(parts) == 0 {
		return "{ 0 }"
	}
	return "{ " + strings.Join(parts[:max(1, len(parts)-s.r.IntN(2))], ", ") + s.pick([]string{" }", ", }"})
}
