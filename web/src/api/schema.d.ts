// Written by scripts/write-api-types.mjs from docs/openapi.json.
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service runs; a browser gets a page */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It runs */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            message: "service is running";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What may be asked for here */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Version, languages, hosts and defaults */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["About"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bench": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports of `anneal bench` on this machine, the newest first */
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["BenchSummary"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bench/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One report, and what can be drawn of it */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BenchReport"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a report */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Removed */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What works on this machine, the fix for what does not, and what models were measured to be good at */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The report */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Doctor"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Measure the model that runs take now; it takes minutes, and 409 while runs are at work */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["MeasureInput"];
                };
            };
            responses: {
                /** @description Begun, or at it already */
                202: {
                    headers: {
                        Location: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Job"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads and measurements since the service started, the newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description All */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["Job"][];
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far it is */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The job */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Job"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End it; a download goes on from there the next time */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The job as it ended */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Job"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A path that lets one browser in, once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description To be opened within an hour */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PageLink"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each backend offers, and what a run would take now */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Models by backend */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Models"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Fetch a model; without a name the one that suits this machine */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": components["schemas"]["PullInput"];
                };
            };
            responses: {
                /** @description Begun, or at it already */
                202: {
                    headers: {
                        Location: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Job"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/{backend}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a model from this machine */
        delete: {
            parameters: {
                query?: {
                    /** @description also the one that runs take now */
                    inUse?: "true" | "false";
                };
                header?: never;
                path: {
                    backend: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Removed */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stored runs, newest first */
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    phase?: "queued" | "running" | "waiting" | "interrupted" | "done";
                    session?: string;
                    text?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["RunSummary"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Ask for a program */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description asking twice with one key is one run */
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RunInput"];
                };
            };
            responses: {
                /** @description Stored; it runs when its turn comes */
                202: {
                    headers: {
                        Location: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunPromise"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The result object, as far as the run has come */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The run */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunResult"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a run that is not running */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Removed */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer the open question; of two answers the first wins */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            responses: {
                /** @description The run goes on */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunPromise"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the run */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The run as it ended */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunResult"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that happens, as server-sent events; `id` is the fact’s number, and `Last-Event-ID` goes on behind it */
        get: {
            parameters: {
                query?: {
                    after?: number;
                };
                header?: {
                    "last-event-id"?: number;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A stream that ends behind the run’s end */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": components["schemas"]["ServerSentEvent"];
                    };
                };
                /** @description The run has ended and nothing follows: do not come back */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on with an interrupted or cancelled run */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description In line */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RunPromise"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sessions, the one that was used last first */
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["SessionSummary"][];
                            nextCursor: string | null;
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Begin a session with its first message */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageInput"];
                };
            };
            responses: {
                /** @description Its run is in line */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Said"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The conversation, the program and its tests */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove the session and its runs */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Removed */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say what should change, or answer the open question */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageInput"];
                };
            };
            responses: {
                /** @description Its run is in line */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Said"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget the conversation */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Forgotten */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skill-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of skills that act, newest first: what waits for an answer, and how the last ones ended */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The runs */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            runs: components["schemas"]["SkillRun"][];
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skill-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of them */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The run */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SkillRun"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skill-runs/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer its question; it goes on with the same prediction */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        answer: string;
                        files?: {
                            /** @description in place of text, for what is no UTF-8 */
                            base64?: string;
                            /** @description a plain file name */
                            name: string;
                            text?: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description What it did */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SkillRunOutcome"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Kept programs with the status that holds here, the category tree, and folders that are no skills */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description All of them */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            categories: {
                                description: string;
                                path: string;
                            }[];
                            problems: {
                                folder: string;
                                hint: string;
                                reason: string;
                            }[];
                            skills: components["schemas"]["SkillSummary"][];
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Keep the program of a successful run as a skill of your own, and verify it */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        category?: string;
                        description?: string;
                        name?: string;
                        runId: string;
                    };
                };
            };
            responses: {
                /** @description Kept */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            check: components["schemas"]["SkillCheck"];
                            skill: components["schemas"]["Skill"];
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One skill with its body and tests */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The skill */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Skill"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run its body in the sandbox */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description and files that it may read, by name */
                        files?: {
                            /** @description in place of text, for what is no UTF-8 */
                            base64?: string;
                            /** @description a plain file name */
                            name: string;
                            text?: string;
                        }[];
                        /** @description for a function or program: what it is run on */
                        inputs?: ({
                            call: string;
                            /** @enum {string} */
                            type: "call";
                        } | {
                            args: string[];
                            stdin: string;
                            /** @enum {string} */
                            type: "program";
                        } | {
                            context?: unknown;
                            /** @enum {string} */
                            type: "context";
                        })[];
                        /** @description for a skill that acts: what it should do, in words */
                        request?: string;
                    };
                };
            };
            responses: {
                /** @description What each call did, or what a skill that acts did */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SkillOutcome"] | components["schemas"]["SkillRunOutcome"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{name}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run its tests, where something changed since the last time */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description also where nothing changed */
                        again?: boolean;
                    };
                };
            };
            responses: {
                /** @description What it came to */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SkillCheck"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The nearest skills for a request, by rules */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        language?: "lua" | "python" | "javascript" | "typescript";
                        limit?: number;
                        signature?: string;
                        text: string;
                    };
                };
            };
            responses: {
                /** @description Nearest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            best: string | null;
                            category: string | null;
                            found: {
                                score: number;
                                skill: components["schemas"]["SkillSummary"];
                            }[];
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** One message of a session, to its end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatInput"];
                };
            };
            responses: {
                /** @description What came of it */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatReply"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A program for a prompt, without a session */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GenerateInput"];
                };
            };
            responses: {
                /** @description The program */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            code: string;
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It does */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures in the text format of Prometheus */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Figures */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The store can be read, and runs are taken */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Ready */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ready";
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget a session; its id stands in the query or in the body */
        post: {
            parameters: {
                query?: {
                    session_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        session_id?: string;
                    };
                };
            };
            responses: {
                /** @description Forgotten */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "reset";
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A program that was run, as prose and one fenced block; other requests get the model’s own words, labelled */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatCompletionInput"];
                };
            };
            responses: {
                /** @description The answer; with `stream`, its chunks as server-sent events */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatCompletion"];
                        "text/event-stream": components["schemas"]["ServerSentEvent"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiError"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The model that answers */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["OpenAiModel"][];
                            /** @enum {string} */
                            object: "list";
                        };
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiError"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same by its name */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    model: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The model */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiModel"];
                    };
                };
                /** @description What went wrong */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiError"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        About: {
            /** @description what a run gets where its request says nothing */
            defaults: {
                budgetSeconds: number;
                candidates: number;
                maxRounds: number;
                timeoutSeconds: number;
            };
            languages: {
                /** @enum {string} */
                id: "lua" | "python" | "javascript" | "typescript";
                title: string;
            }[];
            profiles: {
                /** @enum {string} */
                language: "lua" | "python" | "javascript" | "typescript";
                name: string;
            }[];
            version: string;
        };
        Answer: {
            optionId?: string;
            /** @description its id: 409 when it is not the open one any more */
            question?: string;
            value?: string;
        } & (unknown | unknown);
        BenchReport: {
            at: number;
            auroc: number | null;
            coverage: {
                answered: number;
                wrong: number;
            }[];
            difference: {
                high: number | null;
                low: number | null;
                value: number;
            } | null;
            ece: number | null;
            id: string;
            /** @example tasks */
            kind: string;
            model: string | null;
            rates: {
                baseline: number | null;
                baselineName: string | null;
                name: string;
                value: number;
            }[];
            reliability: {
                confidence: number;
                right: number;
                tasks: number;
            }[];
            /** @description what the bench prints with --json */
            report: {
                [key: string]: unknown;
            };
            shares: {
                high: number | null;
                low: number | null;
                name: string;
                value: number;
            }[];
            tasks: {
                confidence: number;
                id: string;
                right: boolean | null;
                seconds: number;
                share: number;
                tokens: number;
            }[];
            title: string;
        };
        BenchSummary: {
            at: number;
            id: string;
            /** @example tasks */
            kind: string;
            model: string | null;
            title: string;
        };
        ChatCompletion: {
            /** @description what speaks for the answer */
            anneal: {
                status: string;
                verified: boolean;
            } & {
                [key: string]: unknown;
            };
            choices: {
                /** @enum {string} */
                finish_reason: "stop" | "length";
                index: number;
                logprobs: null;
                message: {
                    content: string;
                    refusal: null;
                    /** @enum {string} */
                    role: "assistant";
                };
            }[];
            created: number;
            id: string;
            model: string;
            /** @enum {string} */
            object: "chat.completion";
            usage: {
                completion_tokens: number;
                prompt_tokens: number;
                total_tokens: number;
            };
        };
        ChatCompletionInput: {
            /** @description what POST /api/runs takes besides the task */
            anneal?: {
                budgetSeconds?: number;
                budgetTokens?: number;
                /** @description candidates a round */
                candidates?: number;
                /** @description text or JSON that the request is about */
                context?: string;
                /** @description trusted examples */
                examples?: string[];
                /** @description somebody is there to answer questions */
                interactive?: boolean;
                /** @enum {string} */
                language?: "lua" | "python" | "javascript" | "typescript";
                maxRounds?: number;
                /** @description a Lua host, e.g. wf-vars */
                profile?: string;
                seed?: number;
                signature?: string;
                /** @description false: no kept program joins */
                skills?: boolean;
                temperature?: number;
                testSamples?: number;
                /** @description CPU seconds of one candidate's run */
                timeoutSeconds?: number;
            } | null;
            max_completion_tokens?: number | null;
            max_tokens?: number | null;
            messages: ({
                content?: string | ({
                    text?: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[] | null;
                /** @enum {string} */
                role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            } & {
                [key: string]: unknown;
            })[];
            model: string;
            response_format?: ({
                json_schema?: {
                    schema?: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            seed?: number | null;
            stop?: string | string[] | null;
            stream?: boolean | null;
            stream_options?: ({
                include_usage?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            temperature?: number | null;
        } & {
            [key: string]: unknown;
        };
        ChatInput: {
            message: string;
            session_id: string;
        };
        ChatReply: {
            code: string | null;
            confidence: number;
            error: string | null;
            explanation: string;
            /** @description only with `clarify` */
            question?: string;
            reasoning: string;
            /** @enum {string} */
            status: "success" | "clarify" | "failed";
        };
        Doctor: {
            checks: {
                detail: string;
                detailSaid?: {
                    code: string;
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
                fix: string | null;
                fixSaid?: {
                    code: string;
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
                name: string;
                needed: boolean;
                ok: boolean;
            }[];
            measurements: {
                at: number;
                findings: {
                    does: string;
                    doesSaid?: {
                        code: string;
                        values: {
                            [key: string]: string | number | boolean | null;
                        };
                    }[];
                    good: boolean;
                    seen: string;
                    seenSaid?: {
                        code: string;
                        values: {
                            [key: string]: string | number | boolean | null;
                        };
                    }[];
                    what: string;
                    whatSaid?: {
                        code: string;
                        values: {
                            [key: string]: string | number | boolean | null;
                        };
                    }[];
                }[];
                language: string;
                model: string;
                questions: number;
                seconds: number;
            }[];
            next: string;
            /** @description programs can be written */
            ready: boolean;
        };
        GenerateInput: {
            prompt: string;
        };
        Job: {
            endedAt: number | null;
            error: {
                code: string;
                hint: string;
                message: string;
            } | null;
            id: string;
            /** @enum {string} */
            kind: "pull" | "measure";
            startedAt: number;
            /** @enum {string} */
            state: "running" | "done" | "failed" | "cancelled";
            /** @description how far it is, in bytes or as a share of 1 */
            step: {
                done: number | null;
                total: number | null;
                what: string;
            } | null;
            subject: string;
            warnings: string[];
        };
        MeasureInput: {
            budgetSeconds?: number;
            /** @enum {string} */
            language?: "lua" | "python" | "javascript" | "typescript";
        };
        MessageInput: {
            budgetSeconds?: number;
            budgetTokens?: number;
            /** @description candidates a round */
            candidates?: number;
            /** @description text or JSON that the request is about */
            context?: string;
            /**
             * @description trusted examples
             * @example [
             *       "f(3) == 6"
             *     ]
             */
            examples?: string[];
            /** @description somebody is there to answer questions */
            interactive?: boolean;
            /** @enum {string} */
            language?: "lua" | "python" | "javascript" | "typescript";
            maxRounds?: number;
            message: string;
            /** @description a Lua host, e.g. wf-vars */
            profile?: string;
            seed?: number;
            signature?: string;
            /** @description false: no kept program joins */
            skills?: boolean;
            temperature?: number;
            testSamples?: number;
            /** @description CPU seconds of one candidate's run */
            timeoutSeconds?: number;
        };
        ModelListing: {
            bytes: number | null;
            detail: string;
            detailSaid?: {
                code: string;
                values: {
                    [key: string]: string | number | boolean | null;
                };
            }[];
            fitsMemory?: boolean;
            licence?: string;
            name: string;
            /** @description of a download that was interrupted */
            partialBytes?: number;
            /** @description ready without a download */
            present: boolean;
        };
        Models: {
            backends: {
                backend: string;
                error: {
                    code: string;
                    hint: string;
                    message: string;
                } | null;
                models: components["schemas"]["ModelListing"][];
            }[];
            /** @description what a run would take now, and why */
            taken: {
                backend: string;
                bytes: number | null;
                /** @description US dollars of a usual run, from one round to all of them */
                cost: {
                    least: number;
                    most: number;
                    source: string;
                } | null;
                expectation: string | null;
                expectationSaid?: {
                    code: string;
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
                /**
                 * @description its profile: a script, measured on this machine, measured before release, or assumed from its name
                 * @enum {string}
                 */
                known: "demo" | "measured" | "shipped" | "assumed";
                model: string;
                present: boolean | null;
                warnings: {
                    detail: string;
                    detailSaid?: {
                        code: string;
                        values: {
                            [key: string]: string | number | boolean | null;
                        };
                    }[];
                    feature: string;
                }[];
                why: string;
                whySaid?: {
                    code: string;
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
            } | null;
        };
        OpenAiError: {
            error: {
                code: string;
                message: string;
                param: string | null;
                type: string;
            };
        };
        OpenAiModel: {
            created: number;
            id: string;
            /** @enum {string} */
            object: "model";
            owned_by: string;
        };
        PageLink: {
            expiresAt: number;
            path: string;
        };
        Problem: {
            /** @enum {string} */
            code: "usage" | "bad-input" | "bad-config" | "not-found" | "conflict" | "unauthorized" | "forbidden" | "busy" | "model-unreachable" | "model-missing" | "model-refused" | "prompt-too-long" | "model-incomplete" | "model-timeout" | "model-crashed" | "no-program" | "skill-rejected" | "weights-corrupt" | "weights-unavailable" | "sandbox-unavailable" | "sandbox-failed" | "runtime-missing" | "store-unavailable" | "store-newer" | "store-conflict" | "no-space" | "internal";
            detail: string;
            errors?: {
                field: string;
                message: string;
            }[];
            hint: string;
            retryable: boolean;
            status: number;
            title: string;
            /** @example urn:anneal:error:bad-input */
            type: string;
        };
        PullInput: {
            backend?: string;
            name?: string;
        };
        RunInput: {
            budgetSeconds?: number;
            budgetTokens?: number;
            /** @description candidates a round */
            candidates?: number;
            /** @description text or JSON that the request is about */
            context?: string;
            /**
             * @description trusted examples
             * @example [
             *       "f(3) == 6"
             *     ]
             */
            examples?: string[];
            /** @description somebody is there to answer questions */
            interactive?: boolean;
            /** @enum {string} */
            language?: "lua" | "python" | "javascript" | "typescript";
            maxRounds?: number;
            /** @description a Lua host, e.g. wf-vars */
            profile?: string;
            seed?: number;
            signature?: string;
            /** @description false: no kept program joins */
            skills?: boolean;
            task: string;
            temperature?: number;
            testSamples?: number;
            /** @description CPU seconds of one candidate's run */
            timeoutSeconds?: number;
        };
        RunPromise: {
            runId: string;
            /** @enum {string} */
            state: "queued" | "running" | "waiting" | "interrupted" | "done";
        };
        RunResult: {
            calibrated: boolean;
            code: string | null;
            confidence: number;
            entry: {
                /** @enum {string} */
                kind: "function" | "module" | "script" | "chunk-return";
                name: string | null;
                signature: string;
            } | null;
            error: {
                code: string;
                hint: string;
                message: string;
                retryable: boolean;
            } | null;
            evidence: {
                candidates: {
                    cluster: number | null;
                    diagnostic: string | null;
                    id: string;
                    passed: number;
                    rejected: string | null;
                    round: number;
                    total: number;
                }[];
                clusters: {
                    id: number;
                    members: number;
                    posterior: number;
                }[];
                /** @enum {string} */
                integrity: "oracle-outside" | "shared";
                rounds: number;
                selected: string | null;
                tests: {
                    call: string;
                    expected: string;
                    observed: string | null;
                    origin: string;
                    passed: boolean | null;
                    votes: number;
                }[];
            };
            explanation: string;
            /** @enum {string} */
            language: "lua" | "python" | "javascript" | "typescript";
            model: {
                backend: string;
                calls: number;
                completionTokens: number;
                cost: {
                    completionPerMillion: number;
                    dollars: number;
                    promptPerMillion: number;
                    source: string;
                } | null;
                demo: boolean;
                id: string;
                promptTokens: number;
            };
            profile: string | null;
            question: {
                call: string | null;
                options: {
                    id: string;
                    support: number;
                    value: string;
                }[];
                text: string;
            } | null;
            runId: string;
            sandbox: {
                level: string;
                missing: string[];
            };
            skill?: string | null;
            /** @enum {string} */
            state: "queued" | "running" | "waiting" | "interrupted" | "done";
            /** @enum {string} */
            status: "success" | "unsure" | "clarify" | "failed" | "cancelled";
            timing: {
                modelMs: number;
                overlapMs: number;
                sandboxMs: number;
                totalMs: number;
            };
            warnings: {
                detail: string;
                detailSaid?: {
                    code: string;
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                }[];
                feature: string;
            }[];
            wrapped?: string | null;
        };
        RunSummary: {
            /** @description milliseconds since the epoch */
            createdAt: number;
            events: number;
            id: string;
            language: string | null;
            model: string | null;
            /** @enum {string} */
            phase: "queued" | "running" | "waiting" | "interrupted" | "done";
            session: string | null;
            /** @enum {string|null} */
            status: "success" | "unsure" | "clarify" | "failed" | "cancelled" | null;
            title: string;
            updatedAt: number;
        };
        Said: {
            /**
             * @description whether it answered the open question
             * @enum {string}
             */
            as: "answer" | "statement";
            /** @description older messages that the prompt does not hold */
            dropped: number;
            runId: string;
            sessionId: string;
            superseded: {
                by: string;
                old: string;
            }[];
        };
        ServerSentEvent: {
            data?: string;
            event?: string;
            id?: string;
            retry?: string | number;
        };
        Session: {
            id: string;
            program: {
                code: string;
                language: string;
                runId: string;
                signature: string;
                tests: string[];
            } | null;
            turns: components["schemas"]["Turn"][];
        };
        SessionSummary: {
            createdAt: number;
            id: string;
            runs: number;
            title: string;
            updatedAt: number;
        };
        Skill: {
            body: {
                path: string;
                text: string;
            } | null;
            category: string;
            compatibility: string | null;
            description: string;
            hash: string;
            instructions: string;
            /** @enum {string|null} */
            kind: "function" | "predict-act" | null;
            language: string | null;
            license: string | null;
            metadata: {
                [key: string]: string;
            };
            name: string;
            notes: string[];
            profile: string | null;
            /** @enum {string} */
            root: "project" | "user" | "shipped";
            signature: string | null;
            /** @enum {string} */
            status: "stub" | "unverified" | "verified" | "quarantined";
            tests: ({
                text: string;
                /** @enum {string} */
                type: "example";
            } | {
                expect?: unknown;
                request: string;
                /** @enum {string} */
                type: "call";
            })[];
        };
        SkillCheck: {
            detail: string;
            failures: {
                observed: string;
                test: string;
            }[];
            name: string;
            /**
             * @description kept: an earlier verification holds
             * @enum {string}
             */
            result: "verified" | "quarantined" | "kept" | "skipped";
            verification: {
                at: number;
                detail: string;
                hash: string;
                passed: number;
                runtime: string;
                /** @enum {string} */
                status: "verified" | "quarantined";
                total: number;
            } | null;
        };
        SkillOutcome: {
            hash: string;
            language: string;
            level: string;
            name: string;
            results: {
                call: string;
                observation?: unknown;
                text: string;
            }[];
            /** @enum {string} */
            status: "stub" | "unverified" | "verified" | "quarantined";
            stderr: string;
        };
        SkillRun: {
            /** @description milliseconds since 1970 */
            at: number;
            decisions: {
                calibrated: boolean;
                probabilities: {
                    [key: string]: number;
                };
                question: string;
                selected: string;
            }[];
            /** @description names of what it handed out */
            files: string[];
            /** @description what it did, in its own words */
            log: string | null;
            newState: string | null;
            printed: string;
            question: string | null;
            /** @description why it failed */
            reason: string | null;
            request: string;
            runId: string;
            skill: string;
            /**
             * @description waiting: it has a question, and goes on with an answer
             * @enum {string}
             */
            state: "waiting" | "done" | "failed";
        };
        SkillRunOutcome: {
            /** @description milliseconds since 1970 */
            at: number;
            decisions: {
                calibrated: boolean;
                probabilities: {
                    [key: string]: number;
                };
                question: string;
                selected: string;
            }[];
            /** @description names of what it handed out */
            files: string[];
            /** @description what it did, in its own words */
            log: string | null;
            /** @description settings that it declares and nobody set: anneal skills config */
            missing: string[];
            newState: string | null;
            /** @description files that it handed out: text, or base64 where it is no UTF-8 */
            out: {
                /** @description in place of text, for what is no UTF-8 */
                base64?: string;
                /** @description a plain file name */
                name: string;
                text?: string;
            }[];
            printed: string;
            question: string | null;
            /** @description why it failed */
            reason: string | null;
            request: string;
            runId: string;
            skill: string;
            /**
             * @description waiting: it has a question, and goes on with an answer
             * @enum {string}
             */
            state: "waiting" | "done" | "failed";
            /** @description hosts that it declares and that are not granted: anneal skills grant, at a terminal */
            ungranted: string[];
        };
        SkillSummary: {
            category: string;
            description: string;
            hash: string;
            /** @enum {string|null} */
            kind: "function" | "predict-act" | null;
            language: string | null;
            name: string;
            profile: string | null;
            /** @enum {string} */
            root: "project" | "user" | "shipped";
            signature: string | null;
            /** @enum {string} */
            status: "stub" | "unverified" | "verified" | "quarantined";
        };
        Turn: {
            answers: {
                answer: string;
                question: string;
            }[];
            at: number;
            explanation: string;
            message: string;
            question: string | null;
            runId: string;
            /** @enum {string} */
            state: "queued" | "running" | "waiting" | "interrupted" | "done";
            /** @enum {string} */
            status: "success" | "unsure" | "clarify" | "failed" | "cancelled";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
