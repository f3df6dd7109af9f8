package oracle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Peer is another solver at the end of a pipe, which runs many scripts.
type Peer struct {
	Name string
	args []string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  chan string
}

// Peers returns the solvers that are installed.
func Peers() []*Peer {
	var list []*Peer
	for _, p := range []*Peer{
		{Name: "cvc5", args: []string{"--incremental", "--arrays-exp", "--tlimit-per=1000", "-q"}},
		{Name: "z3", args: []string{"-in", "-t:1000"}},
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

// Answers returns the answers to the checks of a script, "unknown" where there is none.
func (p *Peer) Answers(script string, checks int) ([]string, error) {
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
