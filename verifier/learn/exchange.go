package learn

import (
	"hash/fnv"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/vc"
)

// sharing is a learner's part in an exchange of facts.
type sharing struct {
	with    *verifier.Port
	numbers map[int32]int // by fact that is shared: its number in the exchange; never ranged over
	shared  []int32       // by number
	scanned int           // facts that were looked at
	foreign bool          // what is shared is about another system
}

// receive adds the facts that others have shared. It does so between questions, when all live facts are proved.
func (l *learner) receive() {
	x := &l.sharing
	if x.with == nil || x.foreign {
		return
	}
	first := len(x.shared)
	batch := x.with.From(first)
	for _, s := range batch {
		if s.Formula != 0 {
			x.note(l.addFormula(s.Proc, s.Formula))
			continue
		}
		if x.foreign = int(s.Proc) >= len(l.procs) || l.fingerprint(s.Proc) != s.Vocabulary; x.foreign {
			break
		}
		lits := make([]lit, len(s.Literals))
		for i, n := range s.Literals {
			lits[i] = lit(n)
		}
		x.note(l.add(s.Proc, lits))
		l.stats.received++
	}
	if x.foreign {
		for _, f := range x.shared[first:] {
			l.drop(f)
		}
		return
	}
	for i, s := range batch {
		f := &l.facts[x.shared[first+i]]
		for _, u := range s.Uses {
			f.uses = append(f.uses, x.shared[u])
		}
	}
}

// note gives a fact the next number.
func (x *sharing) note(f int32) {
	x.numbers[f] = len(x.shared)
	x.shared = append(x.shared, f)
}

// share shares the facts that were found since the last time.
func (l *learner) share() {
	x := &l.sharing
	for x.with != nil && !x.foreign {
		first := len(x.shared)
		var news []int32
		for f := x.scanned; f < len(l.facts); f++ {
			if _, ok := x.numbers[int32(f)]; !ok && l.facts[f].live && l.facts[f].by < 0 {
				news = append(news, int32(f))
			}
		}
		for _, f := range news {
			x.note(f)
		}
		batch := make([]verifier.SharedFact, len(news))
		for i, f := range news {
			s := verifier.SharedFact{Proc: l.facts[f].proc, Vocabulary: l.fingerprint(l.facts[f].proc)}
			for _, n := range l.facts[f].lits {
				s.Literals = append(s.Literals, int32(n))
			}
			for _, u := range l.facts[f].uses {
				n, ok := x.numbers[l.strongest(u)]
				if !ok {
					panic("learn: a proved fact about " + l.sys.Procs[l.facts[f].proc].Name + " relies on one that is not")
				}
				s.Uses = append(s.Uses, n)
			}
			batch[i] = s
		}
		if len(batch) == 0 || x.with.Add(first, batch) {
			x.scanned = len(l.facts) // they do not change any more
			return
		}
		for _, f := range news {
			delete(x.numbers, f)
		}
		x.shared = x.shared[:first]
		l.receive() // what others have shared meanwhile
	}
}

// fingerprint identifies the vocabulary of a procedure.
func (l *learner) fingerprint(id vc.ProcID) uint64 {
	k := l.known(id)
	if k.fingerprint == 0 {
		h := fnv.New64a()
		for _, p := range k.vocabulary.preds {
			h.Write([]byte(l.sys.Store.String(p.t)))
		}
		k.fingerprint = h.Sum64()
	}
	return k.fingerprint
}

// strongest returns the fact that has taken the place of f.
func (l *learner) strongest(f int32) int32 {
	for l.facts[f].by >= 0 {
		f = l.facts[f].by
	}
	return f
}

// Share shares the facts that hold for all levels since the last time. Each rests on others of them, or on what was
// shared before, except for those that may rest on what Assume was given.
func (f *Frames) Share(with *verifier.Port) {
	var news []verifier.Fact
	for i := range f.facts {
		if x := &f.facts[i]; x.Level == AllLevels && x.under == 0 && !x.dead && !x.shared {
			x.shared = true
			news = append(news, verifier.Fact{Proc: x.Proc, Formula: x.formula})
		}
	}
	with.Share(news)
}
