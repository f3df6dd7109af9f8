package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Limits of inlining: the blocks, conditions and sites of what is copied more than once, and of what a procedure may
// become.
const (
	maxCopied = 60
	maxGrown  = 2_000
	workOf    = 10 // inlining, for a block, condition or site
)

// inlined leaves out procedures that do not call themselves and are called once, or have one path and little on it:
// their callers do what they do.
func inlined(p *pass) back {
	var all sequence
	before := p.sys
	called := vc.Closure(p.sys, []vc.ProcID{p.sys.Entry})
	for _, id := range called {
		if p.stopped() {
			break
		}
		if uses := callers(p.sys, called, id); p.worthwhile(id, uses) {
			all = append(all, p.inline(id, uses))
		}
	}
	if all == nil {
		return nil
	}
	e := p.edit()
	for id, q := range p.sys.Procs {
		if q != before.Procs[id] {
			e.tidy(vc.ProcID(id))
		}
	}
	e.commit()
	return all
}

// siteRef is a call site of a template.
type siteRef struct {
	proc vc.ProcID
	site int32
}

// callers returns the sites of some procedures that call one, procedure by procedure. What the entry does not reach is
// none of them: other rows may have left its calls as they were when arguments went.
func callers(sys *vc.System, called []vc.ProcID, id vc.ProcID) (refs []siteRef) {
	for _, k := range called {
		q := sys.Procs[k]
		for i := range q.Sites {
			if q.Sites[i].Callee == id {
				refs = append(refs, siteRef{q.ID, int32(i)})
			}
		}
	}
	return refs
}

// size returns what copying a template costs.
func size(p *vc.Proc) int {
	n := len(p.Blocks) + len(p.Sites)
	for i := range p.Blocks {
		n += len(p.Blocks[i].Conds)
	}
	return n
}

// straight reports whether a template has one path.
func straight(p *vc.Proc) bool {
	return !slices.ContainsFunc(p.Blocks, func(b vc.Block) bool { return len(b.Succs) > 1 })
}

// worthwhile reports whether a procedure is to be inlined.
func (p *pass) worthwhile(id vc.ProcID, uses []siteRef) bool {
	q := p.sys.Procs[id]
	p.spend(len(p.sys.Procs))
	if id == p.sys.Entry || len(uses) == 0 || isDead(q, p.st) {
		return false
	}
	n := size(q)
	p.spend(workOf * n)
	for _, u := range uses {
		if u.proc == id || n+size(p.sys.Procs[u.proc]) > maxGrown {
			return false
		}
	}
	return len(uses) == 1 || straight(q) && len(q.Sites) <= 1 && (len(uses)-1)*n <= maxCopied
}

// use is a call of the procedure that is inlined.
type use struct {
	siteRef
	rename map[term.Term]term.Term // from constants of the callee to those of the caller, if they differ
}

// part is a block before in a block after: of the caller, or of the callee at a use.
type part struct {
	use   int // -1: of the caller
	block int32
}

// origin is a site before: of the caller, or of the callee at a use.
type origin struct {
	use  int
	site int32
}

// inlining is the inlining of one procedure; it leads back.
type inlining struct {
	p      *pass
	before *vc.System
	id     vc.ProcID
	uses   []use
	parts  map[vc.ProcID][][]part // of callers, by block
	sites  map[term.Term]origin   // by guard
}

// inline inlines a procedure at all its uses.
func (p *pass) inline(id vc.ProcID, refs []siteRef) back {
	x := &inlining{p: p, before: p.sys, id: id, parts: map[vc.ProcID][][]part{}, sites: map[term.Term]origin{}}
	e := p.edit()
	for k, r := range refs {
		x.uses = append(x.uses, use{siteRef: r, rename: x.renaming(r, k == len(refs)-1)})
	}
	for k := 0; k < len(refs); {
		first := k
		for k < len(refs) && refs[k].proc == refs[first].proc {
			k++
		}
		x.splice(e, refs[first].proc, first, k)
	}
	e.dead(id)
	e.commit()
	return x
}

// renaming returns what the callee's constants are called at a use. At the last one they keep their names.
func (x *inlining) renaming(r siteRef, last bool) map[term.Term]term.Term {
	q := x.before.Procs[x.id]
	m := map[term.Term]term.Term{}
	for k, o := range q.Out {
		m[o] = x.before.Procs[r.proc].Sites[r.site].Outs[k]
	}
	if !last {
		for _, c := range q.Owned {
			m[c] = x.p.st.FreshConst(x.p.st.SymName(x.p.st.Sym(c)), x.p.st.Sort(c))
		}
	}
	return m
}

func (u *use) of(c term.Term) term.Term {
	if d, ok := u.rename[c]; ok {
		return d
	}
	return c
}

// splicer makes the template of a caller.
type splicer struct {
	*inlining
	to    *vc.Proc
	parts [][]part
}

