# Runs calls against a candidate and reports what it did, one line a call, on descriptor 3. `start` does it: all that
# comes before needs no job, and may have been done once for many.
#
# The candidate shares this interpreter and may replace whatever it can reach, so every name used after it is loaded
# is a local of `probe`, taken before. Only inputs are here: there is nothing to read that would tell a right answer.


def probe():
    import builtins, io, os, sys
    import _io, _signal, time

    try:
        from _json import encode_basestring_ascii as quote, make_scanner
    except ImportError:
        from json import loads, dumps as quote

        make_scanner = None
    try:
        from _sha256 import sha256
    except ImportError:
        try:
            from _sha2 import sha256
        except ImportError:
            from hashlib import sha256

    type_, len_, str_, int_, repr_ = type, len, str, int, repr
    sorted_, list_, tuple_, dict_, set_, frozenset_, range_ = sorted, list, tuple, dict, set, frozenset, range
    bool_, float_, bytes_, bytearray_, object_ = bool, float, bytes, bytearray, object
    compile_, eval_, exec_, min_, max_, hasattr_ = compile, eval, exec, min, max, hasattr
    getattr_, id_ = getattr, id
    BaseException_, Exception_, MemoryError_ = BaseException, Exception, MemoryError
    SystemExit_, UnicodeEncodeError_, SyntaxError_ = SystemExit, UnicodeEncodeError, SyntaxError
    os_write, os_read, os_exit, os_fork, os_waitpid = os.write, os.read, os._exit, getattr(os, "fork", None), getattr(os, "waitpid", None)
    os_open, os_close, os_dup2, os_pipe, os_unlink, os_set_blocking = os.open, os.close, os.dup2, os.pipe, os.unlink, os.set_blocking
    setitimer, ITIMER_REAL, SIGALRM, signal_ = _signal.setitimer, _signal.ITIMER_REAL, _signal.SIGALRM, _signal.signal
    open_file, set_inheritable = _io.open, os.set_inheritable
    process_time, monotonic = time.process_time, time.monotonic
    mro_of = type.__dict__["__mro__"].__get__
    dict_of_type = type.__dict__["__dict__"].__get__
    name_of_type = type.__dict__["__name__"].__get__
    object_getattribute = object.__getattribute__
    module_of_type = type.__dict__["__module__"].__get__
    GeneratorType = type((lambda: (yield))())
    ModuleType = type(sys)
    FunctionType = type(probe)
    get_digits_limit = getattr(sys, "get_int_max_str_digits", None)
    set_digits_limit = getattr(sys, "set_int_max_str_digits", None)
    sys_modules = sys.modules

    async def _coroutine():
        pass

    coroutine = _coroutine()
    CoroutineType = type(coroutine)
    coroutine.close()

    CHANNEL = 3
    MAX_TEXT = 48 * 1024
    MAX_NODES = 20000
    MAX_DEPTH = 100
    MAX_ITEMS = 1000
    MAX_PRINTED = 32 * 1024

    def read_all(descriptor, limit):
        parts, size = [], 0
        while size < limit:
            part = os_read(descriptor, min_(65536, limit - size))
            if not part:
                break
            parts.append(part)
            size += len_(part)
        return b"".join(parts)

    class Scan:
        strict, object_hook, object_pairs_hook = True, None, None
        parse_float, parse_int, parse_constant = float, int, None
        memo = {}

    nonce = calls = kind = seconds = source = deadline = package = searched = None

    def read_job():
        nonlocal nonce, calls, kind, seconds, source, deadline, package, searched
        text = read_all(0, 1 << 30).decode("utf-8")
        job = loads(text) if make_scanner is None else make_scanner(Scan)(text, 0)[0]
        nonce, calls, kind, seconds = job["nonce"], job["calls"], job["kind"], job["seconds"]
        package, searched = job["package"], job["searched"]
        deadline = monotonic() + seconds
        # Read once: a program could change its own file for the runs after it.
        with open_file("candidate.py", "rb") as file:
            source = file.read()
        set_inheritable(CHANNEL, False)

    # ---- what a candidate prints during a call -----------------------------------------------------------------------
    # Not fields of the sink: a candidate that searches the heap for pairs of an input and a number finds none here.
    kept, total = [], [0]

    class Sink(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            size = len_(data)
            if total[0] < MAX_PRINTED:
                kept.append(bytes_(data)[: MAX_PRINTED - total[0]])
            total[0] += size
            return size

    stdout = io.TextIOWrapper(Sink(), encoding="utf-8", errors="surrogatepass", newline="\n", write_through=True)
    flush_stdout = stdout.flush

    def text_of(data, size):
        text = data.decode("utf-8", "replace")
        return text + "\n... cut" if size > MAX_PRINTED else text

    def take_printed():
        text = text_of(b"".join(kept), total[0])
        kept.clear()
        total[0] = 0
        return text

    # ---- canonical values --------------------------------------------------------------------------------------------
    class TooMuch(Exception):
        pass

    plain_bases = (bool_, int_, float_, str_, bytes_, bytearray_, list_, tuple_, dict_, set_, frozenset_)
    base_equal = {base: dict_of_type(base).get("__eq__") for base in plain_bases}
    iterators = tuple_(
        type_(x)
        for x in (iter([]), iter(()), iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(""), iter(b""), iter(range(0)),
                  iter(range(1 << 70)), map(id, ()), filter(id, ()), zip(), enumerate(()), reversed([]), iter(lambda: 0, 0),
                  {}.keys(), {}.values(), {}.items(), range(0), (lambda: (yield))())
    )
    ordered_iterators = frozenset_(iterators)
    shown_by_repr = frozenset_(("decimal", "datetime", "uuid", "pathlib", "ipaddress", "zoneinfo"))
    opaque_types = {
        FunctionType: "function", type_(len): "function", type_(probe.__get__(0)): "method", ModuleType: "module",
        type_(object_.__init__): "function", type_("".join): "function", type_(_io.StringIO()): "file",
    }

    def string(text):
        try:
            str_.encode(text, "utf-8")
        except UnicodeEncodeError_:
            return '{"type":"bytes","hex":"' + str_.encode(text, "utf-8", "surrogatepass").hex() + '"}'
        return '{"type":"string","value":' + quote(text) + "}"

    longest_int = 10**4000

    def number(value):
        if value > longest_int or value < -longest_int:
            return large("int:%x" % value)
        return '{"type":"int","value":"' + int_.__repr__(value) + '"}'

    def fraction(value):
        if value != value:
            text = "nan"
        elif value == 0:
            text = "-0" if float_.__repr__(value)[0] == "-" else "0.0"
        else:
            text = float_.__repr__(value)
        return '{"type":"float","value":"' + text + '"}'

    def large(canonical):
        data = str_.encode(canonical, "utf-8", "surrogatepass")
        return '{"type":"too-large","prefix":' + quote(canonical[:200]) + ',"hash":"' + sha256(data).hexdigest() + '"}'

    def base_of(cls):
        for base in mro_of(cls):
            if base in base_equal:
                return base
        return None

    def own_equality(cls, base):
        for ancestor in mro_of(cls):
            if ancestor is base:
                return False
            if "__eq__" in dict_of_type(ancestor):
                return True
        return False

    def encode(root):
        nodes = [0]
        size = [0]

        def many(values, path):
            return "[" + ",".join([one(value, path) for value in values]) + "]"

        def pairs(values, path):
            return "[" + ",".join(["[" + one(key, path) + "," + one(value, path) + "]" for key, value in values]) + "]"

        def fields(class_name, named, path):
            body = ",".join(["[" + quote(key) + "," + one(value, path) + "]" for key, value in named])
            return '{"type":"object","className":' + quote(class_name) + ',"fields":[' + body + "]}"

        def bounded(iterator):
            items = []
            for item in iterator:
                items.append(item)
                if len_(items) >= MAX_ITEMS:
                    break
            return items

        def plain(value, base, path):
            if base is bool_:
                return '{"type":"bool","value":' + ("true" if value else "false") + "}"
            if base is int_:
                return number(int_.__add__(value, 0))
            if base is float_:
                return fraction(float_.__pos__(value))
            if base is str_:
                return string(str_.__getitem__(value, slice_all))
            if base is bytes_ or base is bytearray_:
                return '{"type":"bytes","hex":"' + base.hex(value) + '"}'
            if base is list_:
                return '{"type":"list","items":' + many(list_.__iter__(value), path) + "}"
            if base is tuple_:
                return '{"type":"tuple","items":' + many(tuple_.__iter__(value), path) + "}"
            if base is dict_:
                return '{"type":"map","entries":' + pairs(dict_.items(value), path) + "}"
            members = [one(item, path) for item in base.__iter__(value)]
            return '{"type":"set","items":[' + ",".join(sorted_(members)) + "]}"

        def instance(value, cls, path):
            # Types written in C carry their module in front of the name.
            module = dict_of_type(cls).get("__module__", None) or module_of_type(cls)
            name = name_of_type(cls)
            if cls in ordered_iterators:
                return fields(name, [("items", bounded(value))], path)
            if cls in opaque_types:
                return '{"type":"opaque","kind":' + quote(opaque_types[cls]) + "}"
            if type_ in mro_of(cls):
                return '{"type":"opaque","kind":"class"}'
            if cls is complex_:
                return fields("complex", [("real", value.real), ("imag", value.imag)], path)
            if type_(module) is str_ and module.split(".")[0] in shown_by_repr:
                return fields(name, [("value", repr_(value))], path)
            if BaseException_ in mro_of(cls):
                return fields(name, [("args", BaseException_.args.__get__(value))], path)
            named = []
            for ancestor in mro_of(cls):
                slots = dict_of_type(ancestor).get("__slots__", ())
                for slot in (slots,) if type_(slots) is str_ else tuple_(slots):
                    member = dict_of_type(ancestor).get(slot)
                    if type_(member) is MemberType:
                        try:
                            named.append((slot, member.__get__(value, cls)))
                        except Exception_:
                            pass
            try:
                own = object_getattribute(value, "__dict__")
            except Exception_:
                own = None
            if type_(own) is dict_:
                named += [(key, item) for key, item in own.items() if type_(key) is str_]
            elif not named and "__next__" in {key for ancestor in mro_of(cls) for key in dict_of_type(ancestor)}:
                return fields(name, [("items", bounded(value))], path)
            elif not named and own is None:
                return '{"type":"opaque","kind":' + quote(name) + "}"
            return fields(name, sorted_(named, key=first), path)

        def one(value, path):
            nodes[0] += 1
            if nodes[0] > MAX_NODES or size[0] > 4 * MAX_TEXT:
                raise TooMuch()
            if value is None:
                return '{"type":"null"}'
            cls = type_(value)
            if cls in base_equal:
                base = cls
            else:
                base = base_of(cls)
                if base is not None and own_equality(cls, base):
                    module = dict_of_type(cls).get("__module__")
                    if module != "collections":
                        inner = plain(value, base, path + (id_(value),))
                        return '{"type":"object","className":' + quote(name_of_type(cls)) + ',"fields":[["value",' + inner + "]]}"
            if base is bool_ or base is int_ or base is float_ or base is str_ or base is bytes_:
                text = plain(value, base, path)
                size[0] += len_(text)
                return text
            identity = id_(value)
            for distance in range_(1, len_(path) + 1):
                if path[-distance] == identity:
                    return '{"type":"cycle","depth":%d}' % distance
            if len_(path) >= MAX_DEPTH:
                return '{"type":"opaque","kind":"nested too deeply"}'
            path = path + (identity,)
            return plain(value, base, path) if base is not None else instance(value, cls, path)

        limit = None
        if set_digits_limit is not None:
            limit = get_digits_limit()
            set_digits_limit(0)
        try:
            text = one(root, ())
        except TooMuch:
            text = None
        finally:
            if limit is not None:
                set_digits_limit(limit)
        if text is None:
            return too_large(root)
        return text if len_(text) <= MAX_TEXT else large(text)

    def too_large(root):
        # Too big to encode whole: the hash covers the size and what a bounded walk saw.
        cls = type_(root)
        base = base_of(cls)
        count = base.__len__(root) if base is not None and base not in (bool_, int_, float_) else -1
        if base is str_:
            return large(root)
        head, tail = [], []
        if base is list_ or base is tuple_:
            head, tail = base.__getitem__(root, slice_head), base.__getitem__(root, slice_tail)
        elif base is not None:
            for item in base.__iter__(root):
                head.append(item)
                if len_(head) >= 200:
                    break
        parts = []
        for item in list_(head) + list_(tail):
            item_type = type_(item)
            parts.append(encode(item) if item_type in base_equal and item_type not in (list_, tuple_, dict_, set_, frozenset_) else name_of_type(item_type))
        return large(name_of_type(cls) + " of %d: " % count + ",".join(parts))

    slice_all, slice_head, slice_tail = slice(None), slice(0, 200), slice(-200, None)
    complex_ = complex
    MemberType = type(type("S", (), {"__slots__": ("a",)}).a)

    def first(pair):
        return pair[0]

    # ---- outcomes ----------------------------------------------------------------------------------------------------
    class OverTime(BaseException):
        pass

    mro_of = type_.__dict__["__mro__"].__get__

    def raised(error):
        cls = type_(error)
        if cls is MemoryError_:
            return '{"type":"limit","limit":"memory"}'
        if cls is OverTime:
            return '{"type":"limit","limit":"cpu"}'
        try:
            message = str_(error)
            if type_(message) is not str_:
                message = str_.__getitem__(message, slice_all)
            message = message[:2000]
        except BaseException_:
            message = ""
        line = None
        trace = BaseException_.__traceback__.__get__(error)
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == "candidate.py":
                line = trace.tb_lineno
            trace = trace.tb_next
        if line is None and cls is SyntaxError_ and error.filename == "candidate.py":
            line = error.lineno
        name = str_.encode(name_of_type(cls), "utf-8", "replace").decode("utf-8")
        message = str_.encode(message, "utf-8", "replace").decode("utf-8")
        text = '{"type":"raised","error":' + quote(name) + ',"message":' + quote(message)
        bases = [name_of_type(base) for base in mro_of(cls)[1:-2]]
        if bases:
            text += ',"bases":[' + ",".join([quote(str_.encode(base, "utf-8", "replace").decode("utf-8")) for base in bases]) + "]"
        return text + (',"line":%d}' % line if type_(line) is int_ else "}")

    def value_outcome(value):
        return '{"type":"value","value":' + encode(value) + "}"

    def missing(reason):
        return '{"type":"missing","reason":' + quote(reason) + "}"

    def report(index, outcome, text, after):
        line = nonce + " " + str_(index) + ' {"outcome":' + outcome
        if text:
            line += ',"stdout":' + quote(text)
        if after is not None:
            line += ',"argumentsAfter":[' + ",".join(after) + "]"
        data = (line + "}\n").encode("ascii")
        while data:
            data = data[os_write(CHANNEL, data) :]

    armed = [False]
    hit = [False]

    def over_time(_signal_number, _frame):
        if armed[0]:
            hit[0] = True
            raise OverTime()

    def start_timer():
        hit[0] = False
        armed[0] = True
        # Half of the time that is left, so that a call which hangs leaves some for those after it. Again and again: a
        # program may catch it the first time.
        setitimer(ITIMER_REAL, max_(0.05, (deadline - monotonic()) / 2), 0.05)

    def stop_timer():
        armed[0] = False
        setitimer(ITIMER_REAL, 0)

    def settle(value):
        if type_(value) is CoroutineType:
            import asyncio

            return asyncio.run(value)
        return value

    def load(name):
        module = ModuleType(name)
        module.__file__ = "candidate.py"
        module.__builtins__ = builtins
        sys_modules[name] = sys_modules["__main__"] = module
        # The interpreter leaves the folder out; a program finds the modules that lie beside it there.
        if "" not in sys.path:
            sys.path.insert(0, "")
        sys.path.extend([path for path in searched if path != ""])
        if package != "":
            # For imports that start with a dot.
            module.__package__ = package
        exec_(compile_(source, "candidate.py", "exec", dont_inherit=True), module.__dict__)
        return module.__dict__

    def known_modules(code, scope):
        # Expected values are often written with names that a test file would import.
        for name in code.co_names:
            if name in scope or hasattr_(builtins, name):
                continue
            if name in ("math", "cmath", "collections", "datetime", "decimal", "fractions", "itertools", "string", "re", "json"):
                scope[name] = __import__(name)
            elif name in ("Counter", "OrderedDict", "defaultdict", "deque"):
                scope[name] = getattr_(__import__("collections"), name)
            elif name == "Decimal":
                scope[name] = __import__("decimal").Decimal
            elif name == "Fraction":
                scope[name] = __import__("fractions").Fraction
            elif name in ("nan", "inf", "pi"):
                scope[name] = getattr_(__import__("math"), name)

    def run_expressions():
        sys.stdout = stdout
        signal_(SIGALRM, over_time)
        failure = None
        namespace = {"__builtins__": builtins}
        try:
            start_timer()
            try:
                namespace = load("candidate")
            finally:
                stop_timer()
        except BaseException_ as error:
            failure = raised(error)
        if failure is not None:
            flush_quietly()
            for index in range_(len_(calls)):
                # A candidate that does not load has not raised on any input.
                report(index, failure if failure.startswith('{"type":"limit"') else missing("does not load: " + summary(failure)), "", None)
            return
        for index in range_(len_(calls)):
            run_expression(index, calls[index], namespace)

    def summary(failure):
        fields = make_scanner(Scan)(failure, 0)[0] if make_scanner is not None else loads(failure)
        line = fields.get("line")
        return fields["error"] + ": " + fields["message"] + (" (line %d)" % line if line is not None else "")

    def flush_quietly():
        try:
            flush_stdout()
        except BaseException_:
            pass

    def run_expression(index, call, namespace):
        flush_quietly()
        take_printed()
        scope = dict_(namespace)
        after = None
        arguments = None
        before = None
        try:
            if call.get("setup"):
                code = compile_(call["setup"], "<setup>", "exec", dont_inherit=True)
                known_modules(code, scope)
                exec_(code, scope)
            callee = call.get("callee")
            source = call["expression"] if callee is None else "(" + callee + ",(" + "".join([a + "," for a in call["arguments"]]) + "))"
            code = compile_(source.strip(), "<call>", "eval", dont_inherit=True)
            known_modules(code, scope)
            start_timer()
            if callee is None:
                value = settle(eval_(code, scope))
            else:
                function, arguments = eval_(code, scope)
                before = [encode(argument) for argument in arguments]
                value = settle(function(*arguments))
            outcome = value_outcome(value)
            stop_timer()
        except BaseException_ as error:
            try:
                stop_timer()
                outcome = raised(error)
            except BaseException_ as second:
                stop_timer()
                outcome = raised(second)
        if hit[0]:
            outcome = '{"type":"limit","limit":"cpu"}'
        elif before is not None:
            try:
                start_timer()
                after = [encode(argument) for argument in arguments]
                stop_timer()
            except BaseException_:
                stop_timer()
                after = None
            if after == before:
                after = None
        flush_quietly()
        report(index, outcome, take_printed(), after)

    # ---- programs: each in a child of its own, so that it starts fresh and may end as it likes --------------------------
    def scratch(path, data):
        descriptor = os_open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        while data:
            data = data[os_write(descriptor, data) :]
        os.lseek(descriptor, 0, 0)
        os_unlink(path)
        return descriptor

    def run_program(index, call):
        # A folder of its own for each run, so that what one leaves behind is not there for the next.
        home = "run-%d" % index
        os.mkdir(home)
        for path, text in list_(call.get("files", {}).items()) + [("candidate.py", source)]:
            path = os.path.join(home, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open_file(path, "wb") as file:
                file.write(text if type_(text) is bytes_ else text.encode("utf-8"))
        stdin = scratch(".stdin", call["stdin"].encode("utf-8", "surrogatepass"))
        output = scratch(".stdout", b"")
        inner_read, inner_write = os_pipe()
        child = os_fork()
        if child == 0:
            os_close(CHANNEL)
            os_close(inner_read)
            os_dup2(stdin, 0)
            os_dup2(output, 1)
            note = b""
            code = 0
            try:
                os.chdir(home)
                sys.argv = ["candidate.py"] + call["args"]
                sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "rb", closefd=False)), encoding="utf-8", errors="surrogateescape")
                sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "wb", closefd=False)), encoding="utf-8", errors="surrogateescape")
                signal_(SIGALRM, over_time)
                start_timer()
                flush = sys.stdout.flush
                try:
                    load("__main__")
                finally:
                    stop_timer()
                    try:
                        flush()
                        sys.stdout.flush()
                    except ValueError:
                        pass
            except SystemExit_ as error:
                if error.code is not None and error.code != 0:
                    note = ('{"type":"raised","error":"SystemExit","message":' + quote(str_(error.code)[:2000]) + "}").encode("ascii")
                    code = 1
            except BaseException_ as error:
                note = raised(error).encode("ascii")
                code = 1
            if note:
                os_write(inner_write, note)
            os_exit(code)
        os_close(inner_write)
        os_close(stdin)
        _, status = os_waitpid(child, 0)
        os_set_blocking(inner_read, False)
        try:
            note = os_read(inner_read, 65536).decode("ascii")
        except BaseException_:
            note = ""
        os_close(inner_read)
        os.lseek(output, 0, 0)
        data = read_all(output, MAX_PRINTED + 1)
        os_close(output)
        text = text_of(data[:MAX_PRINTED], len_(data))
        if note:
            outcome = note
        elif os.WIFSIGNALED(status):
            outcome = missing("ended by signal %d" % os.WTERMSIG(status))
        elif os.WEXITSTATUS(status) != 0:
            outcome = '{"type":"raised","error":"SystemExit","message":"%d"}' % os.WEXITSTATUS(status)
        else:
            outcome = '{"type":"value","value":' + (string(text) if len_(text) <= MAX_TEXT else large(text)) + "}"
        report(index, outcome, text, None)

    def run():
        read_job()
        if kind == "program":
            for index in range_(len_(calls)):
                run_program(index, calls[index])
        else:
            run_expressions()

    return run, os_exit


def prepared():
    run, leave = probe()

    def start():
        import sys

        sys.modules.pop("__main__", None)
        run()
        leave(0)

    return start


start = prepared()
if __name__ == "__main__":
    start()
