package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
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

// TestBuild: this build has a name, which is not that of all in development.
func TestBuild(t *testing.T) {
	if b, err := Build(); err != nil || len(b) < 10 {
		t.Errorf("%q %v", b, err)
	}
}
