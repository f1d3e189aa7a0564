import type { OpenAPIHono } from '@hono/zod-openapi';
import { problemResponse } from './problem.ts';

const methods = ['GET', 'POST', 'DELETE'] as const;

/**
 * What a path takes; none where nothing is there. `HEAD` goes wherever `GET` does. A path that is written out in full is itself, also
 * where it looks like another one with a parameter.
 */
function methodsOf({ router }: Pick<OpenAPIHono, 'router'>, path: string): readonly string[] {
  const found = methods.flatMap((method) =>
    // What is meant for every method is no route, but what stands before them.
    router.match(method, path)[0].flatMap(([[, route]]) => (route.method === method ? [{ method, template: route.path }] : [])),
  );
  const own = found.filter(({ template }) => template === path);
  const taken = new Set((own.length > 0 ? own : found).map(({ method }) => method));
  return [...taken].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** The answer to a method that a path does not take, with those that it takes; null where there is nothing at the path. */
export function otherMethod(app: Pick<OpenAPIHono, 'router'>, method: string, path: string): Response | null {
  const taken = methodsOf(app, path);
  if (taken.length === 0 || taken.includes(method)) return null;
  const response = problemResponse(
    'bad-input',
    `There is no ${method} at this path.`,
    `Use ${taken.join(' or ')}; /docs lists the paths.`,
    {
      status: 405,
    },
  );
  response.headers.set('Allow', taken.join(', '));
  return response;
}
