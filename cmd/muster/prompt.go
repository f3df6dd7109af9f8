package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// prompt reads lines from a terminal, with editing and a history. The terminal is
// in raw mode only while it reads a line, so that Ctrl-C stops a check.
type prompt struct {
	fd   int
	t    *term.Terminal
	rest []byte
}

func newPrompt(in, out *os.File) *prompt {
	both := struct {
		io.Reader
		io.Writer
	}{in, out}
	return &prompt{fd: int(in.Fd()), t: term.NewTerminal(both, "muster> ")}
}

// Read implements io.Reader.
func (p *prompt) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		old, err := term.MakeRaw(p.fd)
		if err != nil {
			return 0, err
		}
		line, err := p.t.ReadLine()
		if e := term.Restore(p.fd, old); err == nil {
			err = e
		}
		if err != nil {
			return 0, err
		}
		p.rest = append([]byte(line), '\n')
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
