package measure

import (
	"strings"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for _, c := range []struct{ q, want float64 }{{0, 1}, {0.5, 3}, {0.8, 4}, {0.9, 5}, {1, 5}} {
		if got := Quantile(values, c.q); got != c.want {
			t.Errorf("quantile %v is %v, want %v", c.q, got, c.want)
		}
	}
}

func TestInternal(t *testing.T) {
	for _, c := range []struct {
		command string
		want    bool
	}{{"exit 6", true}, {"exit 1", false}, {"exit 0", false}, {"kill -9 $$", false}} {
		p := Run(t.Context(), NoPin, time.Minute, "sh", "-c", c.command)
		if p.Internal() != c.want {
			t.Errorf("%s: %v", c.command, p.Err)
		}
	}
}

func TestSampled(t *testing.T) {
	got := Sampled(strings.Fields("A1 A2 A3 A4 A5 B1 B2 C1"), 2, func(s string) string { return s[:1] })
	if text := strings.Join(got, " "); text != "A3 A5 B1 B2 C1" {
		t.Error(text)
	}
}
