# System calls that Python has no binding for. The launcher's files are joined into programs, in the order of
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

CLONE_VM, CLONE_VFORK, CLONE_PARENT = 0x100, 0x4000, 0x8000
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 0x1000, 0x4000, 0x40000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS = 1, 4, 28, 38


def syscall(number, *arguments):
    result = _libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option, value=0):
    return _libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


# Types that are told once, and objects that are made once, cost no job the making: a forked child pays for every page
# that it writes.
_libc.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p)


def mount(kind, target, flags, options=b"", source=b"none"):
    if _libc.mount(source, target, kind, flags, options) != 0:
        code = ctypes.get_errno()
        raise OSError(code, "mount %r on %r: %s" % (kind, target, os.strerror(code)))


def fork_into_namespaces(flags):
    """A fork whose child is pid 1 of new namespaces. Only for a child that forks again before it runs foreign code:
    the C library does not know that it was forked."""
    return syscall(SYS_CLONE, flags | 17, 0, 0, 0, 0)


_ENTRY = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_STACK_BYTES = 1 << 20
_stack = ctypes.create_string_buffer(_STACK_BYTES)
# From 3.14 the interpreter takes a stack that is not its own for an overflow.
CAN_BORROW_MEMORY = sys.version_info < (3, 14)


_body = []
_entry = _ENTRY(lambda _: _body[0]())
_stack_top = ctypes.c_void_p((ctypes.addressof(_stack) + _STACK_BYTES) & ~0xFF)


def spawn_borrowing(body):
    """vfork: the child runs `body`, which must end in execve or _exit, in this process's memory, on a stack of its own,
    while this process waits. Spares the copy of the memory that execve would throw away at once. Once in a process."""
    _body.append(body)
    pid = _libc.clone(_entry, _stack_top, CLONE_VM | CLONE_VFORK | 17, None)
    if pid < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return pid


_CAPSET_HEADER = ctypes.create_string_buffer(struct.pack("=Ii", 0x20080522, 0), 8)
_NO_CAPABILITIES = ctypes.create_string_buffer(24)


def drop_capabilities():
    """For good: the bounding set, which stays full, only matters to an execve that grants something, and
    no_new_privs and the locked noroot rule that out."""
    if prctl(PR_SET_SECUREBITS, 0xEF) != 0:  # noroot, no setuid fix-up, no ambient, each locked; keep_caps off and locked
        raise OSError(ctypes.get_errno(), "securebits")
    syscall(SYS_CAPSET, _CAPSET_HEADER, _NO_CAPABILITIES)
    if prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")


_filter = ctypes.create_string_buffer(1 << 15)
_filter_header = ctypes.create_string_buffer(struct.calcsize("@HP"))


def install_filter(program, listen):
    """Returns the listener's descriptor, or None where `listen` is false."""
    ctypes.memmove(_filter, program, len(program))
    struct.pack_into("@HP", _filter_header, 0, len(program) // 8, ctypes.addressof(_filter))
    result = syscall(SYS_SECCOMP, 1, 8 if listen else 0, _filter_header)
    return result if listen else None
