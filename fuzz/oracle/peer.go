package oracle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Peer is another solver at the end of a pipe, which runs many scripts.
type Peer struct {
	Name   string
	args   []string
	single bool   // runs one script with one check
	wrong  string // in scripts that it may call satisfiable when they are not
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    chan string
}

// Peers returns the solvers that are installed.
func Peers() []*Peer {
	var list []*Peer
	for _, p := range []*Peer{
		{Name: "cvc5", args: []string{"--incremental", "--arrays-exp", "--tlimit-per=1000", "-q"}},
		// Z3 4.8.12 overlooks that an index is left where constant arrays differ but for stores.
		{Name: "z3", args: []string{"-in", "-t:1000"}, wrong: "(as const (Array (_ BitVec"},
		{Name: "boolector", args: []string{"--smt2", "-t", "1"}, single: true},
	} {
		if _, err := exec.LookPath(p.Name); err == nil {
			list = append(list, p)
		}
	}
	return list
}

func (p *Peer) start() error {
	p.cmd = exec.Command(p.Name, p.args...)
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

// Stop kills the other solver. The next script starts it again.
func (p *Peer) Stop() {
	if p.cmd != nil {
		_ = p.in.Close()
		_ = p.cmd.Process.Kill()
		for range p.out {
		}
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// alone runs a script with one check. What the solver does not know is unknown.
func (p *Peer) alone(script string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Name, p.args...)
	cmd.Stdin = strings.NewReader(script)
	out, _ := cmd.Output() // the exit code is 10 or 20
	switch answer := strings.TrimSpace(string(out)); answer {
	case "sat", "unsat":
		return answer
	}
	return "unknown"
}

// Answers returns the answers to the checks of a script, "unknown" where there is none. single
// has a script for each check, for solvers that run no other.
func (p *Peer) Answers(script string, single []string) ([]string, error) {
	if p.single {
		var got []string
		for _, s := range single {
			got = append(got, p.alone(s))
		}
		return got, nil
	}
	checks := len(single)
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	if _, err := io.WriteString(p.in, script+"\n(echo \"end\")\n(reset)\n"); err != nil {
		p.Stop()
		return nil, err
	}
	var got []string
	limit := time.After(time.Duration(2+2*checks) * time.Second)
	for {
		select {
		case line, ok := <-p.out:
			switch line = strings.Trim(line, "\""); {
			case !ok:
				p.Stop()
				return pad(got, checks), nil
			case line == "end":
				if len(got) != checks {
					return got, fmt.Errorf("%s: %d answers to %d checks", p.Name, len(got), checks)
				}
				return got, nil
			case line == "sat" && p.wrong != "" && strings.Contains(script, p.wrong):
				got = append(got, "unknown")
			case line == "sat" || line == "unsat" || line == "unknown":
				got = append(got, line)
			case strings.Contains(line, "rror"):
				p.Stop()
				if strings.Contains(line, "not yet support") {
					return pad(got, checks), nil
				}
				return got, errors.New(p.Name + ": " + line)
			}
		case <-limit:
			p.Stop()
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
