package smtscript_test

import (
	"errors"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat/limit"
)

// hard asks for the factors of a product of two primes of 31 bits.
const hard = `
	(set-info :fuzz "family=wide plan=plain seed=1 decided")
	(declare-const x (_ BitVec 31)) (declare-const y (_ BitVec 31))
	(assert (= (bvmul ((_ zero_extend 31) x) ((_ zero_extend 31) y)) (_ bv3754025729259552269 62)))
	(assert (bvule x y))
	(check-sat)
`

// TestStop: a run ends in the middle of a check when its limit stops it, and this is not an answer.
func TestStop(t *testing.T) {
	s, err := smtscript.Parse([]byte(hard), "hard")
	if err != nil {
		t.Fatal(err)
	}
	lim := new(limit.Limit)
	time.AfterFunc(100*time.Millisecond, func() { lim.Stop(limit.Timeout) })
	if err := s.Run(smtscript.Config{Limit: lim}); !errors.Is(err, smtscript.ErrStopped) {
		t.Error(err)
	}
}
