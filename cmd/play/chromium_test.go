package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// chromium is a headless browser, driven by the DevTools protocol over a pair of pipes.
type chromium struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	last    int
	session string
	// foreign are the addresses of other servers that the page asked for something.
	foreign []string
	origin  string
}

// newChromium starts a browser, or skips the test where there is none.
func newChromium(t *testing.T) *chromium {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("there is no Chromium here: the page is not tested")
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=1280,900",
		"--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	run.ExtraFiles = []*os.File{inRead, outWrite}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = inRead.Close(), outWrite.Close()
	b := &chromium{t: t, in: inWrite, out: bufio.NewReader(outRead)}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		_ = run.Wait()
		_, _ = inWrite.Close(), outRead.Close()
	})
	if err := outRead.SetReadDeadline(time.Now().Add(4 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	return b
}

// message is a message of the protocol.
type message struct {
	ID      int             `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

func (b *chromium) send(method string, params any) int {
	b.last++
	text, err := json.Marshal(message{ID: b.last, Method: method, Session: b.session, Params: params})
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = b.in.Write(append(text, 0)) // an error shows when the answer is read
	return b.last
}

// call sends a command and waits for its answer, which it stores in out unless that is nil.
func (b *chromium) call(method string, params, out any) {
	b.t.Helper()
	id := b.send(method, params)
	for {
		text, err := b.out.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var m struct {
			message
			Params struct {
				Request struct{ URL string }
			} `json:"params"`
		}
		if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
			b.t.Fatal(err)
		}
		if url := m.Params.Request.URL; m.Method == "Network.requestWillBeSent" && !strings.HasPrefix(url, b.origin) && !strings.HasPrefix(url, "data:") {
			b.foreign = append(b.foreign, url)
		}
		switch {
		case m.ID != id:
			continue
		case m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		case out != nil:
			if err := json.Unmarshal(m.Result, out); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// open opens a page in a new tab.
func (b *chromium) open(url string) {
	b.t.Helper()
	b.session = ""
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	b.call("Network.enable", nil, nil)
	b.call("Page.enable", nil, nil)
	b.call("Page.navigate", map[string]any{"url": url}, nil)
}

// eval returns what an expression is in the page, as text.
func (b *chromium) eval(expression string) string {
	b.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(r.Result.Value)
}

// await waits until an expression is true in the page.
func (b *chromium) await(expression string) {
	b.t.Helper()
	for start := time.Now(); time.Since(start) < 90*time.Second; time.Sleep(30 * time.Millisecond) {
		if b.eval("Boolean("+expression+")") == "true" {
			return
		}
	}
	b.t.Fatalf("it never holds: %s; the page says %s", expression, b.eval("document.body.innerText"))
}

// want compares what an expression is in the page.
func (b *chromium) want(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// key presses a key.
func (b *chromium) key(name string) {
	b.t.Helper()
	text := ""
	if len(name) == 1 {
		text = name
	}
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": name, "text": text}, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name}, nil)
}

// click clicks on the middle of an element, as a mouse does.
func (b *chromium) click(selector string) {
	b.t.Helper()
	var at [2]float64
	text := b.eval(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return JSON.stringify([r.x + r.width / 2, r.y + r.height / 2]) })()`, selector))
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		b.t.Fatal(err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
	}
}

// picture writes a picture of the page to the directory that PLAY_PICTURES names, if there is one.
func (b *chromium) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("PLAY_PICTURES")
	if dir == "" {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
		var shot struct{ Data []byte }
		b.call("Page.captureScreenshot", nil, &shot)
		if err := os.WriteFile(fmt.Sprintf("%s/%s-%s.png", dir, name, scheme), shot.Data, 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
}
