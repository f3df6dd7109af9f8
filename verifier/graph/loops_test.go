package graph_test

import (
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/verifier/graph"
)

// TestDominators compares with what is reached when a node is left out.
func TestDominators(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		succs := make([][]int32, 2+r.Intn(8))
		for i := range succs {
			for range r.Intn(4) {
				succs[i] = append(succs[i], r.Int31n(int32(len(succs))))
			}
		}
		order, _ := graph.DepthFirst(len(succs), func(i int32) []int32 { return succs[i] })
		preds := make([][]int32, len(order))
		for i, b := range order {
			for _, s := range succs[b] {
				preds[slices.Index(order, s)] = append(preds[slices.Index(order, s)], int32(i))
			}
		}
		idom := graph.Dominators(preds)
		for d := 1; d < len(order); d++ {
			without, _ := graph.DepthFirst(len(succs), func(i int32) []int32 {
				return slices.DeleteFunc(slices.Clone(succs[i]), func(s int32) bool { return s == order[d] })
			})
			for i := range order {
				at := int32(i)
				for at > int32(d) {
					at = idom[at]
				}
				if is := !slices.Contains(without, order[i]); is != (at == int32(d)) {
					t.Fatalf("seed %d: %v: %d dominates %d: %v", seed, succs, order[d], order[i], !is)
				}
			}
		}
	}
}

// TestInnerHeads: loops in a row are not in each other, those with several entries are in the one around them.
func TestInnerHeads(t *testing.T) {
	for _, c := range []struct {
		name  string
		succs [][]int32
		want  map[int32][]int32
	}{
		{"in a row", [][]int32{{1}, {1, 2}, {2, 3}, {}}, map[int32][]int32{1: nil, 2: nil}},
		{"nested", [][]int32{{1}, {2, 3}, {2, 1}, {}}, map[int32][]int32{1: {2}, 2: nil}},
		{"two entries in one", [][]int32{{1}, {2, 3}, {3}, {2, 4}, {1}}, map[int32][]int32{1: {3}, 3: nil}},
		{"two entries in two", [][]int32{{1, 2}, {2}, {3, 4}, {4}, {3, 5}, {1}}, map[int32][]int32{2: {4}, 4: nil}},
		{"back from several places", [][]int32{{1}, {2}, {3, 2, 4}, {2, 1}, {}}, map[int32][]int32{1: {2}, 2: nil}},
		{"no loop", [][]int32{{1, 2}, {2}, {}}, map[int32][]int32{}},
	} {
		got := graph.InnerHeads(len(c.succs), func(i int32) []int32 { return c.succs[i] })
		if !maps.EqualFunc(got, c.want, func(a, b []int32) bool { return slices.Equal(slices.Sorted(slices.Values(a)), b) }) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
