import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Endpoint, EndpointTypes, Principal } from "#contract/endpoint.ts";
import { type ApiEnvelope, errors } from "#contract/errors.ts";
import type { EndpointSchema } from "#contract/schema-helpers.ts";
import { CachedResponse, sendCached } from "../response-cache/CachedResponse.ts";
import { ComposedResponse, sendComposed } from "../response-cache/ComposedResponse.ts";
import { StaleResponse } from "../response-cache/fresh-or-stale.ts";
import type { AppError } from "./AppError.ts";
import { anonymousCaller, authenticateAs, findCaller, type Guard, setCaller } from "./caller.ts";
import { EndpointContext, findOptionalCustomer, type RequestContext } from "./request-context.ts";

export type { Guard } from "./caller.ts";

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Returns the result of work that needs the database.
     * @throws AppError("unavailable") as soon as it is clear that the result will not come in time
     */
    withLoadShedding<T>(work: () => Promise<T>): Promise<T>;
    /** Throws AppError("unavailable") when a write would wait too long for the database. */
    assertCapacity(): void;
    /**
     * Runs a customer's write in its turn among the customer's own; throws AppError("rate_limited") after too
     * long a wait.
     */
    runQueued<T>(customerId: string, work: () => Promise<T>): Promise<T>;
  }
}

/** Handles a request: returns the data, a cached response, or a response composed around cached data. */
export type Handler<Types extends EndpointTypes> = (
  context: RequestContext<Types>,
) => Promise<Types["data"] | CachedResponse | StaleResponse | ComposedResponse>;
type TypesOf<E> = E extends Endpoint<infer Types> ? Types : never;
export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]: Handler<TypesOf<Endpoints[Name]>>;
};

async function authenticate(
  request: FastifyRequest,
  principal: Exclude<Principal, "public">,
  guard: Guard,
): Promise<void> {
  const isStaff = principal === "either" && (await findOptionalCustomer(request, guard)) === null;
  await authenticateAs(request, guard, isStaff || principal === "staff" ? "staff" : "customer");
}

function toRouteSchema(endpointSchema: EndpointSchema) {
  const { params, query, body, data } = endpointSchema;
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: Type.Object({ code: Type.Integer(), msg: Type.String(), data }) },
  };
}

/**
 * Returns the hook that authenticates the caller. It runs before the body is parsed, so that unauthenticated clients learn
 * nothing about an endpoint's input, and after the rate limit, which is an onRequest hook, so that guessing tokens counts too.
 */
function createGuardHook(app: FastifyInstance, { method, principal }: Endpoint, guard: Guard) {
  const isWrite = method !== "GET";
  if (principal === "public")
    return (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: () => void) => {
      if (isWrite) app.assertCapacity();
      setCaller(request, anonymousCaller);
      done();
    };
  return async (request: FastifyRequest) => {
    if (isWrite) app.assertCapacity();
    await app.withLoadShedding(() => authenticate(request, principal, guard));
  };
}

function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown): void {
  if (data instanceof StaleResponse) sendCached(request, reply, data.response, { ageMs: data.ageMs });
  else if (data instanceof CachedResponse) sendCached(request, reply, data);
  else reply.send({ code: 200, msg: "ok", data } satisfies ApiEnvelope<unknown>);
}

/** Registers a resource's endpoints; those in `fromCache` respond even while the database is unavailable. */
export function registerEndpoints<Endpoints extends Record<string, Endpoint>>(
  app: FastifyInstance,
  resource: { endpoints: Endpoints; schemas: Record<keyof Endpoints, EndpointSchema> },
  guard: Guard,
  handlers: Handlers<Endpoints>,
  fromCache: readonly (keyof Endpoints)[] = [],
): void {
  for (const name of Object.keys(resource.endpoints)) {
    const endpoint = resource.endpoints[name] as Endpoint;
    const { method, path } = endpoint;
    const handler = handlers[name] as unknown as Handler<EndpointTypes>;
    const endpointSchema = resource.schemas[name] as EndpointSchema;
    const isFromCache = fromCache.includes(name);
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = findCaller(request);
      if (caller === undefined) throw new Error("a call has passed its guard unseen");
      const { customerId } = caller;
      const runHandler = () => handler(new EndpointContext(request, reply, { caller, guard }));
      const isQueued = method !== "GET" && customerId !== "";
      const run = isQueued ? () => app.runQueued(customerId, runHandler) : runHandler;
      const data = isFromCache ? await run() : await app.withLoadShedding(run);
      if (data instanceof ComposedResponse) await sendComposed(request, reply, data);
      else sendData(request, reply, data);
    };
    app.route({
      method,
      url: path,
      config:
        endpointSchema.perMinute === undefined
          ? {}
          : { rateLimit: { max: endpointSchema.perMinute, timeWindow: 60_000 } },
      ...(endpointSchema.bodyMaxBytes !== undefined && { bodyLimit: endpointSchema.bodyMaxBytes }),
      schema: toRouteSchema(endpointSchema),
      preParsing: createGuardHook(app, endpoint, guard),
      // Fastify waits for the end of a response whose reply a promise returns, which takes a tenth of a cached one's time.
      handler: (request, reply) => {
        respond(request, reply).catch((error: unknown) => {
          reply.send(error);
        });
      },
    });
  }
}

/** Builds the body of an error response. */
export function errorBody(error: AppError): ApiEnvelope<Record<string, unknown>> {
  return { code: errors[error.code][0], msg: error.message, data: { ...error.data, error: error.code } };
}
