// Which symbols a shared librheon shows: those of the public headers, and nothing else.
//
// All of rheon is compiled with hidden symbols. RHEON_API marks what programs outside may name: functions, classes with
// functions of their own, and every type that is recognised by its type information on both sides (exceptions, classes with
// virtual functions). RHEON_LOCAL takes a part of such a class out again. Both are for ELF, the format of Linux; a program that
// uses the library needs neither. docs/versioning.md says what is promised.
#pragma once

#if defined(__GNUC__)
#define RHEON_API __attribute__((visibility("default")))
#define RHEON_LOCAL __attribute__((visibility("hidden")))
#else
#define RHEON_API
#define RHEON_LOCAL
#endif
