"""Counts the words of a text file that is handed in, and hands out a table of them."""
import csv
import io
import re

from anneal_skill import ActionResult, DecisionRequest, FileError, Option, Prediction

INTEGRATION = {"service": "text_files", "transport": "file", "config_vars": []}

MOST_OPTIONS = 8
SHOWN = 3


def chosen(ctx, request, names):
    """The file that is meant and the decision that led to it; the name is empty where nothing tells."""
    said = [name for name in names if name.lower() in request.text.lower()]
    if len(said) == 1 or len(names) == 1:
        return (said or names)[0], []
    if not 2 <= len(names) <= MOST_OPTIONS:
        return "", []
    asked = DecisionRequest(
        state=request.text,
        question="Which file does the request speak of?",
        options=[Option(name, "the file " + name) for name in names],
    )
    result = ctx.engine.call(asked)
    return (result.selected if result.prob(result.selected) >= 0.5 else ""), [(asked, result)]


def predict(ctx, request):
    names = ctx.files.names()
    if not names:
        return Prediction(text="none", decisions=[])
    name, decisions = chosen(ctx, request, names)
    return Prediction(text="file " + name if name else "ask", decisions=decisions)


def act(ctx, request, prediction):
    names = ctx.files.names()
    if prediction.text == "none" or not names:
        return ActionResult(action_log="No file was handed in.", new_state=request.text)
    name = prediction.text[len("file "):] if prediction.text.startswith("file ") else ""
    if not name:
        name = next((one for one in names if request.user_input and one.lower() in request.user_input.lower()), "")
    if not name:
        return ActionResult(
            action_log="It is not clear which file is meant.",
            new_state=request.text,
            needs_input="Which file: %s?" % ", ".join(names),
        )
    try:
        text = ctx.files.read_text(name)
    except FileError as error:
        return ActionResult(action_log="%s cannot be read: %s" % (name, error), new_state=request.text)
    except UnicodeDecodeError:
        return ActionResult(action_log="%s is no UTF-8 text." % name, new_state=request.text)
    counts = {}
    for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text.lower()):
        counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["word", "count"])
    writer.writerows(ranked)
    out = name.rsplit(".", 1)[0] + ".words.csv"
    ctx.files.write(out, table.getvalue())
    most = ", ".join("%s %d" % pair for pair in ranked[:SHOWN])
    total = sum(counts.values())
    return ActionResult(
        action_log="%s has %d words, %d of them different%s. The table is in %s." % (name, total, len(counts), "; most often: " + most if most else "", out),
        new_state="%d words" % total,
    )
