// Package project generalises models.
package project
