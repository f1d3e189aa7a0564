import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { guard, safeHeaders } from './guard.ts';
import type { HttpDeps } from './http-deps.ts';
import type { Metrics } from './metrics.ts';
import { openAiErrors } from './openai/openai-error.ts';
import { otherMethod } from './other-method.ts';
import { servePage } from './page/serve-page.ts';
import { invalidFields, problemOf, problemResponse } from './problem.ts';
import { limitBody, readBodyAsText } from './read-body.ts';
import { addAboutRoutes } from './routes/about-routes.ts';
import { addBenchRoutes } from './routes/bench-routes.ts';
import { addJobRoutes } from './routes/job-routes.ts';
import { addLocalScriptRoutes } from './routes/localscript-routes.ts';
import { addMachineRoutes } from './routes/machine-routes.ts';
import { addOpenAiRoutes } from './routes/openai-routes.ts';
import { addPageRoutes } from './routes/page-routes.ts';
import { addRunRoutes } from './routes/run-routes.ts';
import { addServiceRoutes } from './routes/service-routes.ts';
import { addSessionRoutes } from './routes/session-routes.ts';
import { addSkillRoutes } from './routes/skill-routes.ts';

/** All that the service answers. It holds no state of its own: runs, queue and sessions are given. */
export function createApp(deps: HttpDeps, metrics: Metrics): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook: (result) => (result.success ? undefined : invalidFields(result.target, result.error.issues)),
  });
  app.use(async (c, next) => {
    const startedAt = performance.now();
    await next();
    metrics.noteRequest(c.req.routePath, c.req.method, c.res.status, (performance.now() - startedAt) / 1000);
  });
  app.use(safeHeaders);
  app.use('/v1/*', openAiErrors);
  app.use(guard(deps.access, deps.pageAccess));
  app.use(limitBody);
  app.use(readBodyAsText);
  app.onError((error) => {
    if (!(error instanceof HTTPException)) return problemOf(error, deps.warn);
    if (error.res !== undefined) return error.res;
    const { status } = error;
    if (status >= 500) return problemOf(error, deps.warn);
    return problemResponse('bad-input', status === 400 ? 'body: is not JSON' : error.message, 'Send one JSON object.', {
      status,
      errors: [{ field: 'body', message: 'is not JSON' }],
    });
  });
  app.notFound(
    (c) =>
      (deps.page === null ? null : servePage(deps.page, c.req.raw)) ??
      otherMethod(app, c.req.method, c.req.path) ??
      problemResponse('not-found', 'There is nothing at this path.', 'The paths are listed at /docs.'),
  );
  addServiceRoutes(app, deps, metrics);
  addAboutRoutes(app, deps);
  addRunRoutes(app, deps, metrics);
  addSessionRoutes(app, deps);
  addLocalScriptRoutes(app, deps);
  const { skills } = deps;
  if (skills !== null) addSkillRoutes(app, { ...deps, skills });
  addMachineRoutes(app, deps);
  addJobRoutes(app, deps);
  addBenchRoutes(app, deps);
  addPageRoutes(app, deps);
  addOpenAiRoutes(app, deps);
  const { mcp } = deps;
  if (mcp !== null) app.all('/mcp', (c) => mcp.fetch(c.req.raw, () => c.req.json()));
  return app;
}
