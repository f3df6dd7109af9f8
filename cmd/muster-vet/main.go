// Command muster-vet finds panics of exported functions, for go vet:
//
//	go install github.com/muster-smt/muster/cmd/muster-vet@latest
//	go vet -vettool=$(which muster-vet) ./...
//
// It executes nothing of the packages that it reads. See package vet for what an alarm rests on.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/muster-smt/muster/verifier/golang/vet"
)

func main() { unitchecker.Main(vet.New()) }
