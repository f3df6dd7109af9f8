package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestClusterCommands has the streams on a server of NATS with what accounts prints in its configuration, and everybody
// with a key of its own. Who takes the key of another role is refused.
func TestClusterCommands(t *testing.T) {
	dir := t.TempDir()
	key := func(role string) string { return filepath.Join(dir, role+".key") }
	users := ""
	list, program := filepath.Join(dir, "users"), filepath.Join(dir, "a.bpl")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add := func(role, name string) { // a user
		t.Helper()
		line, code := output(t, "key", role, "--out", key(name))
		if code != 0 {
			t.Fatal(line)
		}
		users += line
		write(list, users)
	}
	configure := func() {
		t.Helper()
		accounts, code := output(t, "accounts", list)
		if code != 0 {
			t.Fatal(accounts)
		}
		write(filepath.Join(dir, "accounts.conf"), accounts)
	}
	for _, role := range []string{"server", "worker", "client"} {
		add(role, role)
	}
	configure()
	write(program, "procedure {:entrypoint} main() { assert 1 < 2; }\n")
	listen := "127.0.0.1:-1"
	serve := func() *server.Server {
		t.Helper()
		config := filepath.Join(dir, "server.conf")
		write(config, fmt.Sprintf("include accounts.conf\nlisten: %q\njetstream { store_dir: %q }\n", listen, dir))
		opt, err := server.ProcessConfigFile(config)
		if err != nil {
			t.Fatal(err)
		}
		opt.NoSigs, opt.NoLog = true, true
		s, err := server.NewServer(opt)
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("the server does not start")
		}
		return s
	}
	s := serve()
	url := s.ClientURL()
	start(t, "the page is at", "serve", "--cluster", url, "--key", key("server"), "--page", "127.0.0.1:0")
	start(t, "tasks at a time", "work", "--join", url, "--key", key("worker"), "-j", "1")
	for i, name := range []string{"client", "second"} {
		if i > 0 {
			add("client", name)
			configure()
			s.Shutdown()
			s.WaitForShutdown()
			listen = strings.TrimPrefix(url, "nats://")
			serve()
		}
		if out, code := output(t, "verify", "--join", url, "--key", key(name), program); out != "safe\n" || code != 0 {
			t.Errorf("%s: %q, exit code %d", name, out, code)
		}
	}
	for _, args := range [][]string{
		{"verify", "--join", url, "--key", key("worker"), program}, {"work", "--join", url, "--key", key("client")},
		{"serve", "--cluster", url, "--key", key("client")},
	} {
		if out, code := output(t, args...); code != 1 {
			t.Errorf("%v: %q, exit code %d", args, out, code)
		}
	}
}
