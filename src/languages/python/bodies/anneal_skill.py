"""The types that a skill's body works with. Shown to the sandbox read-only; a body imports what it needs from here."""
import base64
import json
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    id: str
    description: str = ""


@dataclass(frozen=True)
class DecisionRequest:
    state: str
    question: str
    options: list


@dataclass(frozen=True)
class DecisionResult:
    """`probabilities` has one entry an option. Without `calibrated`, the model shows no probabilities."""
    selected: str
    probabilities: dict
    calibrated: bool = False

    def prob(self, option):
        return self.probabilities.get(option, 0.0)

    @property
    def choice(self):
        return self.selected


@dataclass
class Prediction:
    text: str
    decisions: list = field(default_factory=list)


@dataclass
class ActionResult:
    action_log: str
    new_state: str
    needs_input: str = None
    decisions: list = field(default_factory=list)


@dataclass
class Request:
    """`user_input` is the newest answer to a question of this run, `answers` are all of them. `meta` is kept over a pause."""
    text: str
    user_input: str = None
    answers: list = field(default_factory=list)
    meta: dict = field(default_factory=dict)


class HostError(Exception):
    """The host refused or failed what the body asked for."""


class NetworkError(HostError, OSError):
    """A request over the network was not made, or got no answer."""


class FileError(HostError, OSError):
    """A file was not handed in, or cannot be handed out."""


@dataclass(frozen=True)
class HttpResponse:
    status: int
    headers: dict
    body: bytes

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.body)


class Engine:
    def __init__(self, ask):
        self._ask = ask

    def call(self, request):
        options = [{"id": str(o.id), "description": str(o.description)} for o in request.options]
        answer = self._ask("decide", state=str(request.state), question=str(request.question), options=options)
        return DecisionResult(answer["selected"], answer["probabilities"], answer["calibrated"])


class Http:
    def __init__(self, ask):
        self._ask = ask

    def request(self, method, url, headers=None, body=None, timeout=30):
        """`body`: bytes, text, or anything that JSON can carry. Redirects are not followed."""
        given = {str(k): str(v) for k, v in (headers or {}).items()}
        if body is not None and not isinstance(body, (bytes, bytearray, str)):
            body = json.dumps(body)
            given.setdefault("Content-Type", "application/json")
        data = body.encode() if isinstance(body, str) else body
        answer = self._ask("http", method=str(method).upper(), url=str(url), headers=given, timeout=float(timeout),
                           body=None if data is None else base64.b64encode(bytes(data)).decode())
        return HttpResponse(answer["status"], answer["headers"], base64.b64decode(answer["body"]))

    def get(self, url, headers=None, timeout=30):
        return self.request("GET", url, headers, None, timeout)

    def post(self, url, body=None, headers=None, timeout=30):
        return self.request("POST", url, headers, body, timeout)


class Files:
    """Files that the person handed in, by name, and files handed out. No paths."""

    def __init__(self, ask):
        self._ask = ask

    def names(self):
        return self._ask("list-files")["names"]

    def read(self, name):
        return base64.b64decode(self._ask("read-file", name=str(name))["data"])

    def read_text(self, name):
        return self.read(name).decode("utf-8")

    def write(self, name, data):
        data = data.encode() if isinstance(data, str) else bytes(data)
        self._ask("write-file", name=str(name), data=base64.b64encode(data).decode())


class Context:
    def __init__(self, ask, config):
        self.config = config
        self.engine = Engine(ask)
        self.http = Http(ask)
        self.files = Files(ask)
