package grid

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestBounded: what the page remembers of values is bounded, whoever writes them.
func TestBounded(t *testing.T) {
	var l latest[Campaign]
	l.values = map[string]dated[Campaign]{}
	begun := time.Now()
	for i := range mostValues + 1 {
		l.values[fmt.Sprint(i)] = dated[Campaign]{Campaign{}, begun.Add(time.Duration(i))}
	}
	l.bound()
	if n := len(l.values); n > mostValues || n < mostValues/2 {
		t.Errorf("%d values are kept", n)
	}
	if _, ok := l.values[fmt.Sprint(mostValues)]; !ok {
		t.Error("the last one is forgotten")
	}

	s, c := served(t)
	x := NewClient(c, "large", 0)
	if err := x.Announce(t.Context(), Campaign{Name: strings.Repeat("x", mostShown)}); err != nil {
		t.Fatal(err)
	}
	all, err := s.campaigns.read(t.Context(), s.js, campaignBucket, keepFor)
	if err != nil || len(all) > 0 {
		t.Errorf("%d campaigns are shown: %v", len(all), err)
	}
}
