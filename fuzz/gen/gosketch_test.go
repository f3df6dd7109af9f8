package gen

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGoSketches fills each sketch a few times: no hole stays, and equal numbers give equal programs. No two sketches are
// of the same feature.
func TestGoSketches(t *testing.T) {
	of := map[string]string{}
	for _, m := range goMatters() {
		for k := range m.list {
			one := m.list[k : k+1]
			feature, _, _ := strings.Cut(one[0], "\n")
			if other, ok := of[feature]; feature == "" || ok && other != one[0] {
				t.Errorf("%s, sketch %d: the feature %q", m.name, k, feature)
			}
			of[feature] = one[0]
			for seed := range uint64(5) {
				text := goSketched(rand.New(rand.NewPCG(seed, 0)), one, nil)
				if text != goSketched(rand.New(rand.NewPCG(seed, 0)), one, nil) {
					t.Errorf("%s, sketch %d: the number %d gives two programs", m.name, k, seed)
				}
				if i := strings.IndexAny(text, "‹¦›@$"); i >= 0 {
					t.Errorf("%s, sketch %d: a hole stays: %.40s", m.name, k, text[i:])
				}
			}
		}
	}
}
