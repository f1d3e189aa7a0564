# The job's two processes: pid 1 of its namespaces, which only waits, and the candidate, which runs once every
# protection is in place.
import _socket
import marshal
import resource

SOURCE_DIRECTORY, JOB_DIRECTORY, PROGRAM_DIRECTORY = "/src", "/job", "/program"
_MIB = 1 << 20
# Of one message between a job's first process and the supervisor.
MESSAGE_BYTES = 1 << 16
# What the program that this server was started with left to be called by a job, where jobs go on in this interpreter.
start_program = None
# Where they do not: what they execute, and its environment.
_command, _environment = [], {}
# What the runtime needs of folders that scratch covers.
_covered = []


def set_runtime(command, assignments, covered):
    global _command, _environment, _covered
    _command = command
    _environment = dict(assignment.split("=", 1) for assignment in assignments)
    _covered = covered


def load_program(main, text):
    """Anneal's own program: no byte of a job, so that it may be in the memory of all."""
    global start_program
    if main:
        scope = {"__builtins__": __builtins__, "__name__": "loaded"}
        exec(compile(text, SOURCE_DIRECTORY + "/" + main, "exec", dont_inherit=True), scope)
        start_program = scope.pop("start")


def _write(path, text):
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


def _map_ids(uid, gid):
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", "%d %d 1" % (uid, uid))
    _write("/proc/self/gid_map", "%d %d 1" % (gid, gid))


def _mount_scratch():
    # nr_inodes: names cost kernel memory that no size counts.
    held = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC)) for path in _covered]
    flags = MS_NOSUID | MS_NODEV
    mount(b"tmpfs", b"/src", flags, b"size=32m,nr_inodes=4096,mode=755")
    mount(b"none", b"/program", flags | MS_REMOUNT | MS_BIND | MS_RDONLY)
    mount(b"tmpfs", b"/job", flags, b"size=32m,nr_inodes=4096,mode=700")
    mount(b"tmpfs", b"/tmp", flags, b"size=32m,nr_inodes=4096,mode=1777")
    mount(b"tmpfs", b"/dev/shm", flags, b"size=8m,nr_inodes=512,mode=1777")
    for path, fd in held:
        _show_again(path, fd)
    flags |= MS_NOEXEC
    for options in (b"subset=pid", b""):
        try:
            return mount(b"proc", b"/proc", flags, options)
        except OSError:
            pass
    # A masked /proc (as in a container) cannot be mounted anew, and the outer one must not be seen.
    mount(b"tmpfs", b"/proc", flags | MS_RDONLY, b"size=4096,nr_inodes=2")


