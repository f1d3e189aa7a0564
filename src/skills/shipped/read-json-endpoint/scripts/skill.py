"""Reads one value of the JSON object that an HTTP service answers with."""
from anneal_skill import ActionResult, DecisionRequest, NetworkError, Option, Prediction

INTEGRATION = {
    "service": "json_endpoint",
    "transport": "http",
    "config_vars": ["endpoint_url"],
    "hosts": ["config:endpoint_url"],
}

MOST_OPTIONS = 8


def fetch(ctx):
    """The object, or a sentence that says why there is none."""
    try:
        answer = ctx.http.get(ctx.config["endpoint_url"], headers={"Accept": "application/json"})
    except KeyError:
        return None, "The setting endpoint_url is not set."
    except NetworkError as error:
        return None, "The service cannot be reached: %s" % error
    if answer.status != 200:
        return None, "The service answered HTTP %d." % answer.status
    try:
        found = answer.json()
    except ValueError:
        return None, "The service answered with something that is no JSON."
    if not isinstance(found, dict) or not found:
        return None, "The service answered with no JSON object that holds anything."
    return found, None


def named(text, keys):
    """The keys that a text names, as they are or with spaces for what joins their words."""
    low = " %s " % " ".join(text.lower().replace("?", " ").replace(",", " ").split())
    return [key for key in keys if " %s " % key.lower().replace("_", " ").replace("-", " ") in low or " %s " % key.lower() in low]


def predict(ctx, request):
    found, problem = fetch(ctx)
    if problem is not None:
        return Prediction(text="problem", decisions=[])
    keys = sorted(found)
    said = named(request.text, keys)
    if len(said) == 1 or len(keys) == 1:
        return Prediction(text="key " + (said or keys)[0], decisions=[])
    if len(keys) > MOST_OPTIONS:
        return Prediction(text="ask", decisions=[])
    asked = DecisionRequest(
        state=request.text,
        question="Which of these values does the request ask for?",
        options=[Option(key, "the value %s, now %.80r" % (key, found[key])) for key in keys],
    )
    result = ctx.engine.call(asked)
    if result.prob(result.selected) < 0.5:
        return Prediction(text="ask", decisions=[(asked, result)])
    return Prediction(text="key " + result.selected, decisions=[(asked, result)])


def act(ctx, request, prediction):
    found, problem = fetch(ctx)
    if problem is not None:
        return ActionResult(action_log=problem, new_state=request.text)
    key = prediction.text[len("key "):] if prediction.text.startswith("key ") else None
    if key is None:
        said = named(request.user_input or "", found)
        if len(said) != 1:
            shown = ", ".join(sorted(found)[:20])
            return ActionResult(
                action_log="It is not clear which value is asked for.",
                new_state=request.text,
                needs_input="Which value: %s?" % shown,
            )
        key = said[0]
    if key not in found:
        return ActionResult(action_log="The service no longer has the value %s." % key, new_state=request.text)
    return ActionResult(action_log="%s is %s." % (key, found[key]), new_state="%s: %s" % (key, found[key]))
