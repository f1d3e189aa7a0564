# Runs one phase of a skill's body. The host speaks on standard input and hears descriptor 3, one JSON object a line; what
# the body prints goes to standard output and means nothing to the host.
import json
import os
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 6 << 20


def open_channel():
    """Numbers of their own, so that a body that reads its input or closes low descriptors cuts nothing off."""
    heard, said = os.dup(0), os.dup(3)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.close(3)
    return os.fdopen(heard, "rb"), os.fdopen(said, "wb", 0)


def say(message):
    data = json.dumps(message).encode() + b"\n"
    if len(data) > LONGEST:
        raise ValueError("a message of %d bytes is more than the host takes" % len(data))
    view = memoryview(data)
    while view:
        view = view[channel.write(view):]


def host_error(kind, message):
    import anneal_skill
    return {"http": anneal_skill.NetworkError, "file": anneal_skill.FileError}.get(kind, anneal_skill.HostError)(message)


def ask(what, **fields):
    global asked
    asked += 1
    say(dict(fields, ask=what, id=asked))
    line = inbox.readline()
    if not line:
        raise SystemExit("the host has gone")
    answer = json.loads(line)
    if "error" in answer:
        raise host_error(answer["error"]["kind"], answer["error"]["message"])
    return answer["ok"]


def route_urllib(http):
    """`urllib.request` asks the host too, so that bodies which know nothing of it work."""
    import email.message
    import io
    import urllib.error
    import urllib.request
    import urllib.response

    def through_host(request):
        data = request.data
        if data is not None and not isinstance(data, (bytes, bytearray)):
            data = b"".join(data)
        timeout = request.timeout if isinstance(request.timeout, (int, float)) else 30
        try:
            answer = http.request(request.get_method(), request.full_url, dict(request.header_items()), data, timeout)
        except OSError as error:
            raise urllib.error.URLError(error) from error
        headers = email.message.Message()
        for name, value in answer.headers.items():
            headers[name] = value
        response = urllib.response.addinfourl(io.BytesIO(answer.body), headers, request.full_url, answer.status)
        response.msg = "HTTP %d" % answer.status
        return response

    class Http(urllib.request.HTTPHandler):
        def http_open(self, request):
            return through_host(request)

    class Https(urllib.request.BaseHandler):
        def https_open(self, request):
            return through_host(request)

    opener = urllib.request.OpenerDirector()
    for handler in (Http, Https, urllib.request.HTTPErrorProcessor, urllib.request.HTTPDefaultErrorHandler,
                    urllib.request.HTTPRedirectHandler, urllib.request.UnknownHandler):
        opener.add_handler(handler())
    urllib.request.install_opener(opener)


def explain_sockets():
    """There is no network here whatever a body does; this only says so in words that help."""
    import socket
    message = "a skill has no network of its own: declare the host in INTEGRATION and use ctx.http.request(method, url)"

    def refuse(*_given, **_named):
        raise PermissionError(message)

    socket.create_connection = socket.getaddrinfo = socket.gethostbyname = refuse
    socket.socket.connect = socket.socket.connect_ex = refuse
    make = socket.socket.__init__

    def made(self, *given, **named):
        try:
            make(self, *given, **named)
        except PermissionError:
            raise PermissionError(message) from None
    socket.socket.__init__ = made


def plain_decision(item):
    """A pair of request and result, or whatever else a body put there, as far as JSON can carry it."""
    try:
        request, result = item
        return {"question": str(request.question), "selected": str(result.selected),
                "probabilities": {str(k): float(v) for k, v in dict(result.probabilities).items()}}
    except Exception:
        return {"note": str(item)[:2000]}


def text_of(value, name, optional=False):
    if optional and value is None:
        return None
    if not isinstance(value, str):
        raise TypeError("%s must be text, not %s" % (name, type(value).__name__))
    return value


def run(start):
    import importlib.util
    import anneal_skill
    path = os.path.join(HERE, "skill_body.py")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    context = anneal_skill.Context(ask, start["config"])
    if "urllib" in source:
        route_urllib(context.http)
    if any(word in source for word in ("socket", "http.client", "smtplib", "imaplib", "poplib", "ftplib", "asyncio", "xmlrpc")):
        explain_sockets()
    spec = importlib.util.spec_from_file_location("skill_body", path)
    body = importlib.util.module_from_spec(spec)
    sys.modules["skill_body"] = body
    spec.loader.exec_module(body)
    given = start["request"]
    request = anneal_skill.Request(given["text"], given["user_input"], list(given["answers"]), dict(given["meta"]))
    if start["phase"] == "predict":
        made = body.predict(context, request)
        if not isinstance(made, anneal_skill.Prediction):
            raise TypeError("predict must return a Prediction, not %s" % type(made).__name__)
        decisions = [plain_decision(item) for item in made.decisions]
        return {"done": "predict", "prediction": {"text": text_of(made.text, "Prediction.text"), "decisions": decisions},
                "meta": request.meta}
    before = start["prediction"]
    done = body.act(context, request, anneal_skill.Prediction(before["text"], before["decisions"]))
    if not isinstance(done, anneal_skill.ActionResult):
        raise TypeError("act must return an ActionResult, not %s" % type(done).__name__)
    return {"done": "act", "meta": request.meta, "result": {
        "action_log": text_of(done.action_log, "ActionResult.action_log"),
        "new_state": text_of(done.new_state, "ActionResult.new_state"),
        "needs_input": text_of(done.needs_input, "ActionResult.needs_input", True)}}


def failure(error):
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith("skill_body.py")]
    line = error.lineno if isinstance(error, SyntaxError) else frames[-1].lineno if frames else None
    return {"failed": {"error": type(error).__name__, "message": str(error)[:4000], "line": line}}


inbox, channel = open_channel()
asked = 0
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
try:
    outcome = run(json.loads(inbox.readline()))
    say(outcome)
except BaseException as error:
    say(failure(error))
sys.stdout.flush()
os._exit(0)
