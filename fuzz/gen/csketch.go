package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A sketch is a piece of C with holes, which are filled at random:
//
//	‹a¦b›        one of the alternatives, which may have holes, too
//	$name        a name that no other sketch of the program has
//	@int         a type of integers; @unsigned, @signed: one of those
//	@num         a constant
//	@expr        an expression without effects, in parentheses; @global: a variable in it, which may be assigned to
//	@shape       a structure or union of the sketch, as cshape.go makes it; @next: one with a pointer next to its own type
//	@leaf        what leads from an object of this type to an integer in it
//	@plain       the same, to one that has an address
//	@init        an initialiser for the type, of constants; @with: of expressions
//	@checks(x)   statements that check all integers in the object x; @sets(x): that assign to some of them
//	CHECK(e)     checks the value of e
//	@gcc         nothing: only gcc understands the program, or it gives the program a meaning of its own
//
// What stands before a line of three dashes is outside of functions, the rest is a block in one.
type sketch = string

// sketches makes programs of sketches.
type sketches struct {
	cgen   // of the statements
	top    strings.Builder
	gcc    bool
	checks int
	shapes []*shape
	shape  *shape            // of the present sketch
	named  map[string]string // likewise
}

// CSketch is a generator of programs about some matter of C.
type CSketch struct{ Name, About string }

// CSketches are the generators that Sketched knows.
func CSketches() []CSketch {
	var out []CSketch
	for _, m := range matters() {
		out = append(out, CSketch{m.name, m.about})
	}
	return out
}

// matter is what sketches are about.
type matter struct {
	name, about string
	list        []sketch
}

func matters() []matter {
	all := []matter{
		{"attributes", "attributes, asm labels, lines and _Generic", append(cAttributes, cLayouts...)},
		{"aggregates", "structures and unions as values, with overlap", cAggregates},
		{"bitfields", "bit-fields, their width and promotion", cBitfields},
		{"declarations", "declarations, tags, literals and initialisers", append(cDeclarations, cInitialisers...)},
		{"extensions", "expressions that only GNU C has: nested functions, vectors, __int128", cExtensions},
		{"arrays", "arrays of variable length", cArrays},
		{"variadic", "variadic functions of the program", cVariadic},
	}
	var mixed []sketch
	for _, m := range all {
		mixed = append(mixed, m.list...)
	}
	return append(all, matter{"mixed", "all of these together", mixed})
}

// Sketched returns a program of the generator of this name, as C does. Its first line says "gcc" if clang need not
// understand it, or gives it another meaning. All names that it declares outside of functions end in a digit.
func Sketched(name string, r *rand.Rand) string {
	for _, m := range matters() {
		if m.name == name {
			return sketched(r, m.list, nil)
		}
	}
	return ""
}

// sketched returns a program of some sketches of a list, and one of another, if it has any.
func sketched(r *rand.Rand, list, last []sketch) string {
	s := &sketches{cgen: cgen{r: r, types: cTypes}}
	for _, t := range []string{"int", "unsigned", "signed char", "unsigned short", "long", "unsigned long long", "_Bool", "short"} {
		n := s.name("g")
		fmt.Fprintf(&s.top, "%s %s = %s;\n", t, n, s.constant())
		s.add(n, t, false)
	}
	s.indent = 1
	count := 2 + r.IntN(4)
	if len(last) > 0 {
		count = r.IntN(2)
	}
	for range count {
		s.draw(s.pick(list))
	}
	if len(last) > 0 {
		s.draw(s.pick(last))
	}
	for _, v := range s.vars {
		s.line("%s%s);", s.check(), v.text)
	}
	head := "// LP64\n"
	if s.gcc {
		head = "// LP64 gcc\n"
	}
	return head + "#include <stdarg.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n#line 1\n" + s.top.String() +
		"int main(void) {\n" + s.b.String() + "  return 0;\n}\n"
}

// draw adds a sketch to the program.
func (s *sketches) draw(text sketch) {
	s.shape, s.named = nil, map[string]string{}
	outside, inside, found := strings.Cut(text, "---\n")
	if !found {
		outside, inside = "", text
	}
	// Shapes are declared while the text is filled.
	filled := fill(s, outside)
	s.top.WriteString(strings.TrimLeft(filled, "\n"))
	s.line("{")
	// Lines are left out when the program is made smaller.
	for l := range strings.Lines(strings.ReplaceAll(fill(s, strings.TrimLeft(inside, "\n")), "; CHECK(", ";\nCHECK(")) {
		s.line("  %s", strings.TrimRight(l, "\n"))
	}
	s.line("}")
}

// check begins a check.
func (s *sketches) check() string {
	s.checks++
	return fmt.Sprintf("CHECK(%d, ", s.checks-1)
}

// ownName returns a name for the present sketch.
func (s *sketches) ownName(word string) string {
	if s.named[word] == "" {
		s.named[word] = s.name(word)
	}
	return s.named[word]
}

// hole returns what fills a hole.
func (s *sketches) hole(word, of string) string {
	switch word {
	case "gcc":
		s.gcc = true
		return ""
	case "int":
		return s.typ()
	case "unsigned":
		return s.pick([]string{"unsigned", "unsigned char", "unsigned short", "unsigned long", "unsigned long long"})
	case "signed":
		return s.pick([]string{"int", "signed char", "short", "long", "long long"})
	case "num":
		return s.constant()
	case "expr":
		return s.part(2)
	case "global":
		return s.vars[s.r.IntN(len(s.vars))].text
	}
	return s.ofShape(word, of)
}
