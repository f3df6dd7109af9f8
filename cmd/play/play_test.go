package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

// TestPage uses the page as a user does, in a headless browser: type, run, step, stop, share. PLAY_FILES names a directory that has
// the page already.
func TestPage(t *testing.T) {
	extent.NeedLong(t, "it compiles the solver for a browser")
	b := newChromium(t)
	s, err := pageFrom(os.Getenv("PLAY_FILES"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s[solverFile]); n > maxSolver {
		t.Errorf("the solver has %d bytes, more than %d", n, maxSolver)
	}
	b.origin = startServer(t, s)
	b.open(b.origin)
	b.await("document.body?.dataset.ready")
	b.want("document.querySelectorAll('#example option').length > 5", "true")

	// A program that is typed, and run by a key.
	b.eval("document.querySelector('#text').value = ''; document.querySelector('#text').focus()")
	const program = "procedure half(n: int) returns (h: int)\n{\n  h := n div 2;\n}\n\nprocedure main(n: int)\n{\n  var h: int;\n  call h := half(n);\n  assert h + h == n;\n}"
	b.call("Input.insertText", map[string]any{"text": program}, nil)
	b.want("document.querySelector('#gutter').textContent.trim().split('\\n').length", "11")
	b.click("#run")
	b.await("!document.querySelector('#verdict').hidden")
	b.want("document.querySelector('#verdict b').textContent", "unsafe")
	b.want("document.querySelector('#notes').innerText", "line 10: this assertion fails")
	b.want("document.querySelector('#marks .fault').dataset.line", "10")

	// Steps, by buttons and keys.
	b.click("#first")
	b.want("document.querySelector('#at').textContent.startsWith('step 1 of')", "true")
	b.eval("document.activeElement.blur()")
	for b.eval("document.querySelector('#marks div').dataset.line") != "3" {
		if b.eval("document.querySelector('#next').disabled") == "true" {
			t.Fatal("no step is at line 3: ", b.eval("document.querySelector('#stops').innerText"))
		}
		b.key("n")
	}
	b.want("document.querySelector('#stops .here .what').textContent.trim()", "h := n div 2;")
	b.want("[...document.querySelectorAll('#values caption')].map(c => c.textContent).join()", "main,half")
	b.picture("trace")
	at := b.eval("document.querySelector('#at').textContent")
	b.key("p")
	b.click("#next")
	b.want("document.querySelector('#at').textContent", at)

	// The text in the address, opened elsewhere.
	b.click("#share")
	b.await("location.hash.length > 10")
	shared := b.eval("location.href")
	b.open(shared)
	b.await("document.body?.dataset.ready")
	b.want("document.querySelector('#text').value", program)
	b.want("document.querySelector('#ask').value", "")

	testFaults(t, b)
	testStop(t, b)
	testKinds(t, b)
	if len(b.foreign) > 0 {
		t.Errorf("the page asked others: %v", b.foreign)
	}
}

// startServer serves the page, and returns where.
func startServer(t *testing.T, s site) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l, s) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return fmt.Sprintf("http://%s/", l.Addr())
}

// testFaults asks for all that fails, and by contracts, and opens what was shared of that.
func testFaults(t *testing.T, b *chromium) {
	t.Helper()
	const program = `procedure half(n: int) returns (h: int)\n  requires n >= 0;\n  ensures h + h == n;\n{\n  h := n div 2;\n}\n\n` +
		`procedure main(n: int)\n{\n  var h: int;\n  call h := half(n);\n  assert h < n;\n  if (n > 5) {\n    assert h > 3;\n  }\n}`
	lines := "[...document.querySelectorAll('#marks .fault')].map(m => m.dataset.line).join()"
	ask := func(what, verdict, want string) {
		t.Helper()
		b.eval(fmt.Sprintf("document.querySelector('#ask').value = %q; document.querySelector('#ask').dispatchEvent(new Event('change'))", what))
		b.click("#run")
		b.await("!document.querySelector('#verdict').hidden")
		b.want("document.querySelector('#verdict b').textContent", verdict)
		b.want(lines, want)
		b.picture("faults-" + what)
	}
	b.eval("load('boogie', '" + program + "')")
	ask("all", "unsafe: 4 assertions fail", "3,11,12,14")
	b.click("#notes li:nth-child(4) a")
	b.want("document.querySelector('#trace').hidden", "false")
	b.want("document.querySelector('#marks .fault').dataset.line", "14")
	b.want("document.querySelector('#stops .here .what').textContent.trim()", "assert h > 3;")
	ask("modular", "0 procedures verified, 4 errors", "6,11,12,14")
	b.want("document.querySelector('#marks .fault').textContent", "A postcondition might not hold on this return path.")
	b.want("document.querySelector('#notes li').innerText.includes('line 3: This is the postcondition that might not hold.')", "true")
	b.want("document.querySelector('#bound-label').hidden", "true")
	b.eval("history.replaceState(null, '', '#')")
	b.click("#share")
	b.await("location.hash.length > 10")
	b.open(b.eval("location.href"))
	b.await("document.body?.dataset.ready")
	b.want("document.querySelector('#ask').value", "modular")
	b.eval("document.querySelector('#ask').value = ''; setKind('boogie')")
}

