package fuzz

import (
	"fmt"
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

var cnfTarget = Target{
	Name: "cnf", About: "incremental scripts on the SAT solver, against enumeration, a naive search and gini",
	Comment: "c",
	Make:    func(r *rand.Rand) Case { return cnfCase(gen.SAT(r)) },
	Read: func(text []byte, file string) (Case, error) {
		s, err := satscript.Parse(text, file)
		return cnfCase(s), err
	},
}

type cnfCase satscript.Script

func (c cnfCase) Run(lim *limit.Limit) error {
	s := satscript.Script(c)
	st, err := s.Run(satscript.Config{Limit: lim})
	if err != nil || len(s)%16 > 0 {
		return err
	}
	again, err := s.Run(satscript.Config{Limit: lim})
	if err == nil && again != st {
		err = fmt.Errorf("counters %+v, and then %+v", st, again)
	}
	return err
}

func (c cnfCase) Text() []byte { return []byte(satscript.Script(c).String()) }

func (c cnfCase) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return cnfCase(satscript.Shrink(satscript.Script(c), b, func(s satscript.Script) bool { return fails(cnfCase(s)) }))
}
