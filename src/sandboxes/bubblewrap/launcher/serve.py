# The supervisor's loop. A frame is a type letter, two 32-bit lengths (little-endian), a JSON header and a payload.
# What it remembers of a job reaches no other one: it forks nothing.
import json


def read_frame():
    kind = read_exactly(1)
    head, body = struct.unpack("<II", read_exactly(8))
    return kind, json.loads(read_exactly(head)) if head else {}, read_exactly(body) if body else b""


def write_frame(kind, header, payload):
    text = json.dumps(header).encode()
    data = memoryview(kind + struct.pack("<II", len(text), len(payload)) + text + payload)
    while len(data):
        data = data[os.write(1, data):]


def serve():
    main, text, compile_command = read_block().decode(), read_block(), read_strings()
    if main:
        keep_program(main, text, compile_command)
    filters = {}
    write_frame(b"H", {"python": sys.version.split()[0]}, b"")
    while True:
        kind, job, payload = read_frame()
        if kind in (b"D", b"G"):  # there is no standby any more
            write_frame(b"N", {}, b"")
        if kind == b"S":
            sizes = job["sizes"]
            filters[job["memoryBytes"]] = payload[:sizes[0]], payload[sizes[0]:]
        if kind != b"J":  # also cancellations of jobs that had already ended
            continue
        job["filter"], job["plainFilter"] = filters[job["limits"]["memoryBytes"]]
        letters = []

        def heard():
            frame = read_frame()
            letters.append(frame[0])
            return frame

        answer = run_job(job, payload, heard)
        if answer is not None:
            write_frame(b"R", *answer)
        elif letters[-1:] == [b"D"]:
            write_frame(b"N", {}, b"")


try:
    serve()
except BaseException as error:
    os.write(2, repr(error).encode())
_exit(1)
