package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"
)

// The prompt, and the one while a command is not complete.
const (
	firstPrompt = "muster> "
	nextPrompt  = "......> "
)

// promptHelp answers :help.
const promptHelp = `A command ends with the parenthesis that closes it. For example:
  (declare-const x Int) (declare-fun f (Int) Bool) (define-fun y () Int (+ x 1))
  (assert (and (f x) (> x 2)))
  (check-sat)   (check-sat-assuming ((f y)))
  (get-model)   (get-value (x (f 3)))   (get-unsat-core)   (get-info :reason-unknown)
  (push 1)   (pop 1)   (reset-assertions)   (reset)
  (set-option :produce-unsat-cores true)   (set-option :timeout 5000)
  (exit)
Ctrl-C gives up a command, or the check that is running. Ctrl-D leaves. The arrows up
and down bring earlier lines back.
`

// prompt reads commands from a terminal, with editing and a history. The terminal is
// in raw mode only while it reads a line, so that Ctrl-C stops a check.
type prompt struct {
	t     *term.Terminal
	keys  *keys
	raw   func() (restore func() error, err error) // makes the terminal raw
	open  nesting
	part  []byte // of a command, whose end is yet to be read
	ready []byte // complete commands

	signals chan os.Signal // interrupts; none ends the process
}

func newPrompt(in, out *os.File) *prompt {
	p := promptOn(in, out)
	p.raw = func() (func() error, error) {
		if w, h, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
			_ = p.t.SetSize(w, h)
		}
		old, err := term.MakeRaw(int(in.Fd()))
		return func() error { return term.Restore(int(in.Fd()), old) }, err
	}
	signal.Notify(p.signals, os.Interrupt)
	fmt.Fprintf(out, "%s. Type :help for help.\n", version())
	return p
}

// promptOn makes a prompt for what is typed and shown.
func promptOn(in io.Reader, out io.Writer) *prompt {
	p := &prompt{keys: &keys{in: in}, signals: make(chan os.Signal, 1)}
	p.raw = func() (func() error, error) { return func() error { return nil }, nil }
	p.t = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{p.keys, out}, firstPrompt)
	return p
}

// Read implements io.Reader. It returns complete commands.
func (p *prompt) Read(b []byte) (int, error) {
	for len(p.ready) == 0 {
		line, err := p.line()
		if err != nil {
			return 0, err
		}
		p.take(line)
	}
	n := copy(b, p.ready)
	p.ready = p.ready[n:]
	return n, nil
}

// line reads a line.
func (p *prompt) line() (string, error) {
	restore, err := p.raw()
	if err != nil {
		return "", err
	}
	p.t.SetPrompt(firstPrompt)
	if len(p.part) > 0 {
		p.t.SetPrompt(nextPrompt)
	}
	line, err := p.t.ReadLine()
	if err == term.ErrPasteIndicator {
		err = nil
	}
	if e := restore(); err == nil {
		err = e
	}
	return line, err
}

// take adds a line to the present command.
func (p *prompt) take(line string) {
	if p.keys.interrupted {
		p.keys.interrupted = false
		p.part, p.open = p.part[:0], nesting{}
	}
	if len(p.part) == 0 {
		switch text := strings.TrimSpace(line); text {
		case "":
			return
		case ":help", "help", "(help)", "?", ":h":
			_, _ = io.WriteString(p.t, promptHelp)
			return
		case ":quit", ":exit", ":q", "quit", "exit":
			line = "(exit)"
		default: // what is no command is not for the script, whose answers would depend on it
			if text[0] != '(' && text[0] != ';' {
				_, _ = io.WriteString(p.t, "A command begins with a parenthesis; :help says more.\n")
				return
			}
		}
	}
	p.part = append(append(p.part, line...), '\n')
	p.open.add(line)
	if p.open.inside() {
		return
	}
	p.ready = append(p.ready, p.part...)
	p.part, p.open = p.part[:0], nesting{}
}

// check returns the context of a check, which an interrupt ends; the session goes on.
func (p *prompt) check(ctx context.Context) (context.Context, context.CancelFunc) {
	select {
	case <-p.signals: // an old one
	default:
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-p.signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// keys makes Ctrl-C erase the line and end it.
type keys struct {
	in          io.Reader
	rest        []byte
	interrupted bool
}

const (
	ctrlC     = '\x03'
	eraseLine = "\x05\x15\r" // to the end, erase to the beginning, return
)

func (k *keys) Read(b []byte) (int, error) {
	if len(k.rest) == 0 {
		n, err := k.in.Read(b)
		at := bytes.IndexByte(b[:n], ctrlC)
		if at < 0 {
			return n, err
		}
		k.interrupted = true
		k.rest = append(append(k.rest[:0], eraseLine...), b[bytes.LastIndexByte(b[:n], ctrlC)+1:n]...)
	}
	n := copy(b, k.rest)
	k.rest = k.rest[n:]
	return n, nil
}

// nesting says where a text stands: how many parentheses are open, and in what token.
type nesting struct {
	depth int
	token byte // '"' or '|' in a string or a quoted symbol
}

// inside reports whether the command goes on.
func (n *nesting) inside() bool { return n.depth > 0 || n.token != 0 }

// add reads a line.
func (n *nesting) add(line string) {
	for _, c := range []byte(line) {
		switch {
		case n.token != 0:
			if c == n.token {
				n.token = 0
			}
		case c == '"' || c == '|':
			n.token = c
		case c == ';':
			return
		case c == '(':
			n.depth++
		case c == ')':
			n.depth = max(n.depth-1, 0) // a stray one is the reader's to report
		}
	}
}
