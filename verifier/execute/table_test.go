package execute

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// Pages are used again by later executions: maps have the elements that were written in theirs, and no others, and so
// have copies, which share pages.
func TestTables(t *testing.T) {
	type model struct {
		t     *table
		def   int64
		words map[int64]int64
	}
	r := rand.New(rand.NewPCG(1, 2))
	m := &machine{code: &code{}, maps: make([]*table, 4)}
	var now [4]*model
	used := 0
	for range 20_000 {
		k := r.IntN(len(now))
		x, i := now[k], int64(r.IntN(2000))
		switch op := r.IntN(40); {
		case op == 0:
			used = max(used, len(m.pool.free))
			m.reset()
			clear(now[:])
		case x == nil || op == 1:
			m.maps[k] = m.newTable(int64(r.IntN(3)))
			now[k] = &model{m.maps[k], m.maps[k].def, map[int64]int64{}}
		case op == 2 && x.t == m.maps[k]:
			to := r.IntN(len(now))
			m.share(reg(to), reg(k))
			now[to] = &model{m.maps[to], x.def, maps.Clone(x.words)}
		case op < 20:
			v := int64(r.IntN(9))
			m.owned(reg(k)).set(i, v)
			x.t = m.maps[k]
			x.words[i] = v
		default:
			want, ok := x.words[i]
			if !ok {
				want = x.def
			}
			if got, _ := m.maps[k].get(i); got != want {
				t.Fatalf("element %d is %d, want %d", i, got, want)
			}
		}
	}
	if used == 0 {
		t.Error("no page was free")
	}
}
