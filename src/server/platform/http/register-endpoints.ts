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
import { type ClientInfo, toClientInfo } from "./client-info.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The answer of work that needs the database, or "unavailable" as soon as it is clear that it will not come in time. */
    withLoadShedding<T>(work: () => Promise<T>): Promise<T>;
    /** Throws "unavailable" when a write would wait too long for the database. */
    assertCapacity(): void;
    /** Does a customer's write when it is its turn among theirs, or throws "rate_limited". */
    runQueued<T>(customerId: string, work: () => Promise<T>): Promise<T>;
  }
}

/** Makes what writes values of a schema as text, as answers are written: nothing undeclared is in it. */
export type Serializer = (schema: TSchema) => (value: unknown) => string;

/** One call as a handler sees it; who calls is known for sure by then. */
export interface RequestContext<Types extends EndpointTypes> {
  params: Types["params"];
  query: Types["query"];
  body: Types["body"];
  /** The customer, for calls of principal "customer"; empty for a member of staff at calls for either. */
  customerId: string;
  /** The member of staff, for calls of principal "staff"; empty for a customer at calls for either. */
  staffId: string;
  /** The hash of the token that was used. */
  tokenHash: string;
  ip: string;
  /** The same for limits on what strangers may do. */
  client: ClientInfo;
  userAgent: string;
  /** Says when the caller hangs up before the answer; made when it is first asked for. */
  signal: () => AbortSignal;
  /** Who a public call comes from, when it carries a customer's good token. */
  optionalCustomer: () => Promise<string | null>;
  /** The file of a form, for calls that take one. */
  file: () => Promise<Buffer>;
  /** The same with the fields beside it. */
  form: () => Promise<UploadForm>;
  serializer: Serializer;
}

/** Answers the data of a call, or an answer that was made before, whole or in its part that is the same for all. */
export type Handler<Types extends EndpointTypes> = (
  context: RequestContext<Types>,
) => Promise<Types["data"] | CachedResponse | StaleResponse | ComposedResponse>;
type TypesOf<E> = E extends Endpoint<infer Types> ? Types : never;
export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]: Handler<TypesOf<Endpoints[Name]>>;
};

/** Checks a bearer token for an audience; the answer names the subject. Throws AppError("unauthenticated"). */
export type Guard = (
  authorization: string | undefined,
  audience: "customer" | "staff",
) => Promise<{ subjectId: string; tokenHash: string }>;

/** Node keeps the first of several such headers and a proxy may keep the last: whoever sends two is nobody. */
export function getAuthorization(request: FastifyRequest): string | undefined {
  const isName = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === "authorization";
  const isAmbiguous = request.raw.rawHeaders.filter(isName).length > 1;
  return isAmbiguous ? undefined : request.headers.authorization;
}

async function findOptionalCustomer(request: FastifyRequest, guard: Guard): Promise<string | null> {
  try {
    return (await guard(getAuthorization(request), "customer")).subjectId;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
}

interface Caller {
  customerId: string;
  staffId: string;
  tokenHash: string;
}

const callerByRequest = new WeakMap<FastifyRequest, Caller>();

/** Who makes a call, once that is known for sure. */
export function findCaller(request: FastifyRequest): Caller | undefined {
  return callerByRequest.get(request);
}

async function authenticate(request: FastifyRequest, principal: Principal, guard: Guard): Promise<Caller> {
  if (principal === "public") return { customerId: "", staffId: "", tokenHash: "" };
  if (principal === "either") {
    const isCustomer = (await findOptionalCustomer(request, guard)) !== null;
    return await authenticate(request, isCustomer ? "customer" : "staff", guard);
  }
  const { subjectId, tokenHash } = await guard(getAuthorization(request), principal);
  return principal === "customer"
    ? { customerId: subjectId, staffId: "", tokenHash }
    : { customerId: "", staffId: subjectId, tokenHash };
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

/** The request's own end says nothing: it is over with its last byte. */
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
    // What it makes is kept with the route by its schema.
    serializer: (schema: TSchema) =>
      reply.compileSerializationSchema(schema as Record<string, unknown>) as (value: unknown) => string,
  };
}

/** Puts every call of one word on the server; those from memory answer also while the database does not. */
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
      schema: toRouteSchema(endpointSchema),
      // Before the body is looked at: strangers learn nothing about what a call wants. After the limit of requests,
      // which is an onRequest hook: guessing tokens counts too.
      preParsing: async (request, _reply, payload) => {
        if (method !== "GET") app.assertCapacity();
        const authenticateCaller = () => authenticate(request, principal, guard);
        callerByRequest.set(
          request,
          await (principal === "public" ? authenticateCaller() : app.withLoadShedding(authenticateCaller)),
        );
        return payload;
      },
      handler: async (request, reply): Promise<ApiEnvelope<unknown> | FastifyReply> => {
        const caller = callerByRequest.get(request);
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

/** The body of a failed reply. */
export function errorBody(error: AppError): ApiEnvelope<Record<string, unknown>> {
  return { code: errors[error.code][0], msg: error.message, data: { ...error.data, error: error.code } };
}
