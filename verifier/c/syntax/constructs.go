package syntax

import "strings"

// class says what becomes of a construct of C, or of gcc's C.
type class uint8

const (
	unsupported class = iota // where it is used is a Hole, or an error, that names it
	exact                    // it means what it means with gcc
	harmless                 // no execution depends on it, for the reason of its row
)

// row says what becomes of a construct. What is in no row is not supported.
type row struct {
	class  class
	reason string // why it is harmless
}

// Reasons that several rows share.
const (
	warnings   = "it makes gcc warn, or not"
	optimizing = "it lets gcc make faster code of programs that keep a promise, which are those that gcc's users verify"
	placing    = "it says where the linker puts things, whose addresses no program can rely on"
	linking    = "it says how other objects files see a name; a program is all of its files"
	calling    = "it says in which registers arguments are passed, which is seen only where caller and callee disagree"
	inlining   = "what is inlined computes the same"
	hardening  = "it adds checks for what has no meaning, or leaves them out"
	profiling  = "it is about tools that watch a program"
	registers  = "it says what code saves or keeps, which a program in C does not see"
)

// attributeRows are gcc's attributes for C on x86.
var attributeRows = map[string]row{
	"aligned": {class: exact}, "packed": {class: exact}, "cleanup": {class: exact}, "constructor": {class: exact}, "destructor": {class: exact},
	"alias": {class: exact}, "weak": {class: exact}, "mode": {class: exact}, "noreturn": {class: exact}, "transparent_union": {class: exact},
	"ms_struct": {class: exact}, "gcc_struct": {class: exact}, "scalar_storage_order": {class: exact}, "vector_size": {class: exact},
	"gnu_inline": {class: exact}, "warn_if_not_aligned": {class: exact},

	"deprecated": {harmless, warnings}, "unavailable": {harmless, warnings}, "unused": {harmless, warnings}, "warn_unused_result": {harmless, warnings},
	"warning": {harmless, warnings}, "error": {harmless, warnings}, "format": {harmless, warnings}, "format_arg": {harmless, warnings},
	"nonnull": {harmless, warnings}, "sentinel": {harmless, warnings}, "nonstring": {harmless, warnings}, "fallthrough": {harmless, warnings},
	"access": {harmless, warnings}, "designated_init": {harmless, warnings}, "tainted_args": {harmless, warnings}, "maybe_unused": {harmless, warnings},
	"nodiscard": {harmless, warnings}, "fd_arg": {harmless, warnings}, "warn_unused": {harmless, warnings},

	"pure": {harmless, optimizing}, "const": {harmless, optimizing}, "malloc": {harmless, optimizing}, "alloc_size": {harmless, optimizing},
	"alloc_align": {harmless, optimizing}, "assume_aligned": {harmless, optimizing}, "returns_nonnull": {harmless, optimizing},
	"nothrow": {harmless, optimizing}, "leaf": {harmless, optimizing}, "hot": {harmless, optimizing}, "cold": {harmless, optimizing},
	"may_alias": {harmless, "memory is as with -fno-strict-aliasing for all types"}, "optimize": {harmless, optimizing},
	"target": {harmless, optimizing}, "simd": {harmless, optimizing}, "no_reorder": {harmless, optimizing}, "expected_throw": {harmless, optimizing},

	"always_inline": {harmless, inlining}, "noinline": {harmless, inlining}, "noclone": {harmless, inlining}, "noipa": {harmless, inlining},
	"no_icf": {harmless, inlining}, "flatten": {harmless, inlining}, "artificial": {harmless, inlining}, "no_split_stack": {harmless, inlining},

	"section": {harmless, placing}, "common": {harmless, placing}, "nocommon": {harmless, placing}, "noinit": {unsupported, ""},
	"persistent": {harmless, placing}, "used": {harmless, placing}, "retain": {harmless, placing}, "externally_visible": {harmless, placing},
	"visibility": {harmless, linking}, "tls_model": {harmless, linking}, "dllimport": {harmless, linking}, "dllexport": {harmless, linking},
	"selectany": {harmless, linking}, "shared": {harmless, linking}, "nodirect_extern_access": {harmless, linking}, "noplt": {harmless, linking},
	"symver": {harmless, linking},

	"cdecl": {harmless, calling}, "stdcall": {harmless, calling}, "fastcall": {harmless, calling}, "thiscall": {harmless, calling},
	"regparm": {harmless, calling}, "sseregparm": {harmless, calling}, "ms_abi": {harmless, calling}, "sysv_abi": {harmless, calling},
	"force_align_arg_pointer": {harmless, calling}, "callee_pop_aggregate_return": {harmless, calling}, "ms_hook_prologue": {harmless, calling},
	"zero_call_used_regs": {harmless, registers}, "no_callee_saved_registers": {harmless, registers}, "no_caller_saved_registers": {harmless, registers},
	"stack_protect": {harmless, hardening}, "no_stack_protector": {harmless, hardening}, "stack_protector": {harmless, hardening},
	"nocf_check": {harmless, hardening}, "cf_check": {harmless, hardening}, "no_sanitize": {harmless, hardening},
	"no_sanitize_address": {harmless, hardening}, "no_address_safety_analysis": {harmless, hardening}, "no_sanitize_thread": {harmless, hardening},
	"no_sanitize_undefined": {harmless, hardening}, "no_sanitize_coverage": {harmless, hardening}, "asan_odr_indicator": {harmless, hardening},
	"indirect_branch": {harmless, hardening}, "function_return": {harmless, hardening}, "indirect_return": {harmless, hardening},
	"fentry_name": {harmless, profiling}, "fentry_section": {harmless, profiling}, "no_instrument_function": {harmless, profiling},
	"no_profile_instrument_function": {harmless, profiling}, "nodebug": {harmless, profiling}, "patchable_function_entry": {harmless, profiling},
	"copy": {unsupported, ""}, "ifunc": {unsupported, ""}, "weakref": {unsupported, ""}, "returns_twice": {unsupported, ""}, "naked": {unsupported, ""},
	"interrupt": {unsupported, ""}, "target_clones": {unsupported, ""}, "address_space": {unsupported, ""}, "uninitialized": {unsupported, ""},
	"transaction_safe": {unsupported, ""}, "signal": {unsupported, ""}, "btf_type_tag": {unsupported, ""},
}

