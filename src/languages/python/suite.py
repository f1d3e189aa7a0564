# Runs a test file and reports each test, one line a test, on descriptor 3.
#
# `replay`: no candidate is here. What the tests import of it are stand-ins that answer with what the candidate was seen
# to do in a sandbox of its own; a call without an answer yet is reported, so that it can be asked. Nothing that a
# candidate wrote runs beside the tests, so there is nothing to forge.
# `shared`: the candidate is imported for real, beside several versions of the tests of which only the parent knows the true one.


def suite():
    import ast, builtins, importlib.abc, importlib.machinery, importlib.util, io, json, os, sys, types

    os_write, os_read, os_exit, dumps = os.write, os.read, os._exit, json.dumps
    CHANNEL, MAX_MESSAGE, MAX_CALLS, MAX_TEXT = 3, 1500, 200, 200000

    def read_all(descriptor):
        parts = []
        while True:
            part = os_read(descriptor, 65536)
            if not part:
                return b"".join(parts)
            parts.append(part)

    job = json.loads(read_all(0).decode("utf-8"))
    nonce, replaying = job["nonce"], job["mode"] == "replay"
    here = os.path.dirname(os.path.abspath(__file__))
    os.set_inheritable(CHANNEL, False)
    sys.dont_write_bytecode = True
    for path in job["sitePaths"]:
        sys.path.append(path)
    sys.path[:0] = [here] + [os.path.join(here, path) for path in job["searched"] if path != ""]

    def report(fields):
        data = (nonce + " " + dumps(fields) + "\n").encode("ascii")
        while data:
            data = data[os_write(CHANNEL, data):]

    class Sink(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            return len(data)

    sys.stdout = sys.stderr = io.TextIOWrapper(Sink(), encoding="utf-8", errors="replace", write_through=True)

    # ---- what stands in for the candidate ----------------------------------------------------------------------------
    class Unsupported(BaseException):
        """The test does something with the candidate that cannot be shown from the outside."""

    class CandidateError(Exception):
        """What a candidate raised, where its class is its own."""

    class CandidateGone(BaseException):
        """The candidate gave no result at all."""

    class Record:
        def __init__(self, name):
            self.answers, self.loading = job["answers"].get(name, []), name == ""
            self.at, self.calls, self.pending, self.unsupported = 0, [], False, None
            # What the test did to the world around it, which the program, in a world of its own, would not meet.
            self.touched, self.stdin = None, sys.stdin

    current = [Record("")]

    def refuse(reason):
        record = current[0]
        if record.unsupported is None:
            record.unsupported = reason
        # While the file is loaded its tests are wanted all the same: they will run beside the program.
        if record.loading:
            return pending
        raise Unsupported(reason)

    plain_types = (type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)

    def is_plain(value):
        return type(value) in plain_types

    class Pending:
        """Stands for an answer that is not known yet, so that the rest of the test shows what else it asks."""

        def __call__(self, *args, **kwargs):
            return self

        def __iter__(self):
            return iter(())

        def __getattr__(self, name):
            return self

        def __repr__(self):
            return "?"

        def __bool__(self):
            return True

        def __await__(self):
            return self
            yield

    def pending_self(self, *_rest):
        return self

    for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "floordiv", "rfloordiv", "mod", "rmod", "pow", "rpow",
                  "and", "rand", "or", "ror", "xor", "neg", "pos", "abs", "invert", "getitem", "enter", "round", "divmod"):
        setattr(Pending, "__%s__" % _name, pending_self)
    for _name in ("eq", "ne", "lt", "le", "gt", "ge", "contains"):
        setattr(Pending, "__%s__" % _name, lambda self, *_other: True)
    for _name in ("len", "int", "index", "hash"):
        setattr(Pending, "__%s__" % _name, lambda self: 0)
    Pending.__float__ = lambda self: 0.0
    Pending.__exit__ = lambda self, *_details: False
    Pending.__str__ = Pending.__repr__
    Pending.__setitem__ = Pending.__delitem__ = lambda self, *_rest: None
    pending = Pending()

    class Opaque:
        """A value that has no literal. It equals no plain value; anything else that a test does with it needs the candidate."""

        def __init__(self, shown, callable=False):
            object.__setattr__(self, "_shown", shown)
            object.__setattr__(self, "_callable", callable)

        def __repr__(self):
            return object.__getattribute__(self, "_shown")

        __str__ = __repr__

        def __eq__(self, other):
            if other is self:
                return True
            if is_plain(other):
                return False
            return refuse("compares an object of the program")

        def __ne__(self, other):
            return not self == other

        def __hash__(self):
            return id(self)

        def __getattr__(self, name):
            return refuse("uses ." + name + " of a result")

    def refusing(name):
        return lambda self, *_rest, **_named: refuse("uses " + name + " of a result")

    for _name in ("call", "bool", "len", "iter", "next", "getitem", "setitem", "contains", "lt", "le", "gt", "ge", "add", "radd", "sub", "rsub",
                  "mul", "rmul", "truediv", "rtruediv", "mod", "rmod", "neg", "abs", "int", "float", "index", "enter", "exit", "await", "round"):
        setattr(Opaque, "__%s__" % _name, refusing("__%s__" % _name))

    def source_of(value, depth=0):
        kind = type(value)
        if value is pending:
            raise LookupError
        if depth > 40:
            return refuse("passes a value that is nested too deeply")
        if kind in (type(None), bool, int, str, bytes, complex) or value is Ellipsis:
            return repr(value)
        if kind is float:
            return repr(value) if value == value and value not in (float("inf"), float("-inf")) else 'float("%r")' % value
        if kind is list:
            return "[" + ", ".join([source_of(item, depth + 1) for item in value]) + "]"
        if kind is tuple:
            return "(" + "".join([source_of(item, depth + 1) + "," for item in value]) + ")"
        if kind is dict:
            return "{" + ", ".join([source_of(k, depth + 1) + ": " + source_of(v, depth + 1) for k, v in value.items()]) + "}"
        if kind in (set, frozenset, bytearray):
            inner = sorted(source_of(item, depth + 1) for item in value)
            return kind.__name__ + "([" + ", ".join(inner) + "])"
        if kind is range:
            return repr(value)
        return refuse("passes a value of type " + kind.__name__ + " to the program")

    def change(target, source):
        now = eval(source, {"__builtins__": builtins})
        if type(target) is list:
            target[:] = now
        elif type(target) in (dict, set):
            target.clear()
            target.update(now)
        elif type(target) is bytearray:
            target[:] = now

    known_errors = {}
    # Exceptions that carry more than their message.
    fields_of_errors = {"OSError": ("errno", "filename", "filename2", "strerror", "args"), "UnicodeError": ("start", "end", "object", "reason", "encoding", "args"),
                        "StopIteration": ("value",), "ImportError": ("name", "path"), "AttributeError": ("name", "obj"), "NameError": ("name",),
                        "SyntaxError": ("lineno", "offset", "text", "filename", "msg", "args"), "JSONDecodeError": ("lineno", "colno", "pos", "msg", "doc", "args"),
                        "SystemExit": ("code",), "BaseExceptionGroup": ("exceptions", "args")}

    def class_in_siblings(name):
        """A class that the program and its tests both take from a third file."""
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and file.startswith(here + os.sep) and not isinstance(module, ProgramModule):
                found = module.__dict__.get(name)
                if isinstance(found, type) and issubclass(found, BaseException):
                    return found
        return None

    def refusing_fields(cls, fields):
        """The same class, but what only the real error knows is not guessed."""
        def look(self, name):
            if name in fields or (fields is None and not name.startswith("_") and name not in ("args", "with_traceback", "add_note")):
                return refuse("uses ." + name + " of an error")
            return BaseException.__getattribute__(self, name)

        return type(cls.__name__, (cls,), {"__getattribute__" if fields is not None else "__getattr__": look, "__module__": cls.__module__,
                                           "__qualname__": cls.__qualname__})

    def error_class(name, bases):
        own = proxy_classes.get(name)
        if own is not None:
            return own
        for module in (builtins, json.decoder):
            found = getattr(module, name, None)
            if isinstance(found, type) and issubclass(found, BaseException):
                if found in (KeyboardInterrupt, GeneratorExit):
                    return CandidateError
                for base in found.__mro__:
                    if base.__name__ in fields_of_errors:
                        return known_errors.setdefault(name, refusing_fields(found, fields_of_errors[base.__name__]))
                return found
        found = class_in_siblings(name)
        if found is not None:
            return known_errors.setdefault(name, refusing_fields(found, None))
        parents = [getattr(builtins, base, None) for base in bases]
        parent = next((p for p in parents if isinstance(p, type) and issubclass(p, Exception)), CandidateError)
        if name not in known_errors:
            known_errors[name] = type(name, (parent,), {})
        return known_errors[name]

    def new_error(cls, message):
        try:
            error = cls.__new__(cls, message)
            error.args = (message,)
            if isinstance(error, KeyError):
                # It shows the key as it is written.
                error.args = (ast.literal_eval(message),)
        except Exception:
            error = CandidateError(cls.__name__ + ": " + message)
        return error

    # ---- what the tests do to the world around them -------------------------------------------------------------------
    own_environment = ("PYTEST_CURRENT_TEST", "PYTEST_VERSION")
    replaceable = [(builtins, name) for name in ("input", "open", "print")] + [("time", name) for name in ("time", "sleep", "monotonic", "perf_counter")]
    replaceable += [("random", name) for name in ("random", "randint", "choice", "shuffle", "sample", "uniform", "randrange")]
    replaceable += [("os", name) for name in ("getcwd", "listdir", "getenv", "urandom")] + [("datetime", name) for name in ("datetime", "date")]

    def world():
        found = [os.getcwd(), {k: v for k, v in os.environ.items() if k not in own_environment}, list(sys.argv)]
        for owner, name in replaceable:
            owner = sys.modules.get(owner) if isinstance(owner, str) else owner
            found.append(getattr(owner, name, None))
        return found

    first_world = []

    def touch(reason):
        if current[0].touched is None:
            current[0].touched = reason

    def changed_world():
        record = current[0]
        if record.touched is not None:
            return record.touched
        if sys.stdin is not record.stdin:
            return "replaces standard input"
        for before, now in zip(first_world, world()):
            if before is not now and before is not None and not (isinstance(now, (str, list, dict)) and before == now):
                return "changes what is around it"
        return None

    def noting(owner, names, reason):
        for name in names:
            real = owner.__dict__.get(name)
            if callable(real) and not hasattr(real, "notes_world"):
                def noted(*args, real=real, name=name, **kwargs):
                    touch(reason % name)
                    return real(*args, **kwargs)

                noted.notes_world = True
                setattr(owner, name, noted)

    def watch_world():
        """Once the tests are loaded, with what they import."""
        first_world[:] = world()
        patching = sys.modules.get("unittest.mock")
        if patching is not None:
            noting(patching._patch, ["__enter__"], "replaces something (%s)")
            noting(patching._patch_dict, ["__enter__", "_patch_dict"], "replaces something (%s)")
        monkey = sys.modules.get("_pytest.monkeypatch")
        if monkey is not None:
            noting(monkey.MonkeyPatch, ["setattr", "setitem", "setenv", "delenv", "delattr", "delitem", "chdir"], "uses monkeypatch.%s")
        if "random" in sys.modules:
            noting(sys.modules["random"], ["seed"], "sets the %s of random numbers")
        # What the program logs, warns of, and writes to standard error is not carried over.
        for module, classes in watching.items():
            for name in classes:
                owner = getattr(sys.modules.get(module), name, None)
                if owner is not None and "__enter__" not in owner.__dict__:
                    owner.__enter__ = owner.__enter__
                if owner is not None:
                    noting(owner, ["__enter__"], "watches what is written or warned of (%s)")
        capture = sys.modules.get("_pytest.capture")
        if capture is not None:
            unseen(capture.CaptureFixture, "readouterr", lambda result: result._replace(err=ErrorText(result.err)))
        logs = sys.modules.get("_pytest.logging")
        if logs is not None:
            for name in ("text", "records", "record_tuples", "messages", "get_records"):
                unseen(logs.LogCaptureFixture, name, None)

    watching = {"contextlib": ["redirect_stderr"], "unittest.case": ["_AssertLogsContext", "_AssertWarnsContext"], "unittest._log": ["_AssertLogsContext"],
                "warnings": ["catch_warnings"], "_pytest.recwarn": ["WarningsChecker"]}

    def unseen(owner, name, changed):
        real = owner.__dict__[name]
        if hasattr(real, "notes_world") or hasattr(getattr(real, "fget", None), "notes_world"):
            return
        get = real.fget if isinstance(real, property) else real

        def seen(self, *args, **kwargs):
            if changed is None and current[0].calls:
                return refuse("looks at what was logged")
            result = get(self, *args, **kwargs)
            return changed(result) if changed is not None and current[0].calls else result

        seen.notes_world = True
        setattr(owner, name, property(seen) if isinstance(real, property) else seen)

    class ErrorText(str):
        """What was written to standard error: not by the program, whose own is not here."""

    for _name in ("__eq__", "__ne__", "__contains__", "__len__", "__getitem__", "__iter__", "__add__", "__str__", "splitlines", "split", "strip", "startswith",
                  "endswith", "find", "index", "count", "lower", "upper", "replace", "rstrip", "lstrip"):
        setattr(ErrorText, _name, lambda self, *_rest, **_named: refuse("looks at standard error"))
    ErrorText.__hash__ = str.__hash__

    starting = ("subprocess.Popen", "os.system", "os.posix_spawn", "os.spawn", "os.exec", "os.fork", "os.forkpty", "pty.spawn")
    changing = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.chmod", "os.utime", "shutil.copyfile")
    program_path = os.path.join(here, job["programFile"])
    WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def audit(event, arguments):
        if event == "open":
            path, mode, flags = arguments
            if not isinstance(path, str) or path == os.devnull:
                return
            if (isinstance(mode, str) and mode[:1] in "wax") or (isinstance(flags, int) and flags & WRITING):
                touch("writes files")
            elif os.path.basename(path) == os.path.basename(program_path) and os.path.abspath(path) == program_path:
                refuse("reads the program's file")
        elif event in changing:
            touch("changes files")
        elif event in starting:
            refuse("starts a process")

    def same_random():
        # The same inputs in every run, so that each call is answered in the next one.
        if "random" in sys.modules:
            seed = sys.modules["random"].seed
            seed(0)
            current[0].touched = None

    def ask(expression, arguments=()):
        record = current[0]
        why = changed_world() if not record.loading else None
        if why is not None:
            return refuse(why)
        if len(record.calls) >= MAX_CALLS:
            return refuse("calls the program more than %d times" % MAX_CALLS)
        if len(expression) + sum(map(len, record.calls)) > MAX_TEXT:
            return refuse("passes very large values to the program")
        known = record.answers[record.at] if record.at < len(record.answers) and not record.pending else None
        if known is not None and known["expression"] != expression:
            known = None
        record.at += 1
        record.calls.append(expression)
        if known is None:
            record.pending = True
            return pending
        sys.stdout.write(known.get("stdout") or "")
        for target, source in zip(arguments, known.get("after") or ()):
            if source is not None:
                change(target, source)
        kind = known["kind"]
        if kind == "value":
            return eval(known["source"], {"__builtins__": builtins})
        if kind == "opaque":
            return Opaque(known["shown"], known["callable"])
        if kind == "raised":
            raise new_error(error_class(known["error"], known.get("bases") or ()), known["message"])
        raise CandidateGone(known["message"])

    awaited = frozenset(job["awaited"])

    def answer_call(name, args, kwargs):
        try:
            parts = [source_of(argument) for argument in args] + ["%s=%s" % (k, source_of(v)) for k, v in kwargs.items()]
        except LookupError:
            current[0].pending = True
            return pending
        return ask(name + "(" + ", ".join(parts) + ")", args if not kwargs else ())

    class Function:
        """A function of the candidate's."""

        def __init__(self, name):
            self.__dict__.update(__name__=name, __qualname__=name)

        def __call__(self, *args, **kwargs):
            name = self.__dict__["__name__"]
            if name in awaited:
                async def coroutine():
                    return answer_call(name, args, kwargs)

                return coroutine()
            return answer_call(name, args, kwargs)

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            return refuse("uses ." + name + " of a function")

        def __eq__(self, other):
            return True if other is self else refuse("compares a name that it does not call")

        def __hash__(self):
            return id(self)

        def __set_name__(self, owner, name):
            pass

    for _name in ("len", "iter", "getitem", "contains", "lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "int", "float"):
        setattr(Function, "__%s__" % _name, refusing("__%s__" % _name))

    class ClassOfCandidate(type):
        def __call__(cls, *args, **kwargs):
            return refuse("makes an object of class " + cls.__name__)

        def __getattr__(cls, name):
            # What test runners ask of every name that they meet.
            if name.startswith("_") or name == "pytestmark":
                raise AttributeError(name)
            return refuse("uses ." + name + " of class " + cls.__name__)

    proxy_classes = {}

    def fields_refused(self, name):
        if name.startswith("_") or name in ("args", "with_traceback", "add_note"):
            raise AttributeError(name)
        return refuse("uses ." + name + " of an error")

    values, known_names = frozenset(job["exports"]["values"]), frozenset(job["exports"]["all"])

    class ProgramModule(types.ModuleType):
        def __setattr__(self, name, value):
            if not name.startswith("__") and not isinstance(value, types.ModuleType):
                touch("changes the program")
            types.ModuleType.__setattr__(self, name, value)

        def __delattr__(self, name):
            touch("changes the program")
            types.ModuleType.__delattr__(self, name)

        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            if self.__name__ + "." + name in names:
                return importlib.import_module(self.__name__ + "." + name)
            if name not in known_names:
                # The text does not say whether there is such a name.
                try:
                    found = ask(name)
                except (NameError, AttributeError):
                    raise AttributeError("module %r has no attribute %r" % (self.__name__, name)) from None
                if found is pending or type(found) is not Opaque:
                    return found
                if not object.__getattribute__(found, "_callable"):
                    return found
            if name.isupper() or name.replace("_", "").isupper():
                return ask(name)
            if name in values and not name.lstrip("_")[:1].isupper():
                # It may change, or be changed.
                return Opaque("<%s of the program>" % name)
            bare = name.lstrip("_")
            if bare[:1].isupper():
                if name not in proxy_classes:
                    proxy_classes[name] = ClassOfCandidate(name, (Exception,), {"__getattr__": fields_refused})
                return proxy_classes[name]
            value = Function(name)
            self.__dict__[name] = value
            return value

    class ProgramFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        def __init__(self, names, assume):
            self.names, self.assume = names, assume

        def find_spec(self, name, path=None, target=None):
            if name in self.names or (name in self.assume and "." not in name and name not in sys.builtin_module_names and not name.startswith("_")):
                if name not in self.names:
                    assumed.append(name)
                    self.names, self.assume = self.names | {name}, frozenset()
                return importlib.machinery.ModuleSpec(name, self, is_package=any(n.startswith(name + ".") for n in self.names))
            return None

        def create_module(self, spec):
            module = ProgramModule(spec.name)
            module.__file__ = job["programFile"]
            module.__dict__["__all__"] = [n for n in job["exports"]["all"] if not n.startswith("_")]
            return module

        def exec_module(self, module):
            pass

    class RealProgramFinder(importlib.abc.MetaPathFinder):
        def __init__(self, names):
            self.names = names

        def find_spec(self, name, path=None, target=None):
            if name in self.names:
                is_package = any(n.startswith(name + ".") for n in self.names)
                if is_package:
                    spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
                    spec.submodule_search_locations = [here]
                    return spec
                return importlib.util.spec_from_file_location(name, os.path.join(here, job["programFile"]))
            return None

    assumed = []
    names = frozenset(job["programNames"])
    if replaying:
        finder = ProgramFinder(names, frozenset())
        sys.meta_path.insert(0, finder)
        if job["assume"]:
            sys.meta_path.append(ProgramFinder(frozenset(), frozenset(job["assume"])))
        real_spec = importlib.util.spec_from_file_location

        def spec_from_file(name, location=None, *args, **kwargs):
            """Tests may also load the program by its path."""
            if location is not None and os.path.abspath(os.fspath(location)) == program_path:
                return importlib.machinery.ModuleSpec(name, finder, origin=program_path)
            return real_spec(name, location, *args, **kwargs)

        importlib.util.spec_from_file_location = spec_from_file
        sys.addaudithook(audit)
    else:
        sys.meta_path.insert(0, RealProgramFinder(names))

    # ---- tests -------------------------------------------------------------------------------------------------------
    def message_of(error):
        try:
            text = str(error)
        except BaseException:
            text = ""
        name = type(error).__name__
        if name in ("AssertionError", "Failed") and text:
            shown = text
        else:
            shown = name + (": " + text if text else "")
        return shown[:MAX_MESSAGE].encode("utf-8", "replace").decode("utf-8")

    def line_of(error, file):
        line, trace = None, error.__traceback__
        while trace is not None:
            if os.path.basename(trace.tb_frame.f_code.co_filename) == os.path.basename(file):
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    def explain(text, left, right, message):
        def shown(value):
            try:
                return repr(value)[:300]
            except Exception:
                return "?"

        return (("%s: " % message) if message is not None else "") + "%s: got %s, expected %s" % (text, shown(left), shown(right))

    class Rewriter(ast.NodeTransformer):
        """Failed comparisons say what was compared."""

        def __init__(self, source):
            self.source, self.count = source, 0

        def visit_Assert(self, node):
            test, message = node.test, node.msg
            if not isinstance(test, ast.Compare) or len(test.ops) != 1:
                return node
            self.count += 1
            text = ast.get_source_segment(self.source, test) or ""
            left, right = "@left%d" % self.count, "@right%d" % self.count
            load, store = ast.Load(), ast.Store()
            call = ast.Call(
                func=ast.Name(id="@explain", ctx=load),
                args=[ast.Constant(" ".join(text.split())[:300]), ast.Name(id=left, ctx=load), ast.Name(id=right, ctx=load), message or ast.Constant(None)],
                keywords=[],
            )
            compared = ast.Compare(left=ast.Name(id=left, ctx=load), ops=test.ops, comparators=[ast.Name(id=right, ctx=load)])
            statements = [
                ast.Assign(targets=[ast.Name(id=left, ctx=store)], value=test.left),
                ast.Assign(targets=[ast.Name(id=right, ctx=store)], value=test.comparators[0]),
                ast.Assert(test=compared, msg=call),
            ]
            for statement in statements:
                ast.copy_location(statement, node)
                ast.fix_missing_locations(statement)
            return statements

    def load_tests(file, text):
        name = os.path.basename(file).rsplit(".", 1)[0]
        tree = Rewriter(text).visit(ast.parse(text, file))
        module = types.ModuleType(name)
        module.__file__ = os.path.join(here, file)
        if "/" in file:
            # For imports that start with a dot.
            module.__package__ = os.path.dirname(file).replace("/", ".")
        module.__dict__["@explain"] = explain
        sys.modules[name] = module
        exec(compile(tree, file, "exec", dont_inherit=True), module.__dict__)
        return module

    def collect(module):
        import inspect, unittest

        found = []

        def shown_skip(thing):
            return getattr(thing, "__unittest_skip__", False)

        def method_test(cls, method):
            def run():
                if shown_skip(cls) or shown_skip(getattr(cls, method)):
                    raise unittest.SkipTest(getattr(getattr(cls, method), "__unittest_skip_why__", ""))
                instance = cls()
                if hasattr(instance, "setup_method"):
                    call_with(instance.setup_method, method)
                try:
                    getattr(instance, method)()
                finally:
                    if hasattr(instance, "teardown_method"):
                        call_with(instance.teardown_method, method)

            return run

        def call_with(function, argument):
            function(*([argument] if len(inspect.signature(function).parameters) else []))

        def case_test(cls, method, last):
            def run():
                result = unittest.TestResult()
                problem = []

                def note(_test, details):
                    problem.append(details[1])

                result.addError = result.addFailure = note
                skipped = []
                # A part that is skipped leaves the rest of its test.
                result.addSkip = lambda test, reason: skipped.append(reason) if getattr(test, "test_case", None) is None else None
                result.addSubTest = lambda _test, _sub, details: problem.append(details[1]) if details is not None else None
                result.addExpectedFailure = lambda _test, _details: None
                result.addUnexpectedSuccess = lambda _test: problem.append(AssertionError("unexpected success"))
                if cls not in prepared:
                    prepared[cls] = None
                    try:
                        cls.setUpClass()
                    except BaseException as error:
                        prepared[cls] = error
                # What was not made ready is not there for any of its tests.
                if prepared[cls] is not None:
                    raise prepared[cls]
                cls(method).run(result)
                if last:
                    cls.tearDownClass()
                    cls.doClassCleanups()
                    if cls.tearDown_exceptions:
                        raise cls.tearDown_exceptions[0][1]
                if problem:
                    raise problem[0]
                if skipped:
                    raise unittest.SkipTest(skipped[0])

            return run

        prepared = {}
        for name, value in list(vars(module).items()):
            if isinstance(value, ClassOfCandidate):
                continue
            if isinstance(value, type) and issubclass(value, unittest.TestCase):
                if value is unittest.TestCase or value is getattr(unittest, "IsolatedAsyncioTestCase", None):
                    continue
                methods = [m for m in dir(value) if m.startswith("test") and callable(getattr(value, m))]
                if not methods and callable(getattr(value, "runTest", None)):
                    methods = ["runTest"]
                methods.sort(key=lambda m: getattr(getattr(value, m), "__code__", None) and getattr(value, m).__code__.co_firstlineno or 0)
                found += [(name + "::" + m, case_test(value, m, m == methods[-1])) for m in methods]
            elif isinstance(value, type) and name.startswith("Test") and value.__module__ == module.__name__:
                methods = [m for m in vars(value) if m.startswith("test") and callable(getattr(value, m))]
                found += [(name + "::" + m, method_test(value, m)) for m in methods]
            elif isinstance(value, types.FunctionType) and name.startswith("test") and value.__module__ == module.__name__:
                found.append((name, value))
        for hook in ("setUpModule", "setup_module"):
            if callable(getattr(module, hook, None)):
                call_with(getattr(module, hook), module)
        after = [getattr(module, hook) for hook in ("tearDownModule", "teardown_module") if callable(getattr(module, hook, None))]
        if after and found:
            name, last_test = found[-1]

            def run_and_leave():
                value = last_test()
                for hook in after:
                    call_with(hook, module)
                return value

            found[-1] = (name, run_and_leave)
        return found

    def run_script(label, file, text):
        """A file that only asserts: one test, told by how it ends."""
        record = current[0] = Record("")
        failed, message, line = False, None, None
        tree = Rewriter(text).visit(ast.parse(text, file))
        module = types.ModuleType("__main__")
        module.__file__ = os.path.join(here, file)
        module.__dict__["@explain"] = explain
        sys.modules["__main__"] = module
        sys.argv[:] = [module.__file__]
        try:
            exec(compile(tree, file, "exec", dont_inherit=True), module.__dict__)
        except SystemExit as leaving:
            failed = leaving.code not in (None, 0)
            message = "ended with exit code %s" % (leaving.code,) if failed else None
        except Unsupported:
            pass
        except BaseException as error:
            if isinstance(error, ImportError) and replaying and not record.calls and record.unsupported is None:
                problem(label, error, file, record)
                return None
            failed, message, line = True, message_of(error), line_of(error, file)
        # One that asks the program nothing tests nothing.
        asks = not replaying or bool(record.calls) or record.pending or record.unsupported is not None
        head(label, ["script"] if asks else [], record)
        own = Record("script")
        return [("script", lambda: told(label, "script", "failed" if failed else "passed", message, line, own))] if asks else []

    def run_plain(label, file, text):
        record = current[0] = Record("")
        try:
            module = load_tests(file, text)
            tests = collect(module)
        except BaseException as error:
            problem(label, error, file, record)
            return None
        watch_world()
        head(label, [name for name, _ in tests], record)
        return [(name, lambda name=name, run=run: run_one(label, file, name, run)) for name, run in tests]

    def is_skip(error):
        return type(error).__name__ in ("SkipTest", "Skipped")

    def run_one(label, file, name, run):
        record = current[0] = Record(name)
        if replaying:
            same_random()
        outcome, message, line = "passed", None, None
        try:
            value = run()
            if isinstance(value, types.CoroutineType):
                import asyncio

                asyncio.run(value)
        except BaseException as error:
            outcome = "skipped" if is_skip(error) else "failed"
            message, line = message_of(error), line_of(error, file)
        told(label, name, outcome, message, line, record)

    def told(label, name, outcome, message, line, record):
        report({"module": label, "id": name, "outcome": outcome, "message": message, "line": line,
                "calls": record.calls, "pending": record.pending, "unsupported": record.unsupported})

    def head(label, ids, record):
        report({"module": label, "collected": ids, "calls": record.calls, "pending": record.pending,
                "unsupported": record.unsupported, "assumed": assumed})

    def problem(label, error, file, record):
        kind = "syntax" if isinstance(error, SyntaxError) else "import" if isinstance(error, ImportError) else "load"
        line = error.lineno if isinstance(error, SyntaxError) else line_of(error, file)
        report({"module": label, "problem": {"kind": kind, "message": message_of(error), "line": line, "name": getattr(error, "name", None)},
                "calls": record.calls, "pending": record.pending, "unsupported": record.unsupported, "assumed": assumed})

    def run_pytest(label, file, text):
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        import pytest

        # No skip and no early end out of what a candidate raised is one of pytest's own.
        state = {"items": [], "results": {}, "problem": None}

        def id_of(nodeid):
            return nodeid.split("::", 1)[1] if "::" in nodeid else nodeid

        class Plugin:
            @pytest.hookimpl(tryfirst=True)
            def pytest_collectreport(self, report):
                if report.failed and state["problem"] is None:
                    state["problem"] = str(report.longrepr)

            @pytest.hookimpl(trylast=True)
            def pytest_collection_finish(self, session):
                watch_world()
                state["items"] = [id_of(item.nodeid) for item in session.items]
                if state["problem"] is None:
                    head(label, state["items"], current[0])

            @pytest.hookimpl(tryfirst=True)
            def pytest_runtest_protocol(self, item, nextitem):
                current[0] = Record(id_of(item.nodeid))
                if replaying:
                    same_random()
                state["one"] = ["passed", None, None]

            @pytest.hookimpl(hookwrapper=True, tryfirst=True)
            def pytest_runtest_makereport(self, item, call):
                outcome = yield
                result = outcome.get_result()
                one = state["one"]
                if call.excinfo is not None and one[0] != "failed" and not (result.outcome == "passed"):
                    error = call.excinfo.value
                    if result.outcome == "skipped" and hasattr(result, "wasxfail"):
                        pass
                    else:
                        one[0] = "skipped" if result.outcome == "skipped" and one[0] != "failed" else "failed"
                        one[1], one[2] = message_of(error), line_of(error, file)
                elif result.outcome == "failed":
                    one[0], one[1] = "failed", str(result.longrepr)[:MAX_MESSAGE]

            @pytest.hookimpl(trylast=True)
            def pytest_runtest_logfinish(self, nodeid, location):
                one = state["one"]
                told(label, id_of(nodeid), one[0], one[1], one[2], current[0])

        current[0] = record = Record("")
        try:
            pytest.main(
                ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-c", os.devnull, "--rootdir", here, "-o", "python_files=*.py",
                 "--import-mode=importlib", "--tb=short", os.path.join(here, file)],
                plugins=[Plugin()],
            )
        except BaseException as error:
            if state["problem"] is None and not state["items"]:
                problem(label, error, file, record)
                return
        if state["problem"] is not None:
            text = state["problem"]
            kind = "syntax" if "SyntaxError" in text else "import" if "ModuleNotFoundError" in text or "ImportError" in text else "load"
            lines = [line for line in text.splitlines() if line.startswith("E ")]
            report({"module": label, "problem": {"kind": kind, "message": (lines[-1][1:].strip() if lines else text)[:MAX_MESSAGE], "line": None, "name": None},
                    "calls": record.calls, "pending": record.pending, "unsupported": record.unsupported, "assumed": assumed})

    runs = []
    for entry in job["modules"]:
        label, file = entry["label"], entry["file"]
        with open(os.path.join(here, file), encoding="utf-8") as handle:
            text = handle.read()
        if not replaying:
            # Each version meets the program as it is when it was just loaded.
            for name, module in list(sys.modules.items()):
                found = getattr(module, "__file__", None)
                if name != "__main__" and isinstance(found, str) and found.startswith(here + os.sep):
                    del sys.modules[name]
        if job["framework"] == "pytest":
            run_pytest(label, file, text)
        else:
            prepared_tests = (run_script if job["framework"] == "script" else run_plain)(label, file, text)
            if prepared_tests is not None:
                runs.append(prepared_tests)
    # Versions take turns, test by test, in an order of their own: none of them is first.
    longest = max([len(tests) for tests in runs], default=0)
    for index in range(longest):
        for tests in runs:
            if index < len(tests):
                tests[index][1]()
    report({"end": True})
    os_exit(0)


if __name__ == "__main__":
    suite()
