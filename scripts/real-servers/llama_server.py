"""Runs llama.cpp's HTTP server (package xllamacpp) on a free loopback port until standard input ends.

Arguments: model file, alias, slots, context of all slots together. The first line of standard output is the address.
"""

import os
import sys

import xllamacpp


def main() -> None:
    model, alias, slots, context = sys.argv[1:5]
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {alias}
    params.n_parallel = int(slots)
    params.n_ctx = int(context)
    # More threads than free cores wait for each other by spinning.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.use_jinja = True
    params.endpoint_metrics = True
    params.endpoint_slots = True
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    # The server's own threads need no farewell.
    os._exit(0)


main()
