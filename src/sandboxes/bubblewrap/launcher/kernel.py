# System calls that Python has no binding for. The launcher's files are joined into one program, in the order of
# launcher-text.ts, and share one namespace. Everything in them runs before, or outside, candidate code.
import ctypes
import os
import struct
import sys

# PyDLL keeps the interpreter lock: a raw clone must not happen while it is handed over.
_libc = ctypes.PyDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long

_ARM = os.uname().machine == "aarch64"
SYS_CLONE = 220 if _ARM else 56
SYS_CAPSET = 91 if _ARM else 126
SYS_SECCOMP = 277 if _ARM else 317

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 0x4000, 0x40000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 28, 38


def syscall(number, *arguments):
    result = _libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option, value=0):
    return _libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def mount(kind, target, flags, options=""):
    if _libc.mount(b"none", target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()) != 0:
        code = ctypes.get_errno()
        raise OSError(code, "mount %s on %s: %s" % (kind, target, os.strerror(code)))


def fork_into_namespaces(flags):
    """A fork whose child is pid 1 of new namespaces. Only for a child that forks again before it runs foreign code:
    the C library does not know that it was forked."""
    return syscall(SYS_CLONE, flags | 17, 0, 0, 0, 0)


def drop_capabilities():
    for capability in range(64):
        if prctl(PR_CAPBSET_DROP, capability) != 0:
            break
    prctl(PR_SET_SECUREBITS, 0x2F)  # noroot, no setuid fix-up, no ambient, each locked; keep_caps off and locked
    header = ctypes.create_string_buffer(struct.pack("=Ii", 0x20080522, 0), 8)
    syscall(SYS_CAPSET, header, ctypes.create_string_buffer(24))
    if prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")


def install_filter(program, listen):
    """Returns the listener's descriptor, or None where `listen` is false."""
    code = ctypes.create_string_buffer(program, len(program))
    fprog = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))
    result = syscall(SYS_SECCOMP, 1, 8 if listen else 0, fprog)
    return result if listen else None
