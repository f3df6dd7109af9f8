package chcpass

import (
	"context"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// move takes what leads back to a clone of the store, where all terms have the same numbers.
type move struct {
	p       *pass
	systems map[*vc.System]*vc.System // never ranged over
}

// In returns a way back from and to systems in a clone of the store (term.Store.Clone), for goroutines that go on with
// one each.
func (b *Back) In(ctx context.Context, rw *rewrite.Rewriter) *Back {
	st := rw.Terms()
	m := &move{&pass{ctx: ctx, st: st, rw: rw, sub: term.NewSubst(st, rw)}, map[*vc.System]*vc.System{}}
	out := &Back{Counts: b.Counts}
	for _, x := range b.backs {
		out.backs = append(out.backs, x.in(m))
	}
	return out
}

// system returns a system in the clone.
func (m *move) system(sys *vc.System) *vc.System {
	if m.systems[sys] == nil {
		m.systems[sys] = sys.In(m.p.st)
	}
	return m.systems[sys]
}

func (q *quantified) in(m *move) back { return &quantified{p: m.p, ctx: m.p.ctx, images: q.images} }

func (r *reaching) in(m *move) back {
	out := *r
	out.p, out.before = m.p, m.system(r.before)
	return &out
}

func (a *equality) in(m *move) back {
	out := *a
	out.p, out.before = m.p, m.system(a.before)
	return &out
}

func (s *slicing) in(m *move) back {
	out := *s
	out.p, out.before = m.p, m.system(s.before)
	return &out
}

func (l *locals) in(m *move) back {
	out := *l
	out.p, out.before = m.p, m.system(l.before)
	return &out
}

func (x *inlining) in(m *move) back {
	out := *x
	out.p, out.before = m.p, m.system(x.before)
	return &out
}

func (j *joining) in(m *move) back {
	out := *j
	out.p, out.before = m.p, m.system(j.before)
	return &out
}

func (r *relating) in(m *move) back { return &relating{p: m.p, ctx: m.p.ctx, facts: r.facts} }

func (s sequence) in(m *move) back {
	var out sequence
	for _, x := range s {
		out = append(out, x.in(m))
	}
	return out
}
