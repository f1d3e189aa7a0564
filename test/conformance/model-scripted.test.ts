import { createMockProvider } from '../../src/models/mock/mock-provider.ts';
import { secondLargestDemo } from '../../src/models/mock/second-largest-demo.ts';
import { createScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import { describeModel } from './model.ts';

const reply = (body: string): string =>
  `Here is the function:\n\n\`\`\`python\ndef add(a, b):\n    ${body}\n\`\`\`\nIt adds its arguments and returns what they make together. Nothing else happens here at all.`;

describeModel('scripted', async () =>
  createScriptedModel({
    replies: [
      {
        prompt: /./u,
        replies: [
          { text: reply('return a + b'), tokenMs: 1 },
          { text: reply('return sum([a, b])'), tokenMs: 1, logprob: -3 },
        ],
        whenUsedUp: 'cycle',
      },
    ],
    capabilities: { jsonSchema: false, logprobs: true },
    decide: () => [0.1, 0.5, 0.2],
  }),
);

describeModel('mock', () => createMockProvider({ tokenMs: 1 }).open(''), { task: secondLargestDemo.task });
