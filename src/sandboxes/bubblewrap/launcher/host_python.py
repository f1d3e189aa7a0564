# Runs a job's main file in the forked child as `python main.py` would, from the first line to the exit code.
import builtins
import gc
from _frozen_importlib_external import SourceFileLoader
import _signal as signal
import types

_exit = os._exit
_kill = os.kill


def _adopt_main(path, arguments):
    main = types.ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __file__=path, __cached__=None,
                         __loader__=SourceFileLoader("__main__", path), __spec__=None)
    if sys.version_info < (3, 14):
        main.__dict__["__annotations__"] = {}
    sys.argv = [path] + arguments
    if hasattr(sys, "orig_argv"):
        sys.orig_argv = [sys.executable, path] + arguments
    # `-c` put '' first on the path where a script has its own folder; isolated mode has neither.
    if not sys.flags.isolated and not getattr(sys.flags, "safe_path", False) and sys.path[:1] == [""]:
        sys.path[0] = os.path.dirname(path)
    sys.modules["__main__"] = main
    return main.__dict__


def _report_uncaught(own_frames):
    kind, error, trace = sys.exc_info()
    for _ in range(own_frames):
        trace = trace.tb_next if trace is not None else None
    error.__traceback__ = trace
    sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace
    try:
        sys.excepthook(kind, error, trace)
    except BaseException:
        sys.__excepthook__(kind, error, trace)


def _run_code(path, scope, start):
    """The exit code, as an integer; None for the end that an interrupt makes."""
    if start is None:
        try:
            with open(path, "rb") as file:
                source = file.read()
            code = compile(source, path, "exec", dont_inherit=True)
        except BaseException:
            _report_uncaught(1)
            return 1
    try:
        if start is None:
            exec(code, scope)
        else:
            start()
    except SystemExit as leave:
        if leave.code is None:
            return 0
        if isinstance(leave.code, int):
            return leave.code & 0xFF
        try:
            sys.stderr.write(str(leave.code) + "\n")
        except BaseException:
            pass
        return 1
    except KeyboardInterrupt:
        _report_uncaught(1)
        return None
    except BaseException:
        _report_uncaught(1)
        return 1
    return 0


def _finish(code, scope):
    threading = sys.modules.get("threading")
    try:
        if threading is not None:
            threading._shutdown()
    except BaseException:
        _report_uncaught(1)
    try:
        import atexit
        atexit._run_exitfuncs()
    except BaseException:
        pass
    flushed = _flush(sys.stdout)
    scope.clear()  # runs the finalizers of what the program still held
    gc.collect()
    if not (_flush(sys.stdout) and flushed) and code == 0:
        code = 120
    _flush(sys.stderr)
    return code


def _flush(stream):
    try:
        if stream is not None and not stream.closed:
            stream.flush()
        return True
    except BaseException:
        return False


def host_main(path, arguments, start):
    """`start`: what a loaded program left to be called; None where the program is at `path`."""
    scope = _adopt_main(path, arguments)
    status = _finish(_run_code(path, scope, start), scope)
    if status is None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _kill(os.getpid(), signal.SIGINT)
    _exit(130 if status is None else status)
