package session

import (
	"errors"
	"io"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/verifier/inline"
)

// Cut is a place in the text of a session where it may end: after a check.
type Cut struct {
	Checks, Asserts int
	Bytes           int
	Verdicts        string // one letter for each check: s, u or ?
}

// byteCounter counts what is written through it.
type byteCounter struct {
	w io.Writer
	n int
}

func (c *byteCounter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}

// Write writes the session as SMT-LIB, with the answer to each check before it
// as its expected status. It stops after the first check at which the text is
// longer than maxBytes. The text up to any cut is a session too.
func (s *Recorder) Write(w io.Writer, title string, maxBytes int) ([]Cut, error) {
	out := &byteCounter{w: w}
	sw := smtlib.NewWriter(out, s.st, smtlib.Options{Options: [][2]string{{":produce-unsat-assumptions", "true"}}})
	sw.Comment(title)
	var cuts []Cut
	var at Cut
	var verdicts []byte
	for _, x := range s.ops {
		if !x.check {
			at.Asserts++
			sw.Assert(x.ts[0])
			continue
		}
		if x.outcome.Reason.Kind != reason.None {
			sw.Comment("unknown: " + x.outcome.Reason.Report())
		}
		sw.SetInfo(":status", x.outcome.Status.String())
		sw.CheckSatAssuming(x.ts)
		if x.outcome.Status == inline.StatusUnsat {
			sw.GetUnsatAssumptions()
		}
		if err := sw.Flush(); err != nil {
			return nil, err
		}
		at.Checks++
		verdicts = append(verdicts, "?su"[x.outcome.Status])
		at.Bytes, at.Verdicts = out.n, string(verdicts)
		cuts = append(cuts, at)
		if out.n > maxBytes {
			break
		}
	}
	return cuts, nil
}

// WriteFinal writes the query on which a verdict rests: for safe the last
// refutation, under the assumptions of its core; for unsafe the last model; else
// the last check. Assumptions become assertions, so that any solver can read it.
func (s *Recorder) WriteFinal(w io.Writer, title, verdict string) error {
	last := -1
	for i, x := range s.ops {
		if x.check && (last < 0 || fits(x.outcome, verdict) || !fits(s.ops[last].outcome, verdict)) {
			last = i
		}
	}
	if last < 0 {
		return errors.New("no check to write")
	}
	sw := smtlib.NewWriter(w, s.st, smtlib.Options{})
	sw.Comment(title)
	for _, x := range s.ops[:last] {
		if !x.check {
			sw.Assert(x.ts[0])
		}
	}
	x := s.ops[last]
	assumed := x.ts
	if x.outcome.Status == inline.StatusUnsat {
		assumed = x.core
	}
	for _, t := range assumed {
		sw.Assert(t)
	}
	sw.SetInfo(":status", x.outcome.Status.String())
	sw.CheckSat()
	sw.Exit()
	return sw.Flush()
}

// fits reports whether a verdict can rest on a check with this outcome.
func fits(o inline.Outcome, verdict string) bool {
	switch verdict {
	case "safe":
		return o.Status == inline.StatusUnsat
	case "unsafe":
		return o.HasModel()
	}
	return true
}
