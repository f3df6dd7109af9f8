package spacer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
)

// randomProgram makes programs of procedures that call each other in any way, over variables of one type.
type randomProgram struct {
	r     *rand.Rand
	sort  string   // bool or int
	procs [][2]int // how many parameters and results each has
	vars  []string // of the procedure that is being made
}

func (g *randomProgram) String() string {
	var src strings.Builder
	for i, p := range g.procs {
		g.vars = []string{"z"}
		var in, out []string
		for k := range p[0] {
			in = append(in, fmt.Sprintf("x%d: %s", k, g.sort))
		}
		for k := range p[1] {
			out = append(out, fmt.Sprintf("y%d: %s", k, g.sort))
			g.vars = append(g.vars, fmt.Sprintf("y%d", k))
		}
		fmt.Fprintf(&src, "procedure p%d(%s) returns (%s) {\n  var z: %s;\n", i, strings.Join(in, ", "), strings.Join(out, ", "), g.sort)
		for k := range p[0] { // parameters are only read
			fmt.Fprintf(&src, "  %s := x%d;\n", g.vars[k%len(g.vars)], k)
		}
		src.WriteString(g.block(2))
		if i == 0 {
			fmt.Fprintf(&src, "  assume %s;\n", g.condition())
		}
		src.WriteString("}\n")
	}
	return src.String()
}

// newRandomProgram returns a program whose first procedure has no parameters.
func newRandomProgram(r *rand.Rand, sort string) *randomProgram {
	g := &randomProgram{r: r, sort: sort, procs: [][2]int{{0, 0}}}
	for range 1 + r.IntN(3) {
		g.procs = append(g.procs, [2]int{1 + r.IntN(2), 1 + r.IntN(2)})
	}
	return g
}

func (g *randomProgram) block(depth int) string {
	var src strings.Builder
	for range 1 + g.r.IntN(3) {
		src.WriteString("  " + g.statement(depth) + "\n")
	}
	return src.String()
}

func (g *randomProgram) statement(depth int) string {
	switch pick := g.r.IntN(8); {
	case pick < 2 && depth > 0:
		cond := "*"
		if g.r.IntN(3) > 0 {
			cond = g.condition()
		}
		return fmt.Sprintf("if (%s) {\n%s} else {\n%s}", cond, g.block(depth-1), g.block(depth-1))
	case pick < 5:
		p := 1 + g.r.IntN(len(g.procs)-1)
		var args, outs []string
		for range g.procs[p][0] {
			args = append(args, g.value())
		}
		for _, k := range g.r.Perm(len(g.vars))[:min(len(g.vars), g.procs[p][1])] {
			outs = append(outs, g.vars[k])
		}
		if len(outs) == g.procs[p][1] {
			return fmt.Sprintf("call %s := p%d(%s);", strings.Join(outs, ", "), p, strings.Join(args, ", "))
		}
	case pick == 5:
		return fmt.Sprintf("havoc %s;", g.variable())
	}
	return fmt.Sprintf("%s := %s;", g.variable(), g.value())
}

func (g *randomProgram) variable() string { return g.vars[g.r.IntN(len(g.vars))] }

func (g *randomProgram) number() string { return fmt.Sprint(g.r.IntN(4)) }

func (g *randomProgram) value() string {
	x, y := g.variable(), g.variable()
	if g.sort == "bool" {
		return []string{"true", "false", x, "!" + x, "(" + x + " && " + y + ")", "(" + x + " <==> " + y + ")"}[g.r.IntN(6)]
	}
	return []string{g.number(), x, x + " + " + g.number(), x + " - " + g.number(), x + " + " + y, x + " - " + y}[g.r.IntN(6)]
}

func (g *randomProgram) condition() string {
	if g.sort == "bool" {
		return g.value()
	}
	return fmt.Sprintf("%s %s %s", g.value(), []string{"<", "<=", "==", "!="}[g.r.IntN(4)], g.value())
}

