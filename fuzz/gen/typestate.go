package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Typestate makes a program of the kind that facts on demand (verifier/learn) are about: a flag with the values 0 to 2, which
// procedures raise and put back, from a local, a second global or a cell of a map; loops and recursion; results that say what was
// done. An error is that the flag has another value than something wants: an assertion, or a second flag that main asks about.
// The program is small enough for exhaustive execution.
func Typestate(r *rand.Rand) *bpl.Program {
	g := &typestate{r: r, asserts: r.IntN(2) == 0, expect: make([]int, 1+r.IntN(5))}
	for i := range g.expect {
		g.expect[i] = r.IntN(3)
	}
	g.printf("var state: int; var saved: int; var error: bool; var mem: [int]int;\n")
	for i := range g.expect {
		g.procedure(i)
	}
	g.main()
	p, err := bpl.Read("typestate.bpl", []byte(g.b.String()))
	if err != nil {
		panic(fmt.Sprintf("%v:\n%s", err, g.b.String())) // the generator is wrong
	}
	return p
}

// typestate makes one program.
type typestate struct {
	r       *rand.Rand
	b       strings.Builder
	asserts bool  // else error is set, and the question is whether main returns with it
	expect  []int // by procedure: the value of the flag at its calls, and at its returns, unless something goes wrong

	// The procedure being made.
	self  int
	calls int // left
	level int // the value of the flag here, unless something went wrong
}

func (g *typestate) printf(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

func (g *typestate) procedure(i int) {
	g.self, g.calls, g.level = i, 4, g.expect[i]
	g.printf("procedure p%d(a: int) returns (r: int) modifies state, saved, error, mem; {\n  var old0, old1, s: int;\n", i)
	g.printf("  r := %d;\n", g.r.IntN(2))
	g.block(2)
	g.printf("}\n")
}

func (g *typestate) main() {
	g.self, g.calls, g.level = len(g.expect), 4, g.r.IntN(3)
	g.printf("procedure main() modifies state, saved, error, mem; {\n  var old0, old1, s, r: int;\n")
	g.printf("  state := %d; saved := 0; error := false; mem[0] := 0; mem[1] := 0; r := 0;\n", g.level)
	for range 2 {
		g.block(2)
	}
	if !g.asserts {
		g.printf("  assume error;\n")
	} else {
		g.want()
	}
	g.printf("}\n")
}

// block makes statements; deep is how deep they may be nested.
func (g *typestate) block(deep int) {
	for range 1 + g.r.IntN(4) {
		g.stmt(deep)
	}
}

func (g *typestate) stmt(deep int) {
	switch k := g.r.IntN(12); {
	case k < 4 && deep > 0:
		g.aside(deep)
	case k == 4 && deep > 0:
		g.printf("  if (%s) {\n", g.cond())
		g.block(deep - 1)
		if g.r.IntN(2) == 0 {
			g.printf("  } else {\n")
			g.block(deep - 1)
		}
		g.printf("  }\n")
	case k == 5 && deep > 0:
		g.printf("  while (%s) {\n", g.cond())
		g.block(deep - 1)
		g.printf("  }\n")
	case k == 6:
		g.printf("  r := %d;\n", g.r.IntN(3))
	case k == 7 && g.seldom():
		g.printf("  state := %d;\n", g.r.IntN(3))
	case k <= 8:
		g.want()
	default:
		// Any procedure, also an earlier one or itself.
		if to := g.r.IntN(len(g.expect)); g.calls > 0 && (g.expect[to] == g.level || g.seldom()) {
			g.call(to)
		} else {
			g.want()
		}
	}
}

// aside raises the flag for some statements and puts it back. At times it does not, or puts something else back.
func (g *typestate) aside(deep int) {
	place := g.place(deep)
	if g.r.IntN(3) == 0 {
		g.want()
	}
	before := g.level
	g.level = g.r.IntN(3)
	g.printf("  %s := state;\n  state := %d;\n", place, g.level)
	g.block(deep - 1)
	g.level = before
	if g.seldom() {
		place = g.place(deep)
	}
	if !g.seldom() {
		g.printf("  state := %s;\n", place)
	}
}

// seldom reports whether something is to go wrong.
func (g *typestate) seldom() bool { return g.r.IntN(25) == 0 }

func (g *typestate) place(deep int) string {
	switch g.r.IntN(5) {
	case 0:
		return "saved"
	case 1, 2:
		return fmt.Sprintf("mem[%s]", g.cell())
	}
	return fmt.Sprintf("old%d", deep-1)
}

// cell returns an index of mem.
func (g *typestate) cell() string {
	if g.self == len(g.expect) || g.r.IntN(3) == 0 {
		return fmt.Sprint(g.r.IntN(2))
	}
	return "a"
}

func (g *typestate) cond() string {
	switch g.r.IntN(4) {
	case 0:
		return fmt.Sprintf("state %s %d", pick(g.r, []string{"==", "!=", "<=", ">"}), g.r.IntN(3))
	case 1:
		return fmt.Sprintf("r == %d", g.r.IntN(3))
	}
	return "*"
}

// want makes it an error if the flag does not have a value that it may have.
func (g *typestate) want() {
	cond := fmt.Sprintf("state == %d", g.level)
	switch other := (g.level + 1 + g.r.IntN(2)) % 3; {
	case g.seldom():
		cond = fmt.Sprintf("state != %d", g.level)
	case g.r.IntN(3) == 0:
		cond = fmt.Sprintf("state != %d", other)
	}
	switch {
	case g.asserts:
		g.printf("  assert %s;\n", cond)
	case g.r.IntN(2) == 0:
		g.printf("  if (!(%s)) { error := true; }\n", cond)
	default:
		g.printf("  if (!(%s)) { error := true; return; }\n", cond)
	}
}

func (g *typestate) call(to int) {
	g.calls--
	g.printf("  call s := p%d(%s);\n", to, g.cell())
	switch g.r.IntN(4) {
	case 0:
		g.printf("  r := s;\n")
	case 1:
		then := "r := 2;"
		if g.self == len(g.expect) || g.level == g.expect[g.self] || g.seldom() {
			then = "return;"
		}
		g.printf("  if (s != %d) { %s }\n", g.r.IntN(2), then)
	}
}
