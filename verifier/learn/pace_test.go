package learn

import (
	"context"
	"testing"
	"time"
)

// TestPace: a search ends after its steps, a part of it after its own, and what a part takes is not left to the rest.
func TestPace(t *testing.T) {
	whole, cancel := pace(context.Background(), time.Second, true)
	defer cancel()
	part := whole.part(4)
	for n := int64(1); part.Err() == nil; n++ {
		if n > stepsPerSecond/4 {
			t.Fatal("the part goes on")
		}
	}
	left := int64(0)
	for ; whole.Err() == nil; left++ {
	}
	if left != stepsPerSecond-stepsPerSecond/4 {
		t.Errorf("%d steps are left", left)
	}
}
