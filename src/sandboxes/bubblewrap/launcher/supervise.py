# Watches one job from outside its namespaces: pumps its pipes, keeps its limits, and says how it ended.
import errno
import select
import time

_NOTIF_RECV, _NOTIF_SEND = 0xC0502100, 0xC0182101
_SYSCALL_KINDS = (("mmap", 222 if _ARM else 9), ("mremap", 216 if _ARM else 25), ("socketpair", 199 if _ARM else 53))
_KIND_OF = {number: kind for kind, number in _SYSCALL_KINDS}
_MAX_SOCKET_PAIRS = 32  # asyncio takes one a loop
_SOCKET_BYTES = 16 << 20  # that all pairs of a job may hold in the kernel, which no other limit counts
_SWARM = 8  # processes
_FOREVER = 1e6  # seconds
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def _read_file(path):
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 8192)
    finally:
        os.close(fd)


def _fields_of_stat(pid):
    return _read_file("/proc/%s/stat" % pid).rpartition(b")")[2].split()


def _socket_pairs():
    try:
        buffer = int(_read_file("/proc/sys/net/core/wmem_default"))
    except (OSError, ValueError):
        buffer = 1 << 18
    return max(2, min(_MAX_SOCKET_PAIRS, _SOCKET_BYTES // (2 * buffer)))


# Keeps the heap's top instead of giving it back and faulting it in again for every job.
_libc.mallopt(-1, 16 << 20)  # M_TRIM_THRESHOLD
_libc.mallopt(-3, 16 << 20)  # M_MMAP_THRESHOLD


class Watch:
    """What is known of the job's use of the machine. Two counts of CPU, because each has a way around it: times of
    children that nobody waited for are missing from the tree's, and processes between two samples from the samples'."""

    def __init__(self, limits, others):
        self.limits = limits
        self.others = others
        self.own = {}
        self.tree = 0.0
        self.rss = 0
        self.peak = 0
        self.refused = False
        self.pairs = 0
        self.runnable = []
        self.before = 0.0

    def cpu(self):
        return max(self.tree, sum(self.own.values())) - self.before

    def begin(self):
        """What was used on standby is not the job's."""
        self.sample()
        self.before, self.runnable = max(self.cpu(), self._exactly()), []

    def _exactly(self):
        """Seconds on the processor of all threads there are. Times in `stat` lag by up to two ticks."""
        total = 0
        try:
            for pid in os.listdir("/proc"):
                if pid.isdigit() and int(pid) not in self.others:
                    for thread in os.listdir("/proc/%s/task" % pid):
                        total += int(_read_file("/proc/%s/task/%s/schedstat" % (pid, thread)).split()[0])
        except (OSError, ValueError, IndexError):
            pass
        return total / 1e9

    def note_memory(self, pid):
        """The largest use of the limited kind that a process has made, in bytes; and its present use."""
        try:
            text = _read_file("/proc/%d/status" % pid).decode("latin1")
        except OSError:
            return 0
        values = {}
        for line in text.splitlines():
            if line.startswith(("VmPeak:", "VmSize:", "VmData:")):
                values[line[:6]] = int(line.split()[1]) << 10
        data = self.limits["memoryKind"] == "data"
        self.peak = max(self.peak, values.get("VmData" if data else "VmPeak", 0))
        return values.get("VmData" if data else "VmSize", 0)

    def _shown(self, pid, fields):
        """The number under which a process's memory shows, and the fields of `stat` there: a first thread that ended before
        the others shows as a zombie without any."""
        if fields[0] == b"Z":
            for thread in os.listdir("/proc/%d/task" % pid):
                try:
                    other = _fields_of_stat(thread)
                except OSError:
                    continue
                if other[0] != b"Z":
                    return int(thread), other
        return pid, fields

    def sample(self):
        tree = 0
        resident = []
        runnable = False
        pids = [int(d) for d in os.listdir("/proc") if d.isdigit() and int(d) not in self.others]
        for pid in pids:
            try:
                fields = _fields_of_stat(pid)
                shown, seen = self._shown(pid, fields)
            except OSError:
                continue
            own = (int(fields[11]) + int(fields[12])) / _TICKS
            tree += own + (int(fields[13]) + int(fields[14])) / _TICKS
            key = (pid, fields[19])
            self.own[key] = max(own, self.own.get(key, 0))
            resident.append((int(seen[21]) * _PAGE, shown))
            runnable = runnable or seen[0] == b"R"
        self.runnable = self.runnable[-15:] + [runnable]
        self.tree = max(self.tree, tree)
        for _, shown in resident[:8]:
            self.note_memory(shown)
        if len(pids) > _SWARM:
            self._lower_priority(pids)
        rss, most = sum(size for size, _ in resident), 2 * self.limits["memoryBytes"]
        if rss > most:  # forked pages are shared until written; the largest first, until it is enough
            rss = 0
            for _, pid in sorted(resident, reverse=True):
                rss += self._proportional(pid)
                if rss > most:
                    break
        self.rss = max(self.rss, rss)
        return rss

    def _lower_priority(self, pids):
        """A swarm would leave its supervisor so small a share of the processor that it could not be stopped in time."""
        for pid in pids:
            try:
                os.setpriority(os.PRIO_PROCESS, pid, 15)
            except OSError:
                pass

    def _proportional(self, pid):
        try:
            for line in _read_file("/proc/%d/smaps_rollup" % pid).splitlines():
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) << 10
        except OSError:
            pass
        try:
            return int(_read_file("/proc/%d/statm" % pid).split()[1]) * _PAGE
        except (OSError, IndexError):
            return 0

    def busy(self):
        """True when the job wanted the CPU most of the last second, whether or not it got it."""
        return len(self.runnable) > 3 and sum(self.runnable) * 4 >= len(self.runnable) * 3

    def answer(self, listener):
        """One system call that the filter handed over: all but socket pairs go on, and leave a note."""
        notice = bytearray(80)
        try:
            fcntl.ioctl(listener, _NOTIF_RECV, notice, True)
        except OSError:
            return
        ident, pid, _flags, number = struct.unpack_from("=QIIi", notice)
        arguments = struct.unpack_from("=6Q", notice, 32)
        kind, refusal = _KIND_OF.get(number), 0
        if kind == "socketpair":
            self.pairs += 1
            if arguments[0] != 1 or arguments[1] & 0xF != 1:
                refusal = errno.EPERM
            elif self.pairs > _socket_pairs():
                refusal = errno.EMFILE
        else:
            used = self.note_memory(pid)
            growth = arguments[1] if kind == "mmap" else arguments[2] - arguments[1] if kind == "mremap" else 0
            if used + growth > self.limits["memoryBytes"]:
                self.refused = True
        try:
            fcntl.ioctl(listener, _NOTIF_SEND, bytearray(struct.pack("=QqiI", ident, 0, -refusal, 0 if refusal else 1)), True)
        except OSError:
            pass


def keep_program(main, text, compile_command):
    """Anneal's own program, where jobs of runtimes that cannot go on in this interpreter run it from: compiled, if that
    works. Before the first job, so that no candidate has been here."""
    path = PROGRAM_DIRECTORY + "/" + main
    with open(path, "wb") as file:
        file.write(text)
    if compile_command:
        made = path + ".compiled"
        actions = [(os.POSIX_SPAWN_OPEN, 0, path, os.O_RDONLY, 0),
                   (os.POSIX_SPAWN_OPEN, 1, made, os.O_WRONLY | os.O_CREAT, 0o644)]
        child = os.posix_spawn(compile_command[0], compile_command, {}, file_actions=actions)
        if os.waitpid(child, 0)[1] == 0 and os.path.getsize(made) > 0:
            os.replace(made, path)


class Capture:
    """A pipe's bytes up to a cap."""

    def __init__(self, fd, cap):
        self.fd = fd
        self.cap = cap
        self.data = bytearray()
        self.over = False
        os.set_blocking(fd, False)

    def take(self):
        """False at end of file."""
        try:
            chunk = os.read(self.fd, 65536)
        except BlockingIOError:
            return True
        if not chunk:
            return False
        room = self.cap - len(self.data)
        self.data += chunk[:room]
        self.over = self.over or len(chunk) > room
        return True

    def drain(self):
        """Only once every writer is dead: what is left is then bounded by the pipe's size."""
        while not self.over:
            before = len(self.data)
            if not self.take() or len(self.data) == before:
                break
        os.close(self.fd)


def _feed(fd, data, more=False):
    """What is left for the program's input; None when that has been closed. `more`: it stays open for what is said later."""
    try:
        while len(data):
            data = data[os.write(fd, data[:65536]):]
    except BlockingIOError:
        return data
    except OSError:
        more = False
    if more:
        return data
    os.close(fd)
    return None


def _start_job(job):
    """Its first process's number, our ends of its pipes, and the socket to it."""
    pairs = [os.pipe() for _ in range(4 if job["wantsResult"] else 3)]
    theirs = [pairs[0][0]] + [w for _, w in pairs[1:]]
    control, child_control = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    numbers = struct.pack("%di" % (len(theirs) + 1), *theirs, child_control.fileno())
    forker.sendmsg([b"F"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, numbers)])
    child_control.close()
    for fd in theirs:
        os.close(fd)
    answer = forker.recv(4)
    if len(answer) < 4:
        raise OSError("the forker was lost")
    pid = struct.unpack("i", answer)[0]
    if pid < 0:
        raise OSError(-pid, os.strerror(-pid))
    return pid, [pairs[0][1]] + [r for r, _ in pairs[1:]], control


