// Package answers runs Muster on tables of inputs with expected answers, and counts by family or feature what came of
// them: the conformance tests of C compilers and verifiers, and tables of small inputs that once went wrong.
//
// A table is CSV. Of its columns task or file names the input, in a directory that is given; expected begins with
// safe, unsafe, true, false, refused or unknown, or several of them with bars between; flags and data_model are added
// to the command line; family, features and daily choose and group. Rows whose expectation is another one are left
// out. The inputs are others' and not part of the repository, and some expectations are wrong: a file lists these,
// each with what is right in place of it and the reason (testdata/cconf.txt, c2.txt).
package answers
