package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Build identifies the program that runs, by the hash of its file: a version says neither what it was built with, nor
// in what program Muster is. Answers of different builds are different answers.
func Build() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	return buildOf(name)
}

func buildOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
