package verifier

import (
	"slices"
	"sync"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Exchange passes facts between engines that are asked about systems made from one program in one way, each in a
// store of its own. A nil *Exchange has none and forgets what is added. Its methods may be called from any goroutine.
// Bounds that are proved are exchanged by the race itself (Options.Proved), and sites at which nothing is possible
// are what facts say of their callees. All facts here hold for all bounds, so any engine may use them; those of
// levels (learn.Frames) stay with the engine that counts the depth of the stack.
type Exchange struct {
	mu    sync.Mutex
	facts []SharedFact

	// The rest is for formulas.
	procs    []*vc.Proc  // of the system; nil: formulas are not shared
	syms     []term.Sym  // by symbol of the system: the same in store; 0 until needed
	known    []term.Sym  // those of the system that are in store
	store    *term.Store // of formulas
	formulas int         // in facts
}

// SharedFact is a fact that holds for all recursion bounds. It is a set of literals of a vocabulary of its procedure,
// in terms of no store, which do not hold together (verifier/learn); or a formula over its In and Out.
type SharedFact struct {
	Proc       vc.ProcID
	Vocabulary uint64 // what identifies it; with another one the literals say nothing
	Literals   []int32
	Uses       []int     // the facts, by number, on which its proof relies
	Formula    term.Term // or 0. It relies on formulas that were added before, or with it
}

// NewExchange returns an exchange that also takes formulas: between engines that are asked about a system in copies
// of its store (term.Store.Clone). There each symbol of the system has the same number.
func NewExchange(sys *vc.System) *Exchange {
	return &Exchange{procs: sys.Procs, syms: make([]term.Sym, sys.Store.NumSyms()), store: term.NewStore()}
}

// Formulas returns the number of facts that are formulas.
func (x *Exchange) Formulas() int {
	if x == nil {
		return 0
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.formulas
}

// Len returns the number of facts.
func (x *Exchange) Len() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.facts)
}

// Port is an engine's access to an exchange, for one goroutine. A nil *Port has no facts and forgets what is added.
type Port struct {
	with    *Exchange
	sys     *vc.System
	in, out *term.Copier // to the exchange's store and from there; nil: the system is another one, which gets no formulas
	bound   int          // how many of with.known the copiers know
}

// Port returns access for an engine that is asked about a system.
func (x *Exchange) Port(sys *vc.System) *Port {
	if x == nil {
		return nil
	}
	p := &Port{with: x, sys: sys}
	if x.procs != nil && slices.Equal(x.procs, sys.Procs) { // the same templates, so the same terms
		p.in, p.out = term.NewCopier(sys.Store, x.store), term.NewCopier(x.store, sys.Store)
	}
	return p
}

// Add adds facts without formulas, numbered from the given number on. It adds none, and returns false, if that is not
// the next number: then the caller has not read what others have added.
func (p *Port) Add(from int, facts []SharedFact) bool {
	if p == nil {
		return true
	}
	x := p.with
	x.mu.Lock()
	defer x.mu.Unlock()
	if from != len(x.facts) {
		return false
	}
	x.facts = append(x.facts, facts...)
	return true
}

// Share adds facts that are inductive together with the formulas that were added before. If one of them is not in
// terms of the system alone, none is added, nor is any later one, which might rest on it.
func (p *Port) Share(facts []Fact) {
	if p == nil || p.in == nil || len(facts) == 0 {
		return
	}
	x := p.with
	x.mu.Lock()
	defer x.mu.Unlock()
	p.bind()
	for _, f := range facts {
		if !p.admit(f.Formula) {
			p.in = nil
			return
		}
	}
	for _, f := range facts {
		x.facts = append(x.facts, SharedFact{Proc: f.Proc, Formula: p.in.Term(f.Formula)})
	}
	x.formulas += len(facts)
}

// admit prepares for a copy of a formula. It reports whether all symbols are of the system.
func (p *Port) admit(t term.Term) (ok bool) {
	ok = true
	st, x := p.sys.Store, p.with
	st.Visit(func(u term.Term) bool {
		if st.Op(u) != term.OpApp {
			return true
		}
		f := st.Sym(u)
		if int(f) >= len(x.syms) {
			ok = false
		} else if x.syms[f] == 0 {
			x.syms[f] = p.in.Sym(f)
			x.known = append(x.known, f)
			p.bind()
		}
		return ok
	}, t)
	return ok
}

// bind makes the copiers know all symbols that are in the exchange's store.
func (p *Port) bind() {
	x := p.with
	for _, f := range x.known[p.bound:] {
		p.in.Bind(f, x.syms[f])
		p.out.Bind(x.syms[f], f)
	}
	p.bound = len(x.known)
}

// From returns the facts with numbers from n on, with formulas in terms of the engine's store. An engine that is
// asked about another system gets no formulas, so nothing says what these facts are.
func (p *Port) From(n int) []SharedFact {
	if p == nil {
		return nil
	}
	x := p.with
	x.mu.Lock()
	defer x.mu.Unlock()
	out := slices.Clone(x.facts[n:])
	if x.formulas == 0 {
		return out
	}
	if p.out == nil {
		for i := range out {
			out[i].Formula = 0
		}
		return out
	}
	p.bind()
	for i := range out {
		if out[i].Formula != 0 {
			out[i].Formula = p.out.Term(out[i].Formula)
		}
	}
	return out
}