def _show_again(path, fd):
    os.makedirs(path if os.path.isdir("/proc/self/fd/%d" % fd) else os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
    mount(b"none", path.encode(), MS_BIND | MS_REC, source=b"/proc/self/fd/%d" % fd)
    mount(b"none", path.encode(), MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV)
    os.close(fd)


def _place_file(folder, path, data):
    target = folder + "/" + path
    if "/" in path:
        os.makedirs(os.path.dirname(target), exist_ok=True)
    fd = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        while data:
            data = data[os.write(fd, data):]
    finally:
        os.close(fd)


def _place_files(job, payload):
    """Every file where the program is read from, which nobody can change; and, but for the main one, a copy in the
    working directory, where relative names are looked up."""
    at = 0
    for path, size in job["files"]:
        data = payload[at:at + size]
        _place_file(SOURCE_DIRECTORY, path, data)
        if path != job["main"]:
            _place_file(JOB_DIRECTORY, path, data)
        at += size
    mount(b"tmpfs", b"/src", MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)


def _limit(kind, soft, hard=None):
    value = getattr(resource, "RLIMIT_" + kind, None)
    if value is None:
        return
    ceiling = resource.getrlimit(value)[1]
    hard = soft if hard is None else hard
    if ceiling != resource.RLIM_INFINITY:
        hard = min(hard, ceiling)
    resource.setrlimit(value, (min(soft, hard), hard))


def _set_limits(limits):
    # The supervisor sums CPU over the whole job; the kernel's own limit is the backstop, a second later.
    cpu = int(limits["cpuSeconds"] + 0.999) + 1
    _limit("CPU", cpu, cpu + 1)
    _limit("FSIZE", 16 * _MIB)
    _limit("NOFILE", 128)
    _limit("CORE", 1)  # 1, not 0: a core pattern that is a pipe ignores 0
    _limit("STACK", 8 * _MIB, 64 * _MIB)
    _limit("MEMLOCK", 64 << 10)
    _limit("MSGQUEUE", 0)
    _limit("SIGPENDING", 256)
    # All of the sandbox count: bwrap's two, the launcher's two, and the job's pid 1, which the kernel counts itself.
    _limit("NPROC", max(2, limits["processes"] - 4))
    _limit("DATA" if limits["memoryKind"] == "data" else "AS", limits["memoryBytes"])


def _candidate(job, pipes, control):
    for number, fd in enumerate(pipes):
        os.dup2(fd, number, inheritable=True)
    kept = control.fileno()
    os.closerange(len(pipes), kept)
    os.closerange(kept + 1, 4096)
    os.setsid()
    os.chdir(JOB_DIRECTORY)
    loaded = job["loaded"] and job["hosted"]
    path = (PROGRAM_DIRECTORY if job["loaded"] and not loaded else SOURCE_DIRECTORY) + "/" + job["main"]
    _set_limits(job["limits"])
    try:
        listener = install_filter(job["filter"], True)
        control.sendmsg([b"L"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", listener))])
        os.close(listener)
    except OSError:  # a kernel without notifications
        install_filter(job["plainFilter"], False)
        control.send(b"P")
    if job["hosted"]:
        prctl(PR_SET_DUMPABLE, 1)  # pid 1 stays closed to it; its own /proc entries are its own again
        control.close()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        gc.enable()
        return host_main(path, job["args"], start_program if loaded else None)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    os.execve(_command[0], _command + [path] + job["args"], _environment)


def _enter_candidate(job, pipes, control):
    try:
        _candidate(job, pipes, control)
    except BaseException as error:
        control.send(b"E" + repr(error).encode()[:500])
    finally:
        _exit(111)


def _start_candidate(job, pipes, control):
    if CAN_BORROW_MEMORY and not job["hosted"]:
        return spawn_borrowing(lambda: _enter_candidate(job, pipes, control))
    pid = os.fork()
    if pid == 0:
        _enter_candidate(job, pipes, control)
    return pid


def _wait_for(pid):
    while True:
        reaped, status = os.waitpid(-1, 0)
        if reaped == pid:
            return status


def _receive(control, size):
    data = bytearray()
    while len(data) < size:
        piece = control.recv(MESSAGE_BYTES)
        if not piece:
            _exit(0)
        data += piece
    return data


def _receive_job(control):
    """Two sizes, the job's values, and its files' bytes."""
    told, payload = struct.unpack("<II", control.recv(8).ljust(8, b"\0"))
    job = marshal.loads(_receive(control, told))
    return job, _receive(control, payload)


def job_init(pipes, control, uid, gid):
    """Never returns. Reads the job from `control`, and says there: E reason, when it could not be set up; X wait status,
    when it ended."""
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        # Python's own handler would let the candidate interrupt this; what has none, the kernel keeps from a pid 1.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.set_inheritable(control.fileno(), False)
        _map_ids(uid, gid)
        mount(b"none", b"/", MS_REC | MS_PRIVATE)
        _mount_scratch()
        job, payload = _receive_job(control)
        _place_files(job, payload)
        drop_capabilities()
        prctl(PR_SET_DUMPABLE, 0)
        pid = _start_candidate(job, pipes, control)
        for fd in pipes:
            os.close(fd)
        status = _wait_for(pid)
        control.send(b"X" + struct.pack("i", status))
    except BaseException as error:
        control.send(b"E" + repr(error).encode()[:500])
    _exit(0)  # the kernel ends whatever is left in the namespace


def fork_jobs(channel):
    """The process that jobs are forked from. It reads descriptors and never a byte of a job: nothing of one job is ever
    in the memory of the next. Each job's first process becomes the child of the supervisor, which gets its number."""
    uid, gid = os.getuid(), os.getgid()
    try:
        _write("/proc/self/oom_score_adj", "1000")
    except OSError:
        pass
    # The worker's own network, IPC, host name and cgroup view serve all its jobs: none of them can leave anything there
    # (decision 010).
    flags = CLONE_PARENT | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS
    size = _socket.CMSG_LEN(5 * 4)
    while True:
        message, ancillary, _, _ = channel.recvmsg(1, size)
        if not message:
            _exit(0)
        data = ancillary[0][2]
        received = struct.unpack("%di" % (len(data) // 4), data)
        try:
            pid = fork_into_namespaces(flags)
        except OSError as error:
            pid = -error.errno
        if pid == 0:
            channel.close()
            control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, received[-1])
            job_init(list(received[:-1]), control, uid, gid)
        for fd in received:
            os.close(fd)
        channel.send(struct.pack("i", pid))
