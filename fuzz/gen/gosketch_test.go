package gen

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGoSketches fills each sketch a few times: no hole stays, and equal numbers give equal programs.
func TestGoSketches(t *testing.T) {
	for _, m := range goMatters() {
		for k := range m.list {
			one := m.list[k : k+1]
			for seed := range uint64(5) {
				text := goSketched(rand.New(rand.NewPCG(seed, 0)), one)
				if text != goSketched(rand.New(rand.NewPCG(seed, 0)), one) {
					t.Errorf("%s, sketch %d: the number %d gives two programs", m.name, k, seed)
				}
				if i := strings.IndexAny(text, "‹¦›@$"); i >= 0 {
					t.Errorf("%s, sketch %d: a hole stays: %.40s", m.name, k, text[i:])
				}
			}
		}
	}
}
