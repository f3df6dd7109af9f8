package lab

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
)

// proofLog is the proof log of one session.
type proofLog struct {
	file  *os.File
	start time.Duration // CPU time at its creation
}

// newProofLog creates the log of a session in dir; it returns nil if dir is empty.
func newProofLog(dir, session string) (*proofLog, error) {
	if dir == "" {
		return nil, nil
	}
	f, err := os.Create(filepath.Join(dir, strings.TrimSuffix(filepath.Base(session), ".smt2")+".proof"))
	if err != nil {
		return nil, err
	}
	return &proofLog{f, limit.CPU()}, nil
}

// writer returns the file of the log; nil without a log.
func (l *proofLog) writer() io.Writer {
	if l == nil {
		return nil
	}
	return l.file
}

// check ends the log and verifies it. It returns a line with its size and the CPU times.
func (l *proofLog) check(s *solver.Solver) (string, error) {
	if l == nil {
		return "", nil
	}
	err := s.FlushProof()
	solved := limit.CPU() - l.start
	size, seekErr := l.file.Seek(0, io.SeekEnd)
	_, backErr := l.file.Seek(0, io.SeekStart)
	if err = errors.Join(err, seekErr, backErr); err != nil {
		return "", err
	}
	before := limit.CPU()
	sum, err := proof.Check(l.file)
	if err != nil {
		return "", fmt.Errorf("%s: %w", l.file.Name(), err)
	}
	return fmt.Sprintf("solved in %.3f s of CPU, log of %.1f MB checked in %.3f s: %d clauses of theories, %d not "+
			"accepted; %d derived, %d answers unsat, %d simplifications trusted",
			solved.Seconds(), float64(size)/1e6, (limit.CPU() - before).Seconds(), sum.Events[proof.Theory],
			sum.Events[proof.Theory]-sum.Verdicts[cert.Accepted], sum.Events[proof.Derived], sum.Unsat, sum.Trusted),
		l.file.Close()
}
