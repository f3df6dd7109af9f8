package split

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/verifier"
)

// deep is a search whose half was divided, and the half of that, and so on: all are refuted, by the decisions that made
// them.
func deep(n int) (*team, []*part) {
	t := &team{Engine: &Engine{}, stop: func() {}, done: make(chan struct{})}
	var parts []*part
	for i := range n {
		p := &part{team: t, ended: true, known: &answer{safe: true}}
		p.cancel = func() {}
		if i > 0 {
			kept := verifier.Decision{Site: verifier.SiteRef{Site: int32(i)}}
			up := parts[i-1]
			up.cuts = []cut{{kept, p}}
			up.known.needs = append(up.known.needs, kept)
			p.known.needs = []verifier.Decision{opposite(kept)}
		}
		parts = append(parts, p)
	}
	t.root = parts[0]
	return t, parts
}

// Each part is looked at once, however deep it is.
func TestResolveDeep(t *testing.T) {
	const n = 200
	x, parts := deep(n)
	o := x.resolve(x.root)
	for i := 1; i < n; i++ {
		if o == nil || o.must == nil {
			t.Fatalf("no proof by cases at depth %d", i)
		}
		if o.site.Site != int32(i) {
			t.Fatalf("at depth %d it is about site %d", i, o.site.Site)
		}
		o = o.must
	}
	parts[n-1].known = nil
	if x.resolve(x.root) != nil {
		t.Error("a half that is not refuted is passed over")
	}
}

// The error of a part is that of the whole only if nothing else answers.
func TestErrorOfPart(t *testing.T) {
	for _, needed := range []bool{true, false} {
		x, parts := deep(2)
		parts[0].known, parts[0].ended = nil, false
		parts[1].known, parts[1].ended = nil, false
		x.running = 2
		_, x.stop = context.WithCancel(context.Background())
		x.ends(parts[1], verdict{err: context.Canceled})
		if x.over {
			t.Error("the error of one part ends the others")
		}
		a := &answer{safe: true}
		if needed {
			a.needs = []verifier.Decision{parts[0].cuts[0].kept}
		}
		x.ends(parts[0], verdict{answer: a})
		if whole := x.resolve(x.root); (whole == nil) != needed || !x.over {
			t.Errorf("needed %v: %v, over %v", needed, whole, x.over)
		}
	}
}
