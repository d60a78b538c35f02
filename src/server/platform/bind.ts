import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type, { type TSchema } from "typebox";
import type { CallTypes, Endpoint, Principal } from "#contract/endpoint.ts";
import { errors, type Reply } from "#contract/errors.ts";
import type { Shape } from "#contract/shape.ts";
import { AppError } from "./AppError.ts";
import { type Asker, askerOf } from "./asker.ts";
import { OldAnswer } from "./content/freshOrKept.ts";
import { HotAnswer, sendHot } from "./content/HotAnswer.ts";
import { sendWoven, WovenAnswer } from "./content/WovenAnswer.ts";
import { formOf, type UploadForm } from "./files/fileOf.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The answer of work that needs the database, or "unavailable" as soon as it is clear that it will not come in time. */
    orAway<T>(work: () => Promise<T>): Promise<T>;
    /** Throws "unavailable" when a write would wait too long for the database. */
    requireTurn(): void;
    /** Does a customer's write when it is its turn among theirs, or throws "rate_limited". */
    inTurn<T>(customerId: string, work: () => Promise<T>): Promise<T>;
  }
}

/** Makes what writes values of a schema as text, as answers are written: nothing undeclared is in it. */
export type Serialiser = (schema: TSchema) => (value: unknown) => string;

/** One call as a handler sees it; who calls is known for sure by then. */
export interface Call<Types extends CallTypes> {
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
  asker: Asker;
  userAgent: string;
  /** Says when the caller hangs up before the answer; made when it is first asked for. */
  signal: () => AbortSignal;
  /** Who a public call comes from, when it carries a customer's good token. */
  whoever: () => Promise<string | null>;
  /** The file of a form, for calls that take one. */
  file: () => Promise<Buffer>;
  /** The same with the fields beside it. */
  form: () => Promise<UploadForm>;
  serialiser: Serialiser;
}

/** Answers the data of a call, or an answer that was made before, whole or in its part that is the same for all. */
export type Handler<Types extends CallTypes> = (
  call: Call<Types>,
) => Promise<Types["data"] | HotAnswer | OldAnswer | WovenAnswer>;
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
export function authorizationOf(request: FastifyRequest): string | undefined {
  const isName = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === "authorization";
  const isAmbiguous = request.raw.rawHeaders.filter(isName).length > 1;
  return isAmbiguous ? undefined : request.headers.authorization;
}

async function whoever(request: FastifyRequest, guard: Guard): Promise<string | null> {
  try {
    return (await guard(authorizationOf(request), "customer")).subjectId;
  } catch (error) {
    if (error instanceof AppError && error.word === "unauthenticated") return null;
    throw error;
  }
}

interface Caller {
  customerId: string;
  staffId: string;
  tokenHash: string;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Who makes a call, once that is known for sure. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

async function whoCalls(request: FastifyRequest, principal: Principal, guard: Guard): Promise<Caller> {
  if (principal === "public") return { customerId: "", staffId: "", tokenHash: "" };
  if (principal === "either") {
    const isCustomer = (await whoever(request, guard)) !== null;
    return await whoCalls(request, isCustomer ? "customer" : "staff", guard);
  }
  const { subjectId, tokenHash } = await guard(authorizationOf(request), principal);
  return principal === "customer"
    ? { customerId: subjectId, staffId: "", tokenHash }
    : { customerId: "", staffId: subjectId, tokenHash };
}

function routeSchema(shape: Shape) {
  const { params, query, body, data } = shape;
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: Type.Object({ code: Type.Integer(), msg: Type.String(), data }) },
  };
}

/** The request's own end says nothing: it is over with its last byte. */
function hangUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) look();
  else raw.once("close", look);
  return gone.signal;
}

function readCall(request: FastifyRequest, reply: FastifyReply, guard: Guard) {
  const { params, query, body, ip } = request;
  return {
    params,
    query,
    body,
    ip,
    asker: askerOf(request),
    userAgent: request.headers["user-agent"] ?? "",
    signal: () => hangUp(reply),
    whoever: () => whoever(request, guard),
    file: async () => (await formOf(request)).file,
    form: () => formOf(request),
    // What it makes is kept with the route by its schema.
    serialiser: (schema: TSchema) =>
      reply.compileSerializationSchema(schema as Record<string, unknown>) as (value: unknown) => string,
  };
}

/** Puts every call of one word on the server; those from memory answer also while the database does not. */
export function bindCalls<Endpoints extends Record<string, Endpoint>>(
  app: FastifyInstance,
  part: { endpoints: Endpoints; schemas: Record<keyof Endpoints, Shape> },
  guard: Guard,
  handlers: Handlers<Endpoints>,
  fromMemory: readonly (keyof Endpoints)[] = [],
): void {
  for (const name of Object.keys(part.endpoints)) {
    const { method, path, principal } = part.endpoints[name] as Endpoint;
    const handler = handlers[name] as unknown as Handler<CallTypes>;
    const shape = part.schemas[name] as Shape;
    const isFromMemory = fromMemory.includes(name);
    app.route({
      method,
      url: path,
      config:
        shape.perMinute === undefined ? {} : { rateLimit: { max: shape.perMinute, timeWindow: 60_000 } },
      schema: routeSchema(shape),
      // Before the body is looked at: strangers learn nothing about what a call wants. After the limit of requests,
      // which is an onRequest hook: guessing tokens counts too.
      preParsing: async (request, _reply, payload) => {
        if (method !== "GET") app.requireTurn();
        const ask = () => whoCalls(request, principal, guard);
        callers.set(request, await (principal === "public" ? ask() : app.orAway(ask)));
        return payload;
      },
      handler: async (request, reply): Promise<Reply<unknown> | FastifyReply> => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error("a call has passed its guard unseen");
        const { customerId } = caller;
        const handle = () => handler({ ...readCall(request, reply, guard), ...caller });
        const isQueued = method !== "GET" && customerId !== "";
        const run = isQueued ? () => app.inTurn(customerId, handle) : handle;
        const data = isFromMemory ? await run() : await app.orAway(run);
        if (data instanceof OldAnswer) return sendHot(request, reply, data.answer, { ageMs: data.ageMs });
        if (data instanceof HotAnswer) return sendHot(request, reply, data);
        if (data instanceof WovenAnswer) return await sendWoven(request, reply, data);
        return { code: 200, msg: "ok", data };
      },
    });
  }
}

/** The body of a failed reply. */
export function failureReply(error: AppError): Reply<Record<string, unknown>> {
  return { code: errors[error.word][0], msg: error.message, data: { ...error.data, error: error.word } };
}
