package main

import (
	"os"
	"testing"
)

// TestRules makes sure that the faults of the table can be planted.
func TestRules(t *testing.T) {
	if err := os.Chdir("../.."); err != nil {
		t.Fatal(err)
	}
	if _, err := broken(); err != nil {
		t.Error(err)
	}
}
