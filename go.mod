module github.com/muster-smt/muster

go 1.26

require (
	github.com/go-air/gini v1.0.4
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.18.0
	github.com/leanovate/gopter v0.2.11
	github.com/rogpeppe/go-internal v1.14.1
	github.com/ulikunitz/xz v0.5.15
	github.com/urfave/cli/v3 v3.14.0
	golang.org/x/term v0.38.0
	gonum.org/v1/gonum v0.17.0
)

require (
	golang.org/x/sys v0.39.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
)
