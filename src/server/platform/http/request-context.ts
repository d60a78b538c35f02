import type { FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { EndpointTypes } from "#contract/endpoint.ts";
import { parseMultipart, type UploadForm } from "../files/multipart.ts";
import { AppError } from "./AppError.ts";
import { type Caller, type Guard, getAuthorization } from "./caller.ts";
import { type ClientInfo, toClientInfo } from "./client-info.ts";

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

/** Returns the customer of a request with a valid customer token, else null. */
export async function findOptionalCustomer(request: FastifyRequest, guard: Guard): Promise<string | null> {
  try {
    return (await guard(getAuthorization(request), "customer")).subjectId;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return null;
    throw error;
  }
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

/** The context of a request; most of it is made when a handler asks for it. */
export class EndpointContext implements RequestContext<EndpointTypes> {
  readonly customerId: string;
  readonly staffId: string;
  readonly tokenHash: string;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #guard: Guard;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, guard }: { caller: Caller; guard: Guard },
  ) {
    this.customerId = caller.customerId;
    this.staffId = caller.staffId;
    this.tokenHash = caller.tokenHash;
    this.#request = request;
    this.#reply = reply;
    this.#guard = guard;
  }

  get params() {
    return this.#request.params as EndpointTypes["params"];
  }

  get query() {
    return this.#request.query as EndpointTypes["query"];
  }

  get body() {
    return this.#request.body as EndpointTypes["body"];
  }

  get ip() {
    return this.#request.ip;
  }

  get client() {
    return toClientInfo(this.#request);
  }

  get userAgent() {
    return this.#request.headers["user-agent"] ?? "";
  }

  get signal() {
    return () => createDisconnectSignal(this.#reply);
  }

  get optionalCustomer() {
    return () => findOptionalCustomer(this.#request, this.#guard);
  }

  get file() {
    return async () => (await parseMultipart(this.#request)).file;
  }

  get form() {
    return () => parseMultipart(this.#request);
  }

  get serializer() {
    // The route caches compiled serializers by schema.
    return (schema: TSchema) =>
      this.#reply.compileSerializationSchema(schema as Record<string, unknown>) as (value: unknown) => string;
  }
}
