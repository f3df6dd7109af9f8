//go:build !unix

package confirm

func faulted(error, string) bool { return false }
