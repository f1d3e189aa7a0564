# Splits the launcher in two before the first job: the supervisor, and the process that jobs are forked from.
import fcntl


def _quiet_descriptors():
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)


def _look_untouched():
    """What a program that goes on in this interpreter would see of the launcher. Its environment is already what bwrap
    was told, but for the folder."""
    for name in ("PWD", "LD_BIND_NOW"):
        os.environ.pop(name, None)
    for name in [n for n in sys.modules if n.split(".")[0] in ("ctypes", "_ctypes")]:
        del sys.modules[name]


def read_strings():
    text = read_block().decode()
    return text.split("\0") if text else []


def split():
    """In the supervisor: the channel to the forker, and its number."""
    os.closerange(3, 4096)
    for name in read_block().decode().split():
        try:
            __import__(name)
        except Exception:
            pass
    load_program(read_block().decode(), read_block())
    set_runtime(read_strings(), read_strings(), read_strings())
    _look_untouched()
    ours, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    gc.collect()
    gc.freeze()
    pid = os.fork()
    if pid == 0:
        gc.disable()
        try:
            _quiet_descriptors()
            ours.close()
            # The lowest numbers stay free for a job's pipes.
            high = fcntl.fcntl(theirs.fileno(), fcntl.F_DUPFD_CLOEXEC, 40)
            theirs.close()
            fork_jobs(_socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, high))
        except BaseException as error:
            os.write(2, repr(error).encode())
        _exit(1)
    theirs.close()
    return ours, pid


forker, forker_pid = split()
