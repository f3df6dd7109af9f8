package smt_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smt"
)

// peer is another solver at the end of a pipe, which answers many scripts.
type peer struct {
	name string
	args []string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  chan string
}

// peers are those that are installed.
func peers(t *testing.T) []*peer {
	var list []*peer
	for _, p := range []*peer{
		{name: "cvc5", args: []string{"--incremental", "--arrays-exp", "--tlimit-per=1000", "-q"}},
		{name: "z3", args: []string{"-in", "-t:1000"}},
	} {
		if _, err := exec.LookPath(p.name); err != nil {
			t.Logf("no %s on PATH", p.name)
			continue
		}
		list = append(list, p)
		t.Cleanup(p.stop)
	}
	return list
}

func (p *peer) start() error {
	p.cmd = exec.Command(p.name, p.args...)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.cmd.Stderr = p.cmd.Stdout
	p.in, p.out = in, make(chan string, 64)
	go func() {
		defer close(p.out)
		for r := bufio.NewScanner(out); r.Scan(); {
			p.out <- r.Text()
		}
	}()
	return p.cmd.Start()
}

func (p *peer) stop() {
	if p.cmd != nil {
		_ = p.in.Close()
		_ = p.cmd.Process.Kill()
		for range p.out {
		}
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// answers returns the verdicts on a script, "unknown" where there is none.
func (p *peer) answers(script string, checks int) ([]string, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	if _, err := io.WriteString(p.in, script+"\n(echo \"end\")\n(reset)\n"); err != nil {
		p.stop()
		return nil, err
	}
	var got []string
	limit := time.After(time.Duration(2+2*checks) * time.Second)
	for {
		select {
		case line, ok := <-p.out:
			switch line = strings.Trim(line, "\""); {
			case !ok:
				p.stop()
				return pad(got, checks), nil
			case line == "end":
				if len(got) != checks {
					return got, fmt.Errorf("%s: %d answers to %d checks", p.name, len(got), checks)
				}
				return got, nil
			case line == "sat" || line == "unsat" || line == "unknown":
				got = append(got, line)
			case strings.Contains(line, "rror"):
				p.stop()
				if strings.Contains(line, "not yet support") {
					return pad(got, checks), nil
				}
				return got, errors.New(p.name + ": " + line)
			}
		case <-limit:
			p.stop()
			return pad(got, checks), nil
		}
	}
}

func pad(got []string, n int) []string {
	for len(got) < n {
		got = append(got, "unknown")
	}
	return got
}

// tally counts what a comparison saw.
type tally struct{ scripts, sat, unsat, unknown, compared int }

// disagree compares the answers to a script with those of the peers. Models
// speak for themselves, so others are asked only where the answer is unsat; it
// counts as wrong if one of them says sat, and none says unsat.
func disagree(s *script, p profile, list []*peer, n *tally) error {
	var unsat []bool
	sol := smt.New(s.st, smt.Options{Candidates: s.candidates})
	count := 0
	if err := s.visit(sol, func(o op, a answer) error {
		unsat = append(unsat, a.Status == sat.Unsat)
		switch a.Status {
		case sat.Sat:
			n.sat++
		case sat.Unsat:
			n.unsat++
			count++
		default:
			n.unknown++
		}
		return sound(sol, o, a, p, nil)
	}); err != nil {
		return err
	}
	n.scripts++
	if len(list) == 0 || count == 0 {
		return nil
	}
	text := s.textOf(func(check int) bool { return unsat[check] })
	yes, no := make([]int, count), make([]int, count)
	for _, q := range list {
		got, err := q.answers(text, count)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
		for i, v := range got {
			switch v {
			case "sat":
				yes[i]++
			case "unsat":
				no[i]++
			}
		}
	}
	for i := range yes {
		if yes[i]+no[i] > 0 {
			n.compared++
		}
		if yes[i] > 0 && no[i] == 0 {
			return fmt.Errorf("unsat %d: not for others", i)
		}
	}
	return nil
}

// compared is a sample that peers must not contradict either.
func (x sample) compared(list []*peer, n *tally) sample {
	fails := x.fails
	x.fails = func(s *script) error {
		if err := fails(s); err != nil {
			return err
		}
		return disagree(s, x.p, list, n)
	}
	return x
}

// TestPeers compares random scripts with other solvers.
func TestPeers(t *testing.T) {
	list := peers(t)
	if len(list) == 0 {
		t.Skip("no other solver")
	}
	from, to := seeds(10)
	for _, p := range chosen(profiles()) {
		t.Run(p.name, func(t *testing.T) {
			var n tally
			p.values = true
			for seed := from; seed <= to; seed++ {
				s := newGen(seed, p).session()
				fails := func(s *script) error { return disagree(s, p, list, &tally{}) }
				if err := disagree(s, p, list, &n); err != nil {
					report(t, seed, s, err, fails)
				}
			}
			t.Logf("%+v", n)
		})
	}
}
