package cache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func key(n int) Key { return sha256.Sum256(fmt.Append(nil, n)) }

// TestDir: an entry is what was put there last, or none; a damaged one is an error, and may be written again.
func TestDir(t *testing.T) {
	d, err := Open(t.TempDir()+"/new/dir", 0)
	if err != nil {
		t.Fatal(err)
	}
	want := func(text string) {
		t.Helper()
		if got, err := d.Get(key(1)); err != nil || string(got) != text || (text == "") != (got == nil) {
			t.Errorf("%q %v; want %q", got, err, text)
		}
	}
	want("")
	for _, text := range []string{"one", "two"} {
		if err := d.Put(key(1), []byte(text)); err != nil {
			t.Fatal(err)
		}
		want(text)
	}
	whole, err := os.ReadFile(d.file(key(1)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 4
		for _, x := range [][]byte{bad, whole[:i]} {
			if err := os.WriteFile(d.file(key(1)), x, 0o666); err != nil {
				t.Fatal(err)
			}
			if got, err := d.Get(key(1)); err == nil {
				t.Errorf("%q is the entry %q", x, got)
			}
		}
	}
	if err := d.Put(key(1), []byte("three")); err != nil {
		t.Fatal(err)
	}
	want("three")
}

// TestEviction: what was used last stays.
func TestEviction(t *testing.T) {
	const size, entries = 20_000, 40
	d, err := Open(t.TempDir(), size)
	if err != nil {
		t.Fatal(err)
	}
	entry := make([]byte, 1000)
	for n := range entries {
		if err := d.Put(key(n), entry); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(time.Duration(n-1000) * time.Second)
		if err := os.Chtimes(d.file(key(n)), old, old); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Get(key(0)); err != nil || got == nil { // becomes the youngest
			t.Fatalf("the entry that is used all the time is gone after %d: %v", n, err)
		}
	}
	left := 0
	for n := range entries {
		if got, _ := d.Get(key(n)); got != nil {
			left++
		}
	}
	if left*1000 > size || left < 5 {
		t.Errorf("%d entries of 1000 bytes are left in %d", left, size)
	}
	if _, err := os.Stat(d.file(key(1))); err == nil {
		t.Error("the oldest entry is left")
	}
}

// TestTogether: stores of several processes write and read the same entries, which are always whole.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			d, err := Open(dir, 30_000)
			if err != nil {
				t.Error(err)
				return
			}
			for n := range 200 {
				k := n % 20
				if err := d.Put(key(k), bytes.Repeat([]byte{byte(k)}, 2000+worker)); err != nil {
					t.Error(err)
				}
				got, err := d.Get(key((n + 7) % 20))
				if err != nil || len(got) > 0 && len(bytes.Trim(got, string(got[:1]))) > 0 {
					t.Errorf("%d bytes: %v", len(got), err)
				}
			}
		})
	}
	all.Wait()
}

// TestForeign: what others have put into the directory stays, however full it is; what was left there by a writer that
// has ended does not.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	d, err := Open(dir, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	k := key(0).String()
	long := time.Now().Add(-1000 * time.Hour)
	for _, f := range []struct {
		name string
		at   time.Time
		want bool
	}{
		{"thesis.tex", long, true},
		{"ab/thesis.tex", long, true},
		{k[2:], long, true},
		{"ab/" + strings.ToUpper(k[2:]), long, true},
		{"deep/ab/" + k[2:], long, true},
		{k[:2] + "/new-1", time.Now(), true},
		{k[:2] + "/new-2", long, false},
	} {
		name := filepath.Join(dir, f.name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, make([]byte, 9000), 0o666),
			os.Chtimes(name, f.at, f.at)); err != nil {
			t.Fatal(err)
		}
		d.room = 0
		for n := range 5 {
			if err := d.Put(key(n), make([]byte, 1000)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := os.Stat(name); (err == nil) != f.want {
			t.Errorf("%s: %v", f.name, err)
		}
		for n := range 5 {
			if got, err := d.Get(key(n)); got == nil {
				t.Errorf("%s takes the place of an entry: %v", f.name, err)
			}
		}
	}
}

// TestForbidden: an entry that may not be read is none.
func TestForbidden(t *testing.T) {
	d, err := Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Put(key(1), []byte("one")), os.Chmod(d.file(key(1)), 0)); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(d.file(key(1))); err == nil {
		f.Close()
		t.Skip("everything may be read")
	}
	if got, err := d.Get(key(1)); got != nil || err != nil {
		t.Errorf("%q %v", got, err)
	}
}

// TestBuild: programs that differ in anything are different builds, and this one has a name.
func TestBuild(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := Build(); err != nil || b != fmt.Sprintf("%x", sha256.Sum256(program)) {
		t.Errorf("%q %v", b, err)
	}
	program[len(program)/2] ^= 1
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, program, 0o666); err != nil {
		t.Fatal(err)
	}
	if b, err := buildOf(other); err != nil || b == fmt.Sprintf("%x", sha256.Sum256(nil)) {
		t.Errorf("%q %v", b, err)
	} else if mine, _ := Build(); b == mine {
		t.Error("another program is the same build")
	}
}
