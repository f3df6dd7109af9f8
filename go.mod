module github.com/muster-smt/muster

go 1.26.0

require (
	github.com/go-air/gini v1.0.4
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.18.0
	github.com/leanovate/gopter v0.2.11
	github.com/rogpeppe/go-internal v1.14.1
	github.com/ulikunitz/xz v0.5.15
	github.com/urfave/cli/v3 v3.14.0
	golang.org/x/term v0.38.0
	golang.org/x/tools v0.52.0
	gonum.org/v1/gonum v0.17.0
	gonum.org/v1/plot v0.16.0
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.1.0 // indirect
	codeberg.org/go-pdf/fpdf v0.10.0 // indirect
	git.sr.ht/~sbinet/gg v0.6.0 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/campoy/embedmd v1.0.0 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/image v0.25.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.23.0 // indirect
)
