package verifier

import (
	"sync"

	"github.com/muster-smt/muster/verifier/vc"
)

// Exchange passes facts between engines that are asked about systems made from one program in one way, each in a store of its
// own. A nil *Exchange has none and forgets what is added. Its methods may be called from any goroutine. Bounds that are proved
// are exchanged by the race itself (Options.Proved), and sites at which nothing is possible are what facts say of their callees.
// All facts here hold for all bounds, so any engine may use them; those of levels (learn.Frames) stay with the engine that counts
// the depth of the stack.
type Exchange struct {
	mu    sync.Mutex
	facts []SharedFact
}

// SharedFact is a fact that holds for all recursion bounds, in terms of no store: by literals of a vocabulary of its procedure
// (verifier/learn).
type SharedFact struct {
	Proc       vc.ProcID
	Vocabulary uint64 // what identifies it; with another one the literals say nothing
	Literals   []int32
	Uses       []int // the facts, by number, on which its proof relies
}

// Add adds facts, numbered from the given number on. It adds none, and returns false, if that is not the next number: then the
// caller has not read what others have added.
func (x *Exchange) Add(from int, facts []SharedFact) bool {
	if x == nil {
		return true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if from != len(x.facts) {
		return false
	}
	x.facts = append(x.facts, facts...)
	return true
}

// From returns the facts with numbers from n on.
func (x *Exchange) From(n int) []SharedFact {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.facts[n:len(x.facts):len(x.facts)]
}
