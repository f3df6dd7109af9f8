package main

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// typed is what is typed at a prompt, and where it is shown.
type typed struct {
	io.Reader
	shown strings.Builder
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct{ typed, read, shown string }{
		{"(check-sat)\r", "(check-sat)\n", ""},
		{"(assert\r(> x\r 2))\r(exit)\r", "(assert\n(> x\n 2))\n(exit)\n", nextPrompt},
		{"(assert (\x03(check-sat)\r", "(check-sat)\n", ""},
		{"(assert\r(> x\x03(check-sat)\r", "(check-sat)\n", nextPrompt},
		{"\x03\x03(a)\x03(b)\r", "(b)\n", ""},
		{")\rabc\r(b)\r", "(b)\n", ":help says more"},
		{"(a))\r(b)\r", "(a))\n(b)\n", ""},
		{":help\r(b)\r", "(b)\n", "(check-sat-assuming"},
		{"(help)\r\r:quit\r", "(exit)\n", "Ctrl-D leaves"},
		{"(echo \")\r(\") ; (\r(b) |\r", "(echo \")\n(\") ; (\n", nextPrompt},
		{"; (\r(b)\r", "; (\n(b)\n", ""},
		{"(a\r\x04", "", nextPrompt},
	} {
		in := &typed{Reader: iotest.OneByteReader(strings.NewReader(c.typed))}
		p := promptOn(in, &in.shown)
		read, err := io.ReadAll(p)
		if err != nil || string(read) != c.read || !strings.Contains(in.shown.String(), c.shown) {
			t.Errorf("%q: %v, read %q\n%q", c.typed, err, read, in.shown.String())
		}
	}
}

// An interrupt ends a check; one that came before does not.
func TestPromptInterrupt(t *testing.T) {
	p := promptOn(strings.NewReader(""), io.Discard)
	p.signals <- os.Interrupt
	ctx, cancel := p.check(context.Background())
	if ctx.Err() != nil {
		t.Error("an old interrupt counts")
	}
	p.signals <- os.Interrupt
	<-ctx.Done()
	cancel()
	if ctx, cancel := p.check(context.Background()); ctx.Err() != nil {
		t.Error("the next check is interrupted")
	} else {
		cancel()
	}
}
