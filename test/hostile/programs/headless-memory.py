# Four processes of 400 MiB each, whose first threads have ended: the kernel shows such a process as a zombie without memory.
import ctypes, json, mmap, os, threading, time
EXIT = 93 if os.uname().machine == "aarch64" else 60
SIZE = 400 << 20
piece = b"x" * (4 << 20)
def hold():
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for _ in range(100):
        memory.write(piece)
    os.write(full, b"1")
    time.sleep(99)
ready, full = os.pipe()
for _ in range(4):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall(EXIT, 0)  # exit(2): of this thread alone
filled = 0
while filled < 4:
    filled += len(os.read(ready, 4))
print(json.dumps({"did": ["held 1600 MiB"], "denied": [], "info": {}}), flush=True)
