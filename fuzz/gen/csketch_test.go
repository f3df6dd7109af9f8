package gen

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSketches fills each sketch a few times: no hole stays, and equal numbers give equal programs.
func TestSketches(t *testing.T) {
	lists := map[string][]sketch{"refused": cRefusals}
	for _, m := range matters() {
		lists[m.name] = m.list
	}
	for name, list := range lists {
		for k := range list {
			one := list[k : k+1]
			for seed := range uint64(5) {
				text := sketched(rand.New(rand.NewPCG(seed, 0)), one, nil)
				if text != sketched(rand.New(rand.NewPCG(seed, 0)), one, nil) {
					t.Errorf("%s, sketch %d: the number %d gives two programs", name, k, seed)
				}
				if i := strings.IndexAny(text, "‹¦›@$"); i >= 0 {
					t.Errorf("%s, sketch %d: a hole stays: %.40s", name, k, text[i:])
				}
			}
		}
	}
}