// TestBooleanRules: for a Boolean program the rules that are applied are as many as the square of the states of its procedures
// at most (the paper, theorem 3), and there is an answer.
func TestBooleanRules(t *testing.T) {
	worst := 0.0
	answers := map[bool]int{}
	for seed := range uint64(300) {
		src := newRandomProgram(rand.New(rand.NewPCG(3, seed)), "bool").String()
		s := newTestSearch(context.Background(), t, src)
		if _, err := s.recMC(); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, src)
		}
		k := 0
		for _, p := range s.sys.Procs {
			k = max(k, len(p.In)+len(p.Out))
		}
		states := len(s.sys.Procs) << k
		reached, never := len(s.reach[s.sys.Entry]) > 0, s.frames.Never(s.sys.Entry)
		if rules := s.rules(); rules > states*states || reached == never {
			t.Errorf("seed %d: %d rules for %d states; reached %v, never %v\n%s", seed, rules, states, reached, never, src)
		} else if states > 1 {
			worst = max(worst, float64(rules)/float64(states*states))
		}
		answers[reached]++
		s.frames.Close()
	}
	t.Logf("at most %.3f of the square of the states; reached: %v", worst, answers)
}

// TestBounded: with a bound, the search ends (theorems 2 and 5): linear arithmetic has an oracle and projections with finitely
// many cubes.
func TestBounded(t *testing.T) {
	answers := map[bool]int{}
	for seed := range uint64(150) {
		src := newRandomProgram(rand.New(rand.NewPCG(5, seed)), "int").String()
		for _, bound := range []int32{1, 4} {
			answers[testBounded(t, fmt.Sprintf("seed %d, integers", seed), src, bound, func(ctx context.Context) *search { return newTestSearch(ctx, t, src) })]++
		}
	}
	for seed := range uint64(150) {
		src := realClauses(rand.New(rand.NewPCG(6, seed)))
		for _, bound := range []int32{1, 3} {
			answers[testBounded(t, fmt.Sprintf("seed %d, reals", seed), src, bound, func(ctx context.Context) *search {
				script, err := chc.Read("f", strings.NewReader(src), term.NewStore(), nil)
				if err != nil {
					t.Fatal(err)
				}
				sys, _ := chc.Generate(script, nil)
				return newSystemSearch(ctx, t, sys)
			})]++
		}
	}
	t.Logf("reached: %v", answers)
}

func testBounded(t *testing.T, name, src string, bound int32, search func(context.Context) *search) (reached bool) {
	t.Helper()
	ctx, cancel := limit.NewCountdown(200_000, limit.Steps).Context(context.Background())
	defer cancel()
	s := search(ctx)
	defer s.frames.Close()
	res, done, err := s.bndSafety(bound)
	reached, never := len(s.reach[s.sys.Entry]) > 0, s.frames.Excludes(s.sys.Entry, nil, bound)
	if ctx.Err() != nil || err != nil || reached == never {
		t.Errorf("%s, bound %d: done %v, %v, %v; reached %v, never %v; %v\n%s", name, bound, done, res.Reason(), err, reached, never, ctx.Err(), src)
	}
	if s.stats.byValue > 0 {
		t.Errorf("%s, bound %d: %d constants were given values", name, bound, s.stats.byValue)
	}
	return reached
}

// realClauses returns Horn clauses over two predicates of reals, with two premises at most.
func realClauses(r *rand.Rand) string {
	sum := func() string {
		return fmt.Sprintf("(+ (* %d.0 a) (* (- %d.0) b) c (- %d.0))", r.IntN(3), r.IntN(3), r.IntN(4))
	}
	atom := func() string { return fmt.Sprintf("(p%d %c %c)", r.IntN(2), "abc"[r.IntN(3)], "abc"[r.IntN(3)]) }
	var src strings.Builder
	src.WriteString("(set-logic HORN)(declare-fun p0 (Real Real) Bool)(declare-fun p1 (Real Real) Bool)\n")
	for k := range 3 + r.IntN(4) {
		body, head := "", fmt.Sprintf("(p%d %s %s)", r.IntN(2), sum(), "abc"[k%3:k%3+1])
		for range min(k, 1+r.IntN(2)) {
			body += atom() + " "
		}
		for range r.IntN(3) {
			body += fmt.Sprintf("(%s %s 1.0) ", []string{"<", "<=", "=", ">"}[r.IntN(4)], sum())
		}
		if k > 2 && r.IntN(3) == 0 || k == 2 {
			head = "false"
		}
		fmt.Fprintf(&src, "(assert (forall ((a Real)(b Real)(c Real)) (=> (and %strue) %s)))\n", body, head)
	}
	return src.String() + "(check-sat)\n"
}
