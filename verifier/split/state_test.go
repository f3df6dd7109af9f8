package split_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/split"
)

var states = []split.State{
	{},
	{System: evidence.Hash{1, 2, 3}, Engine: "legion", Bound: 300, Wide: true, Plain: true,
		Opened:  []verifier.SiteRef{{Instance: 0, Site: 1}, {Instance: 1 << 30, Site: 1 << 20}},
		Decided: []verifier.Decision{{Site: verifier.SiteRef{Instance: 1}, Must: true}, {Site: verifier.SiteRef{Site: 2}}},
		Counts:  inline.Counts{Instances: 7, Sites: 200, Assertions: 70000}, Facts: []byte{5, 0}, Seed: 1 << 40},
}

// What is written is read, and nothing that is cut off or follows another version.
func TestState(t *testing.T) {
	for _, s := range states {
		data := s.Append(nil)
		got, err := split.Read(data)
		if err != nil || !reflect.DeepEqual(*got, s) {
			t.Errorf("%v, %v, not %v", got, err, s)
		}
		for n := range data {
			if got, err := split.Read(data[:n]); err == nil {
				t.Errorf("%d of %d bytes are %v", n, len(data), got)
			}
		}
		if data[0]++; split.Version > 0 {
			if _, err := split.Read(data); err == nil {
				t.Error("another version is read")
			}
		}
	}
}

// Whatever is read is written as it was.
func FuzzState(f *testing.F) {
	for _, s := range states {
		f.Add(s.Append(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := split.Read(data)
		if err == nil && !bytes.Equal(s.Append(nil), data) {
			t.Errorf("%v is written in another way", *s)
		}
	})
}
