# Every signal to the process that started it and to the first of its namespace, which must neither end nor be taken for
# a sandbox that failed.
import json, os, signal, time
did, denied = [], []
for pid in {1, os.getppid()} - {0, os.getpid()}:
    for number in range(1, signal.NSIG):
        try:
            os.kill(pid, number)
        except OSError as error:
            denied.append(f"{number} to {pid}: {error}")
time.sleep(0.2)
did.append("went on")
print(json.dumps({"did": did, "denied": denied, "info": {}}), flush=True)
