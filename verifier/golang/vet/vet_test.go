package vet

import (
	"os/exec"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// TestPanics reads what is to be reported from comments.
func TestPanics(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	analysistest.Run(t, analysistest.TestData(), New(), "panics")
}
