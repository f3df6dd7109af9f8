// Package errors has models of package errors.
package errors

import "reflect"

// Is reports whether err, or what it wraps, is target.
func Is(err, target error) bool {
	if err == nil || target == nil {
		return err == target
	}
	return is(err, target, hashable(target))
}

// is stands for that of the library.
func is(err, target error, targetComparable bool) bool {
	for {
		if targetComparable && err == target {
			return true
		}
		if x, ok := err.(interface{ Is(error) bool }); ok && x.Is(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, err := range x.Unwrap() {
				if is(err, target, targetComparable) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

// As sets *target to err, or the first one that it wraps, which is assignable to that.
func As(err error, target any) bool {
	if err == nil {
		return false
	}
	if target == nil {
		panic("errors: target cannot be nil")
	}
	for {
		if assigns(err, target) {
			return true
		}
		if x, ok := err.(interface{ As(any) bool }); ok && x.As(target) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
			if err == nil {
				return false
			}
		case interface{ Unwrap() []error }:
			for _, err := range x.Unwrap() {
				if As(err, target) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
}

// assigns sets *target to err, if that is assignable.
func assigns(err error, target any) bool {
	to := reflect.ValueOf(target).Elem()
	if !reflect.TypeOf(err).AssignableTo(to.Type()) {
		return false
	}
	to.Set(reflect.ValueOf(err))
	return true
}

// hashable reports whether an error may be compared with one of the same type.
func hashable(err error) bool { return reflect.TypeOf(err).Comparable() }