def _tell_job(control, job, files):
    """The first process waits for it, and may have failed already: then it has left a word on `control`."""
    told = marshal.dumps(job)
    try:
        control.send(struct.pack("<II", len(told), len(files)))
        for data in (memoryview(told), files):
            while data:
                data = data[control.send(data[:MESSAGE_BYTES]):]
    except OSError:
        pass


def run_job(job, payload, heard):
    """Runs a job to its end. `heard()` reads the request channel when it is readable. One on standby has no limits until
    a G frame brings its input and its number; None when it ended before."""
    started = time.monotonic()
    waiting = job.get("standby", False)
    limits = job["limits"]
    split = sum(size for _, size in job["files"])
    feed = memoryview(payload)[split:]
    init, ours, control = _start_job(job)
    _tell_job(control, job, memoryview(payload)[:split])

    watch = Watch(limits, {1, os.getpid(), forker_pid, init})
    streams = {ours[1]: Capture(ours[1], limits["outputBytes"]), ours[2]: Capture(ours[2], limits["outputBytes"])}
    if job["wantsResult"]:
        streams[ours[3]] = Capture(ours[3], limits["resultBytes"])
    feeding = ours[0]
    os.set_blocking(feeding, False)
    talks = ours[3] if job["talks"] else None
    feed = None if waiting else _feed(feeding, feed, talks is not None)
    poll = select.poll()
    for fd in list(streams) + [control.fileno(), 0]:
        poll.register(fd, select.POLLIN)
    if feed:
        poll.register(feeding, select.POLLOUT)
    deadline = started + (_FOREVER if waiting else limits["wallSeconds"])
    next_sample = deadline if waiting else started + 0.03
    listener = status = killed = problem = None
    while status is None and killed is None and problem is None:
        now = time.monotonic()
        if now >= next_sample:
            rss = watch.sample()
            if rss > 2 * limits["memoryBytes"]:
                killed = "memory"
            elif watch.cpu() >= limits["cpuSeconds"]:
                killed = "cpu"
            # Two cores fill some 150 MB in 40 ms: what has grown large is looked at more often.
            next_sample = time.monotonic() + (0.01 if rss > limits["memoryBytes"] else 0.04)
        if now >= deadline:
            killed = "wall"
        if killed:
            break
        for fd, event in poll.poll(max(1, int((min(deadline, next_sample) - now) * 1000) + 1)):
            if fd in streams:
                before = len(streams[fd].data)
                if not streams[fd].take():
                    poll.unregister(fd)
                if streams[fd].over:
                    killed = "output"
                elif fd == talks and len(streams[fd].data) > before:
                    write_frame(b"O", {"id": job["id"]}, bytes(streams[fd].data[before:]))
            elif fd == listener:
                if event & select.POLLIN:
                    watch.answer(listener)
                else:
                    poll.unregister(fd)
            elif fd == feeding:
                gone = not event & select.POLLOUT
                feed = _feed(feeding, feed[:0] if gone else feed, talks is not None and not gone)
                if not feed:
                    poll.unregister(feeding)
            elif fd == control.fileno():
                message, ancillary, _, _ = control.recvmsg(600, 64)
                if message[:1] == b"L":
                    listener = struct.unpack("i", ancillary[0][2][:4])[0]
                    poll.register(listener, select.POLLIN)
                elif message[:1] == b"X":
                    status = struct.unpack("i", message[1:5])[0]
                elif message[:1] == b"E":
                    problem = message[1:].decode("utf8", "replace")
                elif not message:
                    problem = "the job's first process was lost"
            elif fd == 0:
                letter, told, body = heard()
                if letter == b"D" or (letter == b"K" and told["id"] == job["id"]):
                    killed = "cancel"
                elif letter == b"I" and feed is not None and told["id"] == job["id"]:
                    if feed:
                        poll.unregister(feeding)
                    feed = _feed(feeding, memoryview(bytes(feed) + body), True)
                    if feed:
                        poll.register(feeding, select.POLLOUT)
                elif letter == b"G" and waiting:
                    waiting, job["id"] = False, told["id"]
                    watch.begin()
                    started = time.monotonic()
                    deadline, next_sample = started + limits["wallSeconds"], started + 0.03
                    feed = _feed(feeding, memoryview(body))
                    if feed is not None:
                        poll.register(feeding, select.POLLOUT)
    if killed == "wall":
        watch.sample()
    try:
        os.kill(init, signal.SIGKILL)
    except OSError:
        pass
    _, _, usage = os.wait4(init, 0)
    for stream in streams.values():
        stream.drain()
    control.close()
    if listener is not None:
        os.close(listener)
    if feed is not None or waiting:
        os.close(feeding)
    if waiting:
        return None
    cpu = max(watch.cpu(), usage.ru_utime + usage.ru_stime - watch.before)
    captured = list(streams.values())
    return {
        "id": job["id"], "status": status, "killed": killed, "problem": problem, "cpuMs": cpu * 1000,
        "wallMs": (time.monotonic() - started) * 1000, "maxRssBytes": max(watch.rss, usage.ru_maxrss << 10),
        "peakBytes": watch.peak, "refused": watch.refused, "busy": watch.busy(),
        "truncated": any(s.over for s in captured), "sizes": [len(s.data) for s in captured],
    }, b"".join(bytes(s.data) for s in captured)
