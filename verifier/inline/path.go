package inline

import (
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Path is an execution as a model describes it: a walk through instances.
type Path struct {
	Events []Event
	Open   []SiteID // open call sites on it, in order; empty for a complete execution
}

// Event is a step of a path.
type Event struct {
	Kind EventKind
	Inst InstID
	At   int32 // EnterBlock: the block; Enter, Skip: the index of the call site in the caller, whose instance is Inst
}

// EventKind says what happens in an Event.
type EventKind uint8

// The kinds of events.
const (
	EnterBlock EventKind = iota // Inst enters its block At
	Enter                       // Inst calls through its inlined site At
	Skip                        // Inst passes its open site At
	Leave                       // Inst returns
)

// walker is an instance on the stack of a walk.
type walker struct {
	inst  InstID
	block int32
	next  int // the site of the block to pass next
}

// Path reads a path off a model; reached reports whether a guard is true and
// relevant in it.
func (t *Tree) Path(reached func(term.Term) bool) (*Path, error) {
	p := &Path{}
	stack := []walker{{}}
	p.Events = append(p.Events, Event{Kind: EnterBlock})
	for len(stack) > 0 {
		w := &stack[len(stack)-1]
		proc := t.Proc(w.inst)
		b := &proc.Blocks[w.block]
		if w.next < len(b.Sites) {
			x := b.Sites[w.next]
			w.next++
			inst := w.inst
			s := t.instances[inst].firstSite + SiteID(x)
			if c := t.sites[s].child; c >= 0 {
				p.Events = append(p.Events, Event{Enter, inst, x}, Event{EnterBlock, c, 0})
				stack = append(stack, walker{inst: c})
			} else {
				p.Events = append(p.Events, Event{Skip, inst, x})
				p.Open = append(p.Open, s)
			}
			continue
		}
		if len(b.Succs) == 0 {
			p.Events = append(p.Events, Event{Leave, w.inst, 0})
			stack = stack[:len(stack)-1]
			continue
		}
		to, ok := t.successor(w.inst, w.block, reached)
		if !ok {
			return nil, reason.Internalf("the model's path ends in block %d of %s (instance %d)", w.block, proc.Name, w.inst)
		}
		w.block, w.next = to, 0
		p.Events = append(p.Events, Event{EnterBlock, w.inst, to})
	}
	return p, nil
}

// successor returns the block to which control goes from block b of an instance.
func (t *Tree) successor(id InstID, b int32, reached func(term.Term) bool) (int32, bool) {
	x := &t.instances[id].Instance
	for k, e := range t.sys.Procs[x.Proc].Blocks[b].Succs {
		if guard, own := t.stamper.Edge(x, b, k); own && !reached(guard) {
			continue
		}
		if reached(t.stamper.Block(x, e.To)) {
			return e.To, true
		}
	}
	return 0, false
}

// bounds returns the recursion bound that a path needs.
func (t *Tree) bounds(p *Path) int {
	n := 0
	for _, e := range p.Events {
		if e.Kind == Enter {
			n = max(n, t.Excess(t.instances[e.Inst].firstSite+SiteID(e.At)))
		}
	}
	return n
}
