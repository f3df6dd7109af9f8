package passes_test

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// denseGraph returns a graph of 5 to 12 blocks, each of which leads to any one or two but the first one or, like the
// last one always, ends. Most have loops with several entries.
func denseGraph(r *rand.Rand) [][]int32 {
	n := 5 + r.Int31n(8)
	succs := make([][]int32, n)
	for i := range succs[:n-1] {
		for range 2 {
			if t := 1 + r.Int31n(n-1); !slices.Contains(succs[i], t) {
				succs[i] = append(succs[i], t)
			}
		}
	}
	return succs
}

// situation is where an execution of a procedure is: at the end of a block of the source, and what selectors are there.
type situation struct {
	block int32
	entry string // selectors in order, with their values
}

// course follows executions of a procedure with selectors, from one block of the source to the next.
type course struct {
	*testing.T
	p *prog.Program
	q *prog.Proc
}

// next returns the situations in which executions get to another block of the source, by the node of that.
func (c *course) next(at situation) map[prog.NodeID][]situation {
	out := map[prog.NodeID][]situation{}
	seen := map[situation]bool{}
	for work := []situation{at}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range c.q.Blocks[x.block].Succs {
			y := situation{t, x.entry}
			b := &c.q.Blocks[t]
			switch {
			case !c.execute(b, &y) || seen[y]:
			case b.Inner:
				seen[y] = true
				work = append(work, y)
			default:
				seen[y] = true
				out[b.Node] = append(out[b.Node], y)
			}
		}
	}
	return out
}

// execute executes the commands of a block, and reports whether it gets to its end.
func (c *course) execute(b *prog.Block, at *situation) bool {
	st := c.p.Store
	for _, cmd := range b.Cmds {
		values := map[string]string{}
		for f := range strings.FieldsSeq(at.entry) {
			name, value, _ := strings.Cut(f, "=")
			values[name] = value
		}
		switch cmd.Kind {
		case prog.Assume:
			name, value := st.Arg(cmd.Cond, 0), st.Arg(cmd.Cond, 1)
			if st.Op(name) == term.OpNum {
				name, value = value, name
			}
			is, ok := values[st.String(name)]
			if !ok {
				c.Errorf("%s is read before it is set", st.String(name))
			}
			if is != st.String(value) {
				return false
			}
		case prog.Assign:
			values[st.String(c.p.Var(cmd.Targets[0]).Term)] = st.String(cmd.Values[0])
			var all []string
			for _, name := range slices.Sorted(maps.Keys(values)) {
				all = append(all, name+"="+values[name])
			}
			at.entry = strings.Join(all, " ")
		}
	}
	return true
}

// sameCourses reports whether executions of a procedure visit the blocks of a graph in the same orders as its paths do.
// Of all executions with one order it is known where they are, so that is decided, however long they are.
func (c *course) sameCourses(succs [][]int32) bool {
	const first = 1 // block i has node first + i
	start := []situation{{0, ""}}
	seen := map[string]bool{}
	for work := [][]situation{start}; len(work) > 0; {
		all := work[len(work)-1]
		work = work[:len(work)-1]
		if key := fmt.Sprint(all); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		after := map[prog.NodeID][]situation{}
		for _, x := range all {
			for node, list := range c.next(x) {
				for _, y := range list {
					if !slices.Contains(after[node], y) {
						after[node] = append(after[node], y)
					}
				}
			}
		}
		var want []prog.NodeID
		for _, t := range succs[c.q.Blocks[all[0].block].Node-first] {
			want = append(want, prog.NodeID(first+t))
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(after)); !slices.Equal(got, want) {
			c.Logf("block %d leads to %v, not %v", c.q.Blocks[all[0].block].Node-first, got, want)
			return false
		}
		for _, node := range want {
			list := after[node]
			slices.SortFunc(list, func(x, y situation) int {
				return int(x.block-y.block)<<8 + strings.Compare(x.entry, y.entry)
			})
			work = append(work, list)
		}
	}
	return true
}

// TestEntriesKeepCourses: whether loops get one entry by copies or by selectors, control takes the same courses as
// before, and no others.
func TestEntriesKeepCourses(t *testing.T) {
	irreducible, selected, copied := 0, 0, 0
	count := extent.Of(300, 5000)
	for seed := range count {
		succs := denseGraph(rand.New(rand.NewSource(int64(seed))))
		for _, copies := range []int{0, 3, 64} { // none, some at times, enough
			p := &prog.Program{Store: term.NewStore(), Vars: make([]prog.Var, 1)}
			q := &prog.Proc{}
			for i, list := range succs {
				q.Blocks = append(q.Blocks, prog.Block{Label: fmt.Sprint(i), Node: prog.NodeID(1 + i), Succs: slices.Clone(list)})
			}
			p.Procs = append(p.Procs, q)
			if _, err := passes.MakeReducible(t.Context(), p, copies); err != nil {
				t.Fatalf("seed %d, %d copies: %v\n%v", seed, copies, err, succs)
			}
			if !(&course{t, p, q}).sameCourses(succs) {
				t.Fatalf("seed %d, %d copies: other courses\n%v", seed, copies, succs)
			}
			switch {
			case len(q.Locals) > 0:
				selected++
			case len(q.Blocks) > len(succs):
				copied++
			}
			if copies == 0 && len(q.Locals) > 0 {
				irreducible++
			}
		}
	}
	t.Logf("%d of %d graphs irreducible, %d times with selectors, %d times with copies only", irreducible, count, selected, copied)
	if irreducible < count/3 || selected < count/3 || copied < count/3 {
		t.Error("too few graphs are irreducible, or all are treated alike")
	}
}
