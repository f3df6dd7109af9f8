package validate

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// descending returns the number of calls of f: by way of g, of each other.
const descending = `
procedure main() { var r: int; call r := f(0); assume r == 9; return; }
procedure f(n: int) returns (r: int) { goto done, more; done: r := n; return; more: call r := g(n + 1); return; }
procedure g(n: int) returns (r: int) { goto done, more; done: r := n; return; more: call r := f(n + 1); return; }`

// grown is a proof that the results of f and g are at most as much larger than their arguments as a level says: with bound 2, at most 3.
func grown(sys *vc.System) *verifier.Proof {
	p := &verifier.Proof{Levels: &verifier.Levels{Level: 3}}
	for level := range int32(4) {
		for id := vc.ProcID(1); id < 3; id++ {
			p.Levels.Facts = append(p.Levels.Facts, verifier.LevelledFact{Fact: grows(sys, id, int64(level)), Level: level})
		}
	}
	return p
}

func grows(sys *vc.System, id vc.ProcID, by int64) verifier.Fact {
	st, p := sys.Store, sys.Procs[id]
	return verifier.Fact{Proc: id, Formula: st.Le(p.Out[0], st.Add(p.In[0], st.Int(by)))}
}

// TestLevels: each condition of a proof by levels is checked.
func TestLevels(t *testing.T) {
	type change = func(sys *vc.System, p *verifier.Proof)
	without := func(level int32, id vc.ProcID) change {
		return func(_ *vc.System, p *verifier.Proof) {
			for i, f := range p.Levels.Facts {
				if f.Level == level && f.Proc == id {
					p.Levels.Facts = append(p.Levels.Facts[:i], p.Levels.Facts[i+1:]...)
					return
				}
			}
		}
	}
	with := func(level int32, id vc.ProcID, by int64) change {
		return func(sys *vc.System, p *verifier.Proof) {
			p.Levels.Facts = append(p.Levels.Facts, verifier.LevelledFact{Fact: grows(sys, id, by), Level: level})
		}
	}
	for _, c := range []struct {
		name     string
		old, new string // in descending
		bound    int
		change   change
		want     string // in what is wrong; "" if nothing is
	}{
		{"a proof", "", "", 2, func(*vc.System, *verifier.Proof) {}, ""},
		{"of a larger bound", "", "", 3, func(*vc.System, *verifier.Proof) {}, "within bound 3 may have 5 recursive calls"},
		{"a lower level", "", "", 2, func(_ *vc.System, p *verifier.Proof) { p.Levels.Level = 2 }, "within bound 2 may have 3 recursive calls"},
		{"a higher level", "", "", 2, func(_ *vc.System, p *verifier.Proof) { p.Levels.Level = 4 }, "the entry at level 4"},
		{"an execution within the bound", "r == 9", "r == 3", 2, func(*vc.System, *verifier.Proof) {}, "the entry at level 3"},
		{"none within the bound", "r == 9", "r == 4", 2, func(*vc.System, *verifier.Proof) {}, ""},
		{"a call that is not recursive leaves the level", "", "", 2, without(3, 1), "the entry at level 3"},
		{"that fact is not needed", "", "", 2, without(3, 2), ""},
		{"a recursive call leaves one less", "", "", 2, without(2, 2), "a fact of level 3 of f"},
		{"a fact at level 0", "", "", 2, with(0, 2, -1), "a fact of level 0 of g"},
		{"a fact at a higher level", "", "", 2, with(1, 1, 0), "a fact of level 1 of f"},
		{"a fact that rests on itself", "", "", 2, with(7, 1, 0), "a fact of level 7 of f"},
		{"a fact for all bounds", "", "", 2, func(sys *vc.System, p *verifier.Proof) { p.Facts = []verifier.Fact{grows(sys, 1, 3)} }, "fact 0 of f"},
		{"one that holds", "", "", 2, func(sys *vc.System, p *verifier.Proof) {
			for id := vc.ProcID(1); id < 3; id++ {
				q := sys.Procs[id]
				p.Facts = append(p.Facts, verifier.Fact{Proc: id, Formula: sys.Store.Le(q.In[0], q.Out[0])})
			}
		}, ""},
		{"no procedure", "", "", 2, func(_ *vc.System, p *verifier.Proof) { p.Levels.Facts[0].Proc = 3 }, "about no procedure"},
		{"no level", "", "", 2, func(_ *vc.System, p *verifier.Proof) { p.Levels.Facts[0].Level = -1 }, "has the level -1"},
		{"another constant of the template", "", "", 2, func(sys *vc.System, p *verifier.Proof) {
			q := sys.Procs[1]
			p.Levels.Facts = append(p.Levels.Facts, verifier.LevelledFact{Fact: verifier.Fact{Proc: 1, Formula: sys.Store.Or(q.Blocks[1].Guard, q.Blocks[2].Guard)}})
		}, "not over the interface"},
		{"the interface of another procedure", "", "", 2, func(sys *vc.System, p *verifier.Proof) { p.Levels.Facts[0].Proc = 2 }, "not over the interface"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, strings.Replace(descending, c.old, c.new, 1))
			proof := grown(sys)
			c.change(sys, proof)
			r, err := Proof(context.Background(), sys, verifier.SafeUpToBoundWith(c.bound, proof), fresh())
			switch {
			case err != nil:
				t.Error(err)
			case c.want == "" && !r.Confirmed, c.want != "" && (r.Confirmed || !r.Refuted || !strings.Contains(r.Wrong, c.want)):
				t.Errorf("%+v, want %q", r, c.want)
			}
		})
	}
}

// TestLevelsWithoutRecursion: facts of levels are no proof for all bounds even there, and calls are not blocked at level 0.
func TestLevelsWithoutRecursion(t *testing.T) {
	proof := &verifier.Proof{Levels: &verifier.Levels{}}
	for _, c := range []struct {
		src  string
		res  verifier.Result
		want bool
	}{
		{`procedure main() { assume false; return; }`, verifier.SafeUpToBoundWith(1, proof), true},
		{`procedure main() { assume false; return; }`, verifier.SafeWith(proof), false},
		{`procedure main() { call p(); return; } procedure p() { return; }`, verifier.SafeUpToBoundWith(1, proof), false},
	} {
		r, err := Proof(context.Background(), system(t, c.src), c.res, fresh())
		if err != nil || r.Confirmed != c.want || r.Refuted == c.want {
			t.Errorf("%s: %v: %+v, %v", c.src, c.res, r, err)
		}
	}
}
