package grid

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestUsers: a file of users that says something else is refused with its line.
func TestUsers(t *testing.T) {
	_, line := newKey(t, RoleWorker)
	for _, text := range []string{line + strings.Replace(line, "worker", "client", 1), "\nworker x\n", "# none\nking" + line[6:]} {
		file := filepath.Join(t.TempDir(), "users")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAccess(file, "", ""); err == nil || !strings.HasPrefix(err.Error(), file+":2:1: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestListen: nobody else gets in unless it is said who may, whatever certificate the server has.
func TestListen(t *testing.T) {
	for _, a := range []*Access{nil, {}, {tls: &tls.Config{}}} {
		s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Listen: "0.0.0.0:0", Access: a, Version: "v"})
		if err == nil {
			s.Stop()
		}
		if err == nil || !strings.Contains(err.Error(), "--users") {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// TestStart: a directory has one server, an address too, and what a server accepts is on the disk.
func TestStart(t *testing.T) {
	opt := ServerOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0", Version: "v"}
	s, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if !s.nats.JetStreamConfig().SyncAlways {
		t.Error("a loss of power loses jobs")
	}
	start := time.Now()
	if _, err := Start(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Error("two servers in a directory:", err)
	}
	opt.Dir, opt.Listen = t.TempDir(), strings.TrimPrefix(s.URL(), "nats://")
	if _, err := Start(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error("two servers at an address:", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("that takes %v", d)
	}
	opt.Listen = "127.0.0.1:0"
	again, err := Start(t.Context(), opt)
	if err != nil {
		t.Fatal("a server that did not start has kept the directory:", err)
	}
	again.Stop()
}

// TestVersion refuses a grid of another version by name.
func TestVersion(t *testing.T) {
	s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Version: "new"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	_, err = Connect(t.Context(), ConnectOptions{Server: s, Version: "old"})
	if wrong := new(VersionError); !errors.As(err, &wrong) || wrong.Own != "old" || wrong.Grid != "new" {
		t.Error(err)
	}
}

// TestPage shows what a grid does.
func TestPage(t *testing.T) {
	s, c := served(t)
	x := NewClient(c, "c", 0)
	if err := x.Submit(t.Context(), &Job{Priority: High, Name: "p"}, nil); err != nil {
		t.Fatal(err)
	}
	queued(t, c, 1)
	if err := x.Announce(t.Context(), Campaign{Name: "<nightly>", State: Running, Total: 7, Done: 2, Verdicts: "2 safe"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.workers.Put(t.Context(), "odd", []byte("{")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"/":        {"&lt;nightly&gt;", "2 of 7", "2 safe", "<td>high</td><td>1</td><td>0</td>"},
		"/metrics": {`muster_grid_tasks_waiting{priority="high"} 1`, "muster_grid_workers 0"},
	} {
		r := httptest.NewRecorder()
		s.Page().ServeHTTP(r, httptest.NewRequest("GET", path, nil))
		for _, text := range want {
			if !strings.Contains(r.Body.String(), text) {
				t.Errorf("%s lacks %s:\n%s", path, text, r.Body)
			}
		}
	}
}

// TestPages shows the campaigns that began last, and reads only what has changed since it was last asked.
func TestPages(t *testing.T) {
	s, c := served(t)
	const earlier = 30
	x := NewClient(c, "", 0)
	begun := time.Now()
	for i := range shownCampaigns + earlier {
		x.id = fmt.Sprint("c", i)
		start := begun.Add(time.Duration(i) * time.Second)
		if err := x.Announce(t.Context(), Campaign{Name: fmt.Sprintf("n%d.", i), Started: start}); err != nil {
			t.Fatal(err)
		}
	}
	page := s.Page()
	show := func() (text string, messages uint64) {
		t.Helper()
		before := s.own.Stats().InMsgs
		r := httptest.NewRecorder()
		page.ServeHTTP(r, httptest.NewRequest("GET", "/", nil))
		return r.Body.String(), s.own.Stats().InMsgs - before
	}
	all, first := show()
	if !strings.Contains(all, "n30.") || strings.Contains(all, "n29.") || !strings.Contains(all, "30 that began earlier") {
		t.Errorf("the first is %d characters:\n%s", len(all), all)
	}
	if err := x.Announce(t.Context(), Campaign{Name: "changed", Started: begun.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	all, second := show()
	if !strings.Contains(all, "changed") || !strings.Contains(all, "n30.") || strings.Contains(all, "n129.") {
		t.Errorf("the second is\n%s", all)
	}
	if first < shownCampaigns || second > shownCampaigns/2 {
		t.Errorf("it takes %d messages, and then %d", first, second)
	}
}
