package fault_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/fault"
)

const program = `package p

func backtrack(trail []int, n int) []int {
	for len(trail) > n {
		value[trail[len(trail)-1]] = 0
		trail = trail[:len(trail)-1]
	}
	return trail
}

func learn(c []int, x, y int) []int {
	if x == y {
		panic("equal: " + name(x+1))
	}
	c = append(c, x)
	return append(c, x, y)
}

func tighter(lo, upperBound int) bool { return lo <= upperBound }
`

func TestFind(t *testing.T) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "p.go", program, 0)
	if err != nil {
		t.Fatal(err)
	}
	faults := fault.Find(files, f, []byte(program))
	var got []string
	for _, x := range faults {
		got = append(got, fmt.Sprintf("%d %s: %s -> %s", x.At.Line, x.Kind, x.Old, x.New))
		planted := string(x.Plant([]byte(program)))
		if len(planted) != len(program)-len(x.Old)+len(x.New) || planted == program {
			t.Errorf("%v: not planted", x)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", planted, 0); err != nil {
			t.Errorf("%v: %v", x, err)
		}
	}
	want := []string{
		"4 off by one: > -> >=",
		"5 lost undo: value[trail[len(trail)-1]] = 0 -> ",
		"6 lost undo: trail = trail[:len(trail)-1] -> ",
		"5 off by one: 0 -> 1",
		"5 off by one: 1 -> 0",
		"6 off by one: 1 -> 0",
		"12 negated guard: x == y -> !(x == y)",
		"15 dropped literal: append(c, x) -> c",
		"16 dropped literal: , x -> ",
		"16 dropped literal: , y -> ",
		"19 off by one: <= -> <",
		"19 swapped bound: lo -> hi",
		"19 swapped bound: upperBound -> lowerBound",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestDraw checks that equal seeds draw equally, each fault once, the kinds in turn.
func TestDraw(t *testing.T) {
	var faults []fault.Fault
	for i := range 40 {
		k := fault.Guard
		if i%10 == 0 {
			k = fault.Undo
		}
		faults = append(faults, fault.Fault{Kind: k, At: token.Position{Line: i}})
	}
	draw := func() []fault.Fault { return fault.Draw(faults, rand.New(rand.NewPCG(1, 2))) }
	a, b := draw(), draw()
	if !slices.Equal(a, b) || len(a) != len(faults) {
		t.Fatal("not the same draw twice")
	}
	for i, f := range a[:8] {
		if (f.Kind == fault.Undo) != (i%2 == 0) {
			t.Errorf("draw %d is a %s", i, f.Kind)
		}
	}
}
