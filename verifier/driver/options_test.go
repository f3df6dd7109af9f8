package driver

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

// TestDefaults: zero values are the good defaults, of a program that was written with a bound in mind and of one that was
// not.
func TestDefaults(t *testing.T) {
	const minute = time.Minute
	for _, c := range []struct {
		question  Question
		limits    Limits
		want      string // the first bound, and how long a proof for all is sought
		unlimited string // the same of a program without a bound in mind; empty: as before
	}{
		{Question{}, Limits{}, "3 15s", ""},
		{Question{}, Limits{Timeout: minute}, "3 15s", "3 45s"},
		{Question{}, Limits{Timeout: minute, Unbounded: 2 * minute}, "3 2m0s", ""},
		{Question{}, Limits{Timeout: minute, Unbounded: -1}, "3 0s", ""},
		{Question{Bound: 5}, Limits{Timeout: minute}, "5 15s", ""},
		{Question{Bound: 5}, Limits{Unbounded: -1}, "5 0s", ""},
		{Question{AllBounds: true}, Limits{}, "1 0s", ""},
		{Question{AllBounds: true}, Limits{Timeout: minute}, "1 0s", ""},
		{Question{AllBounds: true, Bound: 4}, Limits{Unbounded: minute}, "4 1m0s", ""},
	} {
		for _, ordinary := range []bool{false, true} {
			want := c.want
			if ordinary && c.unlimited != "" {
				want = c.unlimited
			}
			o := Options{Question: c.question, Limits: c.limits}
			if got := fmt.Sprint(o.first(), o.proof(ordinary)); got != want {
				t.Errorf("%+v, %+v, without a bound in mind: %v: %s, not %s", c.question, c.limits, ordinary, got, want)
			}
		}
	}
}

// TestGroups: the options are in a few groups of a few fields, so each can be found.
func TestGroups(t *testing.T) {
	all := reflect.TypeFor[Options]()
	if n := all.NumField(); n > 4 {
		t.Errorf("%d groups", n)
	}
	for i := range all.NumField() {
		if f := all.Field(i); !f.Anonymous || f.Type.NumField() > 10 {
			t.Errorf("%s is no group, or has more than 10 fields", f.Name)
		}
	}
}

func TestAbstractValues(t *testing.T) {
	for _, name := range []string{"auto", "on", "off"} {
		var a Abstract
		if err := a.Set(name); err != nil || a.String() != name {
			t.Errorf("%s: %v, %v", name, a.String(), err)
		}
	}
	if a := AbstractOff; a.Set("x") == nil || a != AbstractOff {
		t.Error("x is a choice")
	}
}

// Only an engine that inlines calls goes on with a part of a search.
func TestHalvesOption(t *testing.T) {
	for name, ok := range map[string]bool{"": true, "corral": true, "alt:3": true, "spacer": false, executing: false, Auto: false} {
		o := Options{Limits: Limits{Halves: name}}
		if err := o.complete(); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
