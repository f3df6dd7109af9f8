package grid

import (
	"log/slog"
	"testing"
)

// TestEntries: a worker finds what any worker has kept under a key, and nothing in what is none.
func TestEntries(t *testing.T) {
	c := local(t)
	c.log = slog.New(slog.DiscardHandler)
	w := &worker{Conn: c}
	keep := func(key, evidence string) {
		t.Helper()
		hash, err := w.back(t.Context(), []byte(evidence))
		if err == nil {
			_, err = w.answers.Put(t.Context(), entryKey(key), []byte(hash))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	good := []byte(`{"a":"b25l","b":"dHdv"}`)
	hash, err := w.back(t.Context(), good)
	if err == nil {
		err = w.index(t.Context(), good, hash)
	}
	if err != nil {
		t.Fatal(err)
	}
	keep("c", `{"a":"b25l"}`)
	keep("d", `{"d":`)
	keep("e", `7`)
	if _, err := w.answers.Put(t.Context(), entryKey("f"), []byte(Hash([]byte("none")))); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"a": "one", "b": "two", "c": "", "d": "", "e": "", "f": "", "g": "", ">": ""} {
		if got := w.entry(t.Context(), key); string(got) != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
