/**
 * The one task that the demo model knows, and what it answers. The replies look like those of a small chat model: the
 * first four programs are wrong in four different ways, so that a run shows observation, selection and a repair round.
 */

/** The demo request, as a person would type it. */
export const secondLargestDemo = {
  task: 'Return the second largest distinct number of a list, or None if there are fewer than two distinct numbers.',
  language: 'python',
  signature: 'def second_largest(nums: list[int]) -> int | None',
  examples: [
    'second_largest([3, 1, 2]) == 2',
    'second_largest([5, 5, 4]) == 4',
    'second_largest([7, 7]) == None',
    'second_largest([]) == None',
  ],
  /** CPU seconds for one candidate: one of them never ends, and a demo should not keep anyone waiting. */
  timeoutSeconds: 0.5,
  takes: (text: string): boolean =>
    /second[ _-]?largest|втор\S+ по величине/iu.test(text) && !/\b(lua|javascript|typescript)\b/iu.test(text),
} as const;

const fenced = (before: string, code: string, after = ''): string =>
  `${before}\n\n\`\`\`python\n${code}\n\`\`\`${after === '' ? '' : `\n\n${after}`}`;

const countsDuplicates = fenced(
  'Sort the list and take the element before the last one:',
  `def second_largest(nums):
    if len(nums) < 2:
        return None
    return sorted(nums)[-2]`,
  'This runs in O(n log n) time.',
);

const returnsMinusInfinity = fenced(
  "Here's a single-pass solution that keeps the two largest values seen so far.",
  `def second_largest(nums):
    first = second = float("-inf")
    for n in nums:
        if n > first:
            first, second = n, first
        elif first > n > second:
            second = n
    return second`,
);

const neverEnds = fenced(
  'We can remove the largest number until a smaller one shows up.',
  `def second_largest(nums):
    if len(nums) < 2:
        return None
    largest = max(nums)
    i = 0
    best = None
    while i < len(nums):
        if nums[i] == largest:
            continue
        if best is None or nums[i] > best:
            best = nums[i]
        i += 1
    return best`,
);

const syntaxError = fenced(
  'Sure! Using a set removes the duplicates:',
  `def second_largest(nums):
    unique = sorted(set(nums))
    if len(unique) < 2
        return None
    return unique[-2]`,
  'Let me know if you have any questions!',
);

const rightWithSet = fenced(
  'Duplicates are dropped with a set; with fewer than two values left there is no answer.',
  `def second_largest(nums):
    unique = sorted(set(nums))
    if len(unique) < 2:
        return None
    return unique[-2]`,
);

const rightInOnePass = fenced(
  'One pass, no sorting:',
  `def second_largest(nums):
    first = second = None
    for n in nums:
        if first is None or n > first:
            first, second = n, first
        elif n != first and (second is None or n > second):
            second = n
    return second`,
);

const rightWithMax = fenced(
  'Take the maximum of everything below the maximum.',
  `def second_largest(nums):
    if not nums:
        return None
    largest = max(nums)
    return max((n for n in nums if n < largest), default=None)`,
);

const rightWithFilter = fenced(
  'Keep the numbers below the maximum and take their maximum.',
  `def second_largest(nums):
    smaller = [n for n in nums if n != max(nums)]
    return max(smaller) if smaller else None`,
);

const secondSmallest = fenced(
  'Sort the distinct values and pick index 1.',
  `def second_largest(nums):
    unique = sorted(set(nums))
    return unique[1] if len(unique) > 1 else None`,
);

/** Samples in order; after the last one they start again. The first four hold no right program. */
export const demoSamples: readonly string[] = [
  countsDuplicates,
  returnsMinusInfinity,
  neverEnds,
  syntaxError,
  rightWithSet,
  rightInOnePass,
  secondSmallest,
  rightWithMax,
  countsDuplicates,
  rightWithFilter,
  returnsMinusInfinity,
  rightInOnePass,
];

export const demoRepairs: readonly string[] = [
  `The returned value shows that equal numbers were counted twice. ${rightWithSet}`,
  `You're right, the result must be None when nothing is left. ${rightInOnePass}`,
  rightWithFilter,
  rightWithMax,
];

/** Generated tests; about one in five is wrong, as with real models. */
export const demoTests: readonly string[] = [
  fenced(
    'Here are the tests:',
    `assert second_largest([1, 2, 3, 4]) == 3
assert second_largest([10, 10, 9]) == 9
assert second_largest([]) == None
assert second_largest([-1, -2, -3]) == -2
assert second_largest([5, 5]) == 5`,
  ),
  fenced(
    'Some cases, with duplicates and negative numbers:',
    `assert second_largest([2, 1]) == 1
assert second_largest([8]) == None
assert second_largest([4, 4, 4]) == None
assert second_largest([0, -5, 0]) == -5`,
  ),
  `assert second_largest([1, 2, 3, 4]) == 3
assert second_largest([8]) == None
assert second_largest([-1, -2, -3]) == -1
assert second_largest([7, 3, 7, 2]) == 3`,
  fenced(
    '',
    `assert second_largest([10, 10, 9]) == 9
assert second_largest([4, 4, 4]) == None
assert second_largest([2, 1]) == 1
assert second_largest([100, 50, 100, 75]) == 75`,
    'These cover the edge cases.',
  ),
];

export const demoContract = fenced('', 'def second_largest(nums: list[int]) -> int | None:');

export const demoExplanation =
  'The duplicates are dropped first; the second largest of what is left is the answer, and None when there are fewer than two numbers.';

/** What the demo model says to anything else. */
export const otherTaskReply =
  "I am Anneal's demo model and know one task only: the second largest distinct number of a list, in Python. For your own task choose a real model, for example --backend llama-cpp or --backend ollama.";
