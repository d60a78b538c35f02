import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type, { type TSchema } from "typebox";
import type { Endpoint, EndpointTypes, Principal } from "#contract/endpoint.ts";
import { type ApiEnvelope, errors } from "#contract/errors.ts";
import type { EndpointSchema } from "#contract/schema-helpers.ts";
import { parseMultipart, type UploadForm } from "../files/multipart.ts";
import { CachedResponse, sendCached } from "../response-cache/CachedResponse.ts";
import { ComposedResponse, sendComposed } from "../response-cache/ComposedResponse.ts";
import { StaleResponse } from "../response-cache/fresh-or-stale.ts";
import { AppError } from "./AppError.ts";
import {
  anonymousCaller,
  authenticateAs,
  findCaller,
  type Guard,
  getAuthorization,
  setCaller,
} from "./caller.ts";
import { type ClientInfo, toClientInfo } from "./client-info.ts";

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

/**
 * Compiles a schema to a function that serialises values as in responses: undeclared properties are dropped.
 */
export type Serializer = (schema: TSchema) => (value: unknown) => string;

/** A request in the view of its handler, after authentication. */
export interface RequestContext<Types extends EndpointTypes> {
  params: Types["params"];
  query: Types["query"];
  body: Types["body"];
  /** The customer, for endpoints of principal "customer"; empty for staff at principal "either". */
  customerId: string;
  /** The staff member, for endpoints of principal "staff"; empty for customers at principal "either". */
  staffId: string;
  /** Hash of the bearer token. */
  tokenHash: string;
  ip: string;
  /** Client for rate limits on anonymous actions. */
  client: ClientInfo;
  userAgent: string;
  /** Returns a signal that aborts when the client disconnects before the response; created on first use. */
  signal: () => AbortSignal;
  /** Returns the customer of a public request with a valid customer token, else null. */
  optionalCustomer: () => Promise<string | null>;
  /** Reads the file of a multipart form, for endpoints that accept one. */
  file: () => Promise<Buffer>;
  /** Reads the file and the fields of a multipart form. */
  form: () => Promise<UploadForm>;
  serializer: Serializer;
}

/** Handles a request: returns the data, a cached response, or a response composed around cached data. */
export type Handler<Types extends EndpointTypes> = (
  context: RequestContext<Types>,
) => Promise<Types["data"] | CachedResponse | StaleResponse | ComposedResponse>;
type TypesOf<E> = E extends Endpoint<infer Types> ? Types : never;
export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]: Handler<TypesOf<Endpoints[Name]>>;
};

async function findOptionalCustomer(request: FastifyRequest, guard: Guard): Promise<string | null> {
  try {
    return (await guard(getAuthorization(request), "customer")).subjectId;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
}

async function authenticate(request: FastifyRequest, principal: Principal, guard: Guard): Promise<void> {
  if (principal === "public") return setCaller(request, anonymousCaller);
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
 * Listens on the response: the request's own close event fires with its last byte, whatever the client does.
 */
function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abortUnlessFinished = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.destroyed) abortUnlessFinished();
  else raw.once("close", abortUnlessFinished);
  return controller.signal;
}

function toContext(request: FastifyRequest, reply: FastifyReply, guard: Guard) {
  const { params, query, body, ip } = request;
  return {
    params,
    query,
    body,
    ip,
    client: toClientInfo(request),
    userAgent: request.headers["user-agent"] ?? "",
    signal: () => createDisconnectSignal(reply),
    optionalCustomer: () => findOptionalCustomer(request, guard),
    file: async () => (await parseMultipart(request)).file,
    form: () => parseMultipart(request),
    // The route caches compiled serializers by schema.
    serializer: (schema: TSchema) =>
      reply.compileSerializationSchema(schema as Record<string, unknown>) as (value: unknown) => string,
  };
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
    const { method, path, principal } = resource.endpoints[name] as Endpoint;
    const handler = handlers[name] as unknown as Handler<EndpointTypes>;
    const endpointSchema = resource.schemas[name] as EndpointSchema;
    const isFromCache = fromCache.includes(name);
    app.route({
      method,
      url: path,
      config:
        endpointSchema.perMinute === undefined
          ? {}
          : { rateLimit: { max: endpointSchema.perMinute, timeWindow: 60_000 } },
      ...(endpointSchema.bodyMaxBytes !== undefined && { bodyLimit: endpointSchema.bodyMaxBytes }),
      schema: toRouteSchema(endpointSchema),
      // Before the body is parsed, so that unauthenticated clients learn nothing about an endpoint's input.
      // After the rate limit, which is an onRequest hook, so that guessing tokens counts too.
      preParsing: async (request, _reply, payload) => {
        if (method !== "GET") app.assertCapacity();
        const authenticateCaller = () => authenticate(request, principal, guard);
        await (principal === "public" ? authenticateCaller() : app.withLoadShedding(authenticateCaller));
        return payload;
      },
      handler: async (request, reply): Promise<ApiEnvelope<unknown> | FastifyReply> => {
        const caller = findCaller(request);
        if (caller === undefined) throw new Error("a call has passed its guard unseen");
        const { customerId } = caller;
        const runHandler = () => handler({ ...toContext(request, reply, guard), ...caller });
        const isQueued = method !== "GET" && customerId !== "";
        const run = isQueued ? () => app.runQueued(customerId, runHandler) : runHandler;
        const data = isFromCache ? await run() : await app.withLoadShedding(run);
        if (data instanceof StaleResponse)
          return sendCached(request, reply, data.response, { ageMs: data.ageMs });
        if (data instanceof CachedResponse) return sendCached(request, reply, data);
        if (data instanceof ComposedResponse) return await sendComposed(request, reply, data);
        return { code: 200, msg: "ok", data };
      },
    });
  }
}

/** Builds the body of an error response. */
export function errorBody(error: AppError): ApiEnvelope<Record<string, unknown>> {
  return { code: errors[error.code][0], msg: error.message, data: { ...error.data, error: error.code } };
}
