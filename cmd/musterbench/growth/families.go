package growth

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// kind is the language of an instance, which is the ending of its file.
type kind string

const (
	smt2  kind = "smt2"
	bpl   kind = "bpl"
	cnf   kind = "cnf"
	cprog kind = "c"
)

// family is a row of the table of generators.
type family struct {
	name  string
	kind  kind
	about string
	sizes []int // unless others are asked for
	make  func(*generator, int)
}

// families are the generators.
var families = []family{
	{"eq_diamond", smt2, "diamonds of equalities in a row, whose ends differ", []int{8, 10, 12, 14, 16, 18, 32, 128, 512},
		eqDiamond},
	{"fun_diamond", smt2, "diamonds of equalities around applications of a function",
		[]int{8, 10, 12, 14, 16, 18, 32, 128, 512}, funDiamond},
	{"offset_diamond", smt2, "diamonds of integer offsets whose sides have the same sum",
		[]int{6, 8, 10, 12, 14, 16, 18, 32, 128}, offsetDiamond},
	{"ite_join", smt2, "if-then-elses in a row, whose sides a disjunction makes equal", []int{16, 32, 64, 128, 256, 512},
		iteJoin},
	{"gap_copy", smt2, "a copy of every third cell of an array, read at one of them", []int{10, 20, 30, 40, 60, 80, 160},
		gapCopy},
	{"swap_back", smt2, "swaps of cells of an array, undone in reverse order", []int{2, 3, 4, 5, 6, 8, 12}, swapBack},
	{"odd_even_array", smt2, "odd-even transposition sort of an array", []int{3, 4, 5, 6, 7, 8}, oddEvenArray},
	{"odd_even_int", smt2, "odd-even transposition sort of integers", []int{4, 6, 8, 9, 10, 11, 12}, oddEvenInt},
	{"two_coins", smt2, "the largest sum that two coins cannot pay", []int{4, 16, 64, 256, 1024, 4096}, twoCoins},
	{"three_coins", smt2, "the largest sum that three coins cannot pay", []int{4, 16, 64, 256, 1024}, threeCoins},
	{"int_system", smt2, "equations over the integers that have no solution modulo 3", []int{8, 16, 32, 48, 64},
		intSystem},
	{"one_machine", smt2, "jobs that fill a machine one unit longer than the deadline", []int{3, 4, 5, 6, 7, 8, 9},
		oneMachine},
	{"flow_shop", smt2, "jobs on two machines, due one unit before the optimum", []int{2, 3, 4, 5, 6, 7, 8}, flowShop},
	{"pigeon_pairs", smt2, "pigeons as sums of integers 0 and 1, excluded in pairs", []int{3, 4, 5, 6, 7, 8, 9},
		pigeonPairs},
	{"q_frames", smt2, "functions updated at ordered points, by quantified frames", []int{5, 10, 20, 40, 80}, quantFrames},
	{"q_lists", smt2, "the length of two lists, by axioms", []int{5, 10, 20, 40, 80}, quantLists},
	{"push_rounds", smt2, "a walk with two questions after each step, in scopes",
		[]int{8, 10, 12, 14, 16, 20, 40, 80, 160}, pushRounds},
	{"xor_order", cnf, "an exclusive or in two orders", []int{8, 12, 16, 20, 24, 28, 32}, xorOrder},
	{"xor_grid", cnf, "parities of the edges at the points of a torus", []int{4, 5, 6, 8, 12, 16, 24}, xorGrid},
	{"xor_cubic", cnf, "parities of the edges at the points of a random graph of degree 3",
		[]int{20, 40, 60, 80, 120, 160, 240}, func(g *generator, n int) { xorGraph(g, n, 3) }},
	{"xor_quartic", cnf, "parities of the edges at the points of a random graph of degree 4",
		[]int{10, 20, 30, 40, 60, 80, 120}, func(g *generator, n int) { xorGraph(g, n, 4) }},
	{"xor_four", cnf, "random exclusive ors of three variables, each of which is in four",
		[]int{20, 40, 60, 80, 120, 240}, xorFour},
	{"pigeons", cnf, "pigeons in holes, one too many", []int{5, 6, 7, 8, 9, 10, 11, 20, 40}, pigeons},
	{"pigeon_order", cnf, "pigeons in holes, excluded by auxiliary variables", []int{6, 8, 10, 12, 20, 40}, pigeonOrder},
	{"board", cnf, "dominoes on a square board without two corners", []int{4, 6, 8, 10, 12, 20, 30}, board},
	{"ordering", cnf, "a finite order without a least element", []int{10, 15, 20, 25, 30, 40, 60}, ordering},
	{"dominoes", cnf, "dominoes on a chessboard without two opposite corners", []int{2, 3, 4, 5, 6}, dominoes},
	{"p_diamonds", bpl, "branches in a row with an invariant at each join", []int{8, 10, 12, 14, 16, 18, 32, 64},
		programDiamonds},
	{"p_two_way", bpl, "procedures that call the next one from one of two places", []int{6, 8, 9, 10, 11, 12, 14, 16, 20},
		programTwoWay},
	{"p_tree", bpl, "procedures that call the next one twice", []int{4, 6, 7, 8, 9, 10, 11, 12}, programTree},
	{"p_array_loops", bpl, "loops that fill an array piece by piece", []int{8, 16, 32, 64, 128, 256}, programArrayLoops},
	{"p_switch", bpl, "a permutation and its inverse as cascades of cases", []int{20, 40, 80, 160, 320, 640},
		programSwitch},
	{"p_cases", bpl, "cases that are refuted one by one, each a chain of calls", []int{50, 100, 200, 400, 800, 1600},
		programCases},
	{"p_globals", bpl, "five globals that count, and more that are tested on the way", []int{5, 20, 45, 95, 195, 395},
		programGlobals},
}

// generator makes the text of one instance.
type generator struct {
	rng  *rand.Rand
	twin bool // the answer is to be the other one
	text strings.Builder
	want []string
	// Formulas in CNF.
	variables, clauses int
}

// generate returns the text of an instance, and the answers that are right by
// construction.
func (f *family) generate(size int, seed uint64, twin bool) (text, want string) {
	g := &generator{rng: rand.New(rand.NewPCG(seed, uint64(size))), twin: twin}
	f.make(g, size)
	text = g.text.String()
	if f.kind == cnf {
		text = fmt.Sprintf("p cnf %d %d\n%s", g.variables, g.clauses, text)
	}
	return text, tally(g.want)
}

// line writes a line.
func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.text, format+"\n", args...)
}

// either is the first text, or the second one in a twin.
func (g *generator) either(text, twin string) string {
	if g.twin {
		return twin
	}
	return text
}

// plus is n, plus one in a twin.
func (g *generator) plus(n int) int {
	if g.twin {
		n++
	}
	return n
}

// tally returns the answers to all checks as one text: how many there are of each,
// if there are several.
func tally(answers []string) string {
	if len(answers) <= 1 {
		return strings.Join(answers, "")
	}
	counts := map[string]int{}
	for _, a := range answers {
		counts[a]++
	}
	return fmt.Sprintf("%d sat, %d unsat", counts["sat"], counts["unsat"])
}

// find returns the families named, all if there are no names.
func find(names []string) ([]family, error) {
	var found []family
	for _, f := range families {
		if len(names) == 0 || slices.Contains(names, f.name) {
			found = append(found, f)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(families, func(f family) bool { return f.name == n }) {
			return nil, fmt.Errorf("no generator makes the family %q; --list prints those that there are", n)
		}
	}
	return found, nil
}