// pragmaRows are the pragmas, by their first words.
var pragmaRows = map[string]row{
	"pack": {class: exact}, "scalar_storage_order": {class: exact}, "weak": {class: exact}, "redefine_extname": {class: exact},
	"once": {class: exact}, "push_macro": {class: exact}, "pop_macro": {class: exact},
	"message": {harmless, warnings}, "GCC diagnostic": {harmless, warnings}, "GCC system_header": {harmless, warnings}, "GCC warning": {harmless, warnings},
	"GCC error": {class: exact}, "GCC poison": {class: exact}, "GCC dependency": {harmless, warnings},
	"GCC push_options": {harmless, optimizing}, "GCC pop_options": {harmless, optimizing}, "GCC reset_options": {harmless, optimizing},
	"GCC optimize": {harmless, optimizing}, "GCC target": {harmless, optimizing}, "GCC ivdep": {harmless, optimizing}, "GCC unroll": {harmless, optimizing},
	"GCC visibility": {harmless, linking}, "GCC pch_preprocess": {harmless, warnings},
	"STDC FP_CONTRACT": {harmless, "gcc passes over it"}, "STDC FENV_ACCESS": {harmless, "gcc passes over it"},
	"STDC CX_LIMITED_RANGE": {harmless, "gcc passes over it"}, "STDC FLOAT_CONST_DECIMAL64": {harmless, "decimal numbers are not supported"},
	"omp": {harmless, "gcc obeys it with -fopenmp only"}, "acc": {harmless, "gcc obeys it with -fopenacc only"},
	"ident": {harmless, placing}, "mark": {harmless, "it is for editors"}, "region": {harmless, "it is for editors"}, "endregion": {harmless, "it is for editors"},
}

// pragmaClass returns the class of a pragma. What gcc does not know it passes over, with a warning.
func pragmaClass(words []string) class {
	r, ok := pragmaRows[words[0]]
	if !ok && len(words) > 1 {
		r = pragmaRows[words[0]+" "+words[1]]
	}
	return r.class
}

// builtinRows are the builtins that are no functions with a prototype (prototypes.go), of which the lowering knows which it has a meaning for.
var builtinRows = map[string]row{
	"__builtin_va_arg": {class: exact}, "__builtin_va_start": {class: exact}, "__builtin_va_end": {class: exact}, "__builtin_va_copy": {class: exact},
	"__builtin_offsetof": {class: exact}, "__builtin_types_compatible_p": {class: exact}, "__builtin_choose_expr": {class: exact},
	"__builtin_constant_p": {class: exact}, "__builtin_classify_type": {class: exact}, "__builtin_object_size": {class: exact},
	"__builtin_dynamic_object_size": {class: exact}, "__builtin_add_overflow": {class: exact}, "__builtin_sub_overflow": {class: exact},
	"__builtin_mul_overflow": {class: exact},
	"__builtin_shuffle":      {}, "__builtin_shufflevector": {}, "__builtin_convertvector": {}, "__builtin_complex": {}, "__builtin_apply": {},
	"__builtin_apply_args": {}, "__builtin_return": {}, "__builtin_setjmp": {}, "__builtin_longjmp": {}, "__builtin_tgmath": {},
	"__builtin_call_with_static_chain": {}, "__builtin_has_attribute": {}, "__builtin_va_arg_pack": {}, "__builtin_va_arg_pack_len": {},
	"__builtin_speculation_safe_value": {}, "__builtin_alloca_with_align": {}, "__builtin_eh_return": {}, "__builtin_cpu_init": {},
	"__builtin_cpu_is": {}, "__builtin_cpu_supports": {}, "__builtin_thread_pointer": {}, "__builtin_ia32_pause": {},
}

// hasAttribute answers __has_attribute and __has_c_attribute.
func hasAttribute(name string, standard bool) int64 {
	if standard {
		switch name {
		case "deprecated", "fallthrough", "maybe_unused":
			return 201904
		case "nodiscard":
			return 202003
		}
		return 0
	}
	if r, ok := attributeRows[name]; ok && r.class != unsupported {
		return 1
	}
	return 0
}

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool {
	r, ok := builtinRows[name]
	return ok && r.class == exact || strings.HasPrefix(name, "__builtin_") && prototypeOf(name) != ""
}
