import { type FaultServer, startFaultServer } from '../models/servers/fault-server.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';

/** A body that asks, decides and posts, as a model would write it. */
export const body = `import json
from anneal_skill import ActionResult, DecisionRequest, NetworkError, Option, Prediction

INTEGRATION = {
    "service": "board",
    "transport": "http",
    "config_vars": ["board_url", "board_token"],
    "secrets": ["board_token"],
    "hosts": ["config:board_url"],
}

def predict(ctx, request):
    asked = DecisionRequest(request.text, "Which list does the card belong to?", [Option("todo", "to be done"), Option("done", "finished")])
    result = ctx.engine.call(asked)
    return Prediction(result.selected, [(asked, result)])

def act(ctx, request, prediction):
    if request.user_input is None:
        return ActionResult("Nothing was posted yet.", request.text, needs_input="Who is it for?")
    card = {"list": prediction.text, "text": request.text, "owner": request.user_input}
    try:
        answer = ctx.http.post(ctx.config["board_url"] + "/cards", card, {"Authorization": "Bearer " + ctx.config["board_token"]})
    except NetworkError as error:
        return ActionResult("The board cannot be reached: %s" % error, request.text)
    if answer.status != 201:
        return ActionResult("The board answered HTTP %d." % answer.status, request.text)
    return ActionResult("Posted card %s to %s." % (answer.json()["id"], prediction.text), "card " + str(answer.json()["id"]))
`;
/** Tests of it, in the form in which models give them. */
export const tests = JSON.stringify([
  {
    request: 'Write the report',
    expect: {
      answers: ['ann'],
      http: [{ method: 'POST', url: '/cards', status: 201, json: { id: 7 } }],
      sent: [{ method: 'POST', body: 'ann' }],
      log: ['7'],
    },
  },
]);

/** A writer that gives these bodies in order, and the tests whenever it is asked for tests. */
export function boardWriter(replies: string[], prompts: string[]): Promise<FaultServer> {
  return startFaultServer({
    speak: speakOpenAi({
      kind: 'vllm',
      contextTokens: 16_384,
      text: (request) => {
        const prompt = JSON.stringify(request.body);
        prompts.push(prompt);
        if (prompt.includes('You write tests for a small service')) return `\`\`\`json\n${tests}\n\`\`\``;
        if (prompt.includes('You write the body of one skill')) return replies.shift() ?? '';
        return '{}';
      },
    }),
  });
}

export const fenced = (code: string): string => `\`\`\`python\n${code}\`\`\``;
