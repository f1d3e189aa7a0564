# Spins in a thread that outlives the first one: the kernel shows the process as a zombie.
import ctypes, os, threading
EXIT = 93 if os.uname().machine == "aarch64" else 60
def spin():
    while True:
        pass
threading.Thread(target=spin).start()
ctypes.CDLL(None).syscall(EXIT, 0)  # exit(2): of this thread alone
