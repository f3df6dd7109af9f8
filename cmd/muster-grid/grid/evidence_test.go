package grid

import (
	"strings"
	"testing"
)

// TestEvidence: what is read as the evidence of a result is what its worker has kept, or nothing.
func TestEvidence(t *testing.T) {
	c := local(t)
	w, client := &worker{Conn: c}, NewClient(c, "c", 0)
	hash, err := w.back(t.Context(), []byte("good"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := client.Evidence(t.Context(), &Result{Evidence: hash}); err != nil || string(got) != "good" {
		t.Errorf("%s, %v", got, err)
	}
	if hash, err := w.back(t.Context(), nil); hash != "" || err != nil {
		t.Errorf("no evidence: %q, %v", hash, err)
	}
	large := make([]byte, maxProof+1)
	if _, err := w.back(t.Context(), large); err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Error("large evidence is kept:", err)
	}
	for name, text := range map[string][]byte{"large": large, "spoilt": []byte("other")} {
		if err := replace(t.Context(), c.evidence, Hash([]byte(name)), text); err != nil {
			t.Fatal(err)
		}
	}
	if err := replace(t.Context(), c.evidence, Hash(large), large); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ hash, why string }{
		{"", "it has none"},
		{Hash([]byte("none")), "it is missing"},
		{Hash([]byte("spoilt")), "another hash"},
		{Hash([]byte("large")), "larger than 16 MiB"},
		{Hash(large), "larger than 16 MiB"},
	} {
		text, err := client.Evidence(t.Context(), &Result{Evidence: x.hash})
		if text != nil || err == nil || !strings.Contains(err.Error(), x.why) {
			t.Errorf("%q: %d bytes, %v, want %s", x.hash, len(text), err, x.why)
		}
	}
}