// testStop stops a run that would last, by the button and by its time, and runs again.
func testStop(t *testing.T, b *chromium) {
	t.Helper()
	b.eval(`load('smt', '(set-logic QF_NIA)(declare-const a Int)(declare-const b Int)(declare-const c Int)(assert (and (> a 1) (> b a) (> c b) (= (+ (* a a a) (* b b b)) (* c c c))))(check-sat)')`)
	b.eval("document.querySelector('#seconds').value = '0'")
	b.click("#run")
	b.await("document.querySelector('#said').textContent.startsWith('running')")
	b.want("document.querySelector('#run').disabled", "true")
	b.click("#stop")
	b.want("document.querySelector('#verdict b').textContent", "stopped")
	b.want("document.querySelector('#run').disabled", "false")
	b.eval("document.querySelector('#seconds').append(Object.assign(document.createElement('option'), {value: '0.5'})); document.querySelector('#seconds').value = '0.5'")
	b.click("#run")
	b.await("!document.querySelector('#verdict').hidden")
	b.want("document.querySelector('#verdict b').textContent.startsWith('unknown')", "true")
	b.eval("document.querySelector('#seconds').value = '60'")
}

// testKinds runs every example, and looks at what is shown of some.
func testKinds(t *testing.T, b *chromium) {
	t.Helper()
	for i := 1; b.eval(fmt.Sprintf("document.querySelectorAll('#example option').length > %d", i)) == "true"; i++ {
		b.eval(fmt.Sprintf("document.querySelector('#example').value = %d; document.querySelector('#example').dispatchEvent(new Event('change'))", i-1))
		_, want, _ := strings.Cut(b.eval("document.querySelector('#text').value.split('\\n')[0]"), "Verdict: ")
		b.click("#run")
		b.await("!document.querySelector('#verdict').hidden")
		b.want("document.querySelector('#verdict b').textContent", want)
		b.picture(fmt.Sprintf("example%d", i))
	}
	b.want("document.querySelectorAll('#tables td').length >= 36", "true") // a model of the last example
	b.eval("load('boogie', 'procedure main() {\\n  x := 1;\\n}')")
	b.click("#run")
	b.await("!document.querySelector('#verdict').hidden")
	b.want("document.querySelector('#marks .fault').dataset.line", "2")
	b.want("document.querySelector('#notes').innerText", "line 2: undeclared identifier 'x'")
	b.picture("error")
}

// TestServe asks the server for what it has and what it has not.
func TestServe(t *testing.T) {
	s := site{"index.html": []byte("page"), solverFile: []byte("solver")}
	dir := t.TempDir()
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	again, err := readSite(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := startServer(t, again)
	for path, want := range map[string]string{
		"":           "200 text/html; charset=utf-8",
		solverFile:   "200 application/octet-stream",
		"none":       "404 text/plain; charset=utf-8",
		"../go.mod":  "404 text/plain; charset=utf-8",
		"index.html": "200 text/html; charset=utf-8",
	} {
		r, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if got := fmt.Sprint(r.StatusCode, " ", r.Header.Get("Content-Type")); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if err := os.Remove(dir + "/" + solverFile); err != nil {
		t.Fatal(err)
	}
	if _, err := readSite(dir); err == nil {
		t.Error("a page without a solver is served")
	}
}