// splice inlines the procedure in a caller, at the uses from first on and before end.
func (x *inlining) splice(e *edit, caller vc.ProcID, first, end int) {
	was := x.before.Procs[caller]
	s := &splicer{inlining: x, to: e.proc(caller)}
	s.to.Sites = nil
	useAt := map[int32]int{}
	for k := first; k < end; k++ {
		useAt[x.uses[k].site] = k
	}
	gone := make([][]int, len(was.Blocks)) // by block: the uses in it
	for i := range was.Blocks {
		s.parts = append(s.parts, []part{{-1, int32(i)}})
		s.to.Blocks[i].Sites = nil
		for _, n := range was.Blocks[i].Sites {
			if k, ok := useAt[n]; ok {
				gone[i] = append(gone[i], k)
			} else {
				s.site(int32(i), was.Sites[n], origin{-1, n})
			}
		}
	}
	for i, uses := range gone {
		at := int32(i)
		for j, k := range uses {
			at = s.body(at, k, j+1 < len(uses))
		}
	}
	former := s.to.Shape()
	parts := make([][]part, len(former))
	for i, f := range former {
		parts[i] = s.parts[f]
	}
	x.parts[caller] = parts
}

// site adds a site to a block.
func (s *splicer) site(block int32, x vc.Site, o origin) {
	x.Block = block
	s.sites[x.Guard] = o
	b := &s.to.Blocks[block]
	b.Sites = append(b.Sites, int32(len(s.to.Sites)))
	s.to.Sites = append(s.to.Sites, x)
}

// body puts the callee's blocks at a use after what a block says. It returns the block where control goes on, if it has
// to.
func (s *splicer) body(at int32, k int, more bool) int32 {
	q := s.before.Procs[s.id]
	u := &s.uses[k]
	s.p.sub.Reset()
	for _, o := range q.Out {
		s.p.sub.Bind(o, u.of(o))
	}
	for _, c := range q.Owned {
		d := u.of(c)
		if d != c {
			s.p.sub.Bind(c, d)
		}
		s.to.Owned = append(s.to.Owned, d)
	}
	if straight(q) {
		for i := range q.Blocks {
			s.say(at, k, int32(i))
		}
		return at
	}
	next := s.to.Blocks[at].Succs
	moved := make([]int32, len(q.Blocks))
	moved[0] = at
	for i := 1; i < len(q.Blocks); i++ {
		moved[i] = s.block(u.of(q.Blocks[i].Guard))
	}
	end := int32(-1)
	if more || len(next) > 0 {
		guard := s.p.st.FreshConst(s.to.Name+":", term.Bool)
		s.to.Owned = append(s.to.Owned, guard)
		end = s.block(guard)
		s.to.Blocks[end].Succs = next
	}
	for i := range q.Blocks {
		s.say(moved[i], k, int32(i))
		var succs []vc.Edge
		for _, e := range q.Blocks[i].Succs {
			succs = append(succs, vc.Edge{To: moved[e.To]})
		}
		if succs == nil && end >= 0 {
			succs = []vc.Edge{{To: end}}
		}
		s.to.Blocks[moved[i]].Succs = succs
	}
	return end
}

func (s *splicer) block(guard term.Term) int32 {
	s.to.Blocks = append(s.to.Blocks, vc.Block{Guard: guard, Origin: -1})
	s.parts = append(s.parts, nil)
	return int32(len(s.to.Blocks) - 1)
}

// say adds what a block of the callee says to a block.
func (s *splicer) say(at int32, k int, i int32) {
	q := s.before.Procs[s.id]
	b := &s.to.Blocks[at]
	b.Conds = slices.Concat(b.Conds, s.p.substituted(q.Blocks[i].Conds))
	s.parts[at] = append(s.parts[at], part{k, i})
	for _, n := range q.Blocks[i].Sites {
		x := q.Sites[n]
		x.Guard = s.uses[k].of(x.Guard)
		x.Outs = make([]term.Term, len(x.Outs))
		for j, o := range q.Sites[n].Outs {
			x.Outs[j] = s.uses[k].of(o)
		}
		s.site(at, x, origin{k, n})
	}
}

// derivation: the callee's part of a step becomes a step of its own.
func (x *inlining) derivation(to inline.Derivation) inline.Derivation {
	return lift(to, x.before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		parts, isCaller := x.parts[p.ID]
		if !isCaller {
			return down(p.ID, blocks, calls, value)
		}
		callOf := map[origin]int{}
		note := func(site int32, call int) { callOf[x.sites[p.Sites[site].Guard]] = call }
		if err := passed(p, blocks, calls, note); err != nil {
			return 0, err
		}
		through := map[int][]int32{} // by use
		for _, b := range blocks {
			for _, t := range parts[b] {
				through[t.use] = append(through[t.use], t.block)
			}
		}
		for k := range x.uses {
			u := &x.uses[k]
			if len(through[k]) == 0 {
				continue
			}
			n, err := down(x.id, through[k], callsOn(x.before.Procs[x.id], through[k], k, callOf),
				func(c term.Term) (model.Value, error) {
					return value(u.of(c))
				})
			if err != nil {
				return 0, err
			}
			callOf[origin{-1, u.site}] = n
		}
		return down(p.ID, through[-1], callsOn(x.before.Procs[p.ID], through[-1], -1, callOf), value)
	})
}

// callsOn returns the calls on a path of the caller, or of the callee at a use.
func callsOn(p *vc.Proc, blocks []int32, use int, callOf map[origin]int) (calls []int) {
	for _, b := range blocks {
		for _, n := range p.Blocks[b].Sites {
			calls = append(calls, callOf[origin{use, n}])
		}
	}
	return calls
}
