/** Who may call: anyone, a customer's token, a staff token, or either of the two. */
export type Principal = "public" | "customer" | "staff" | "either";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The parts of a call that carry values, as types. */
export interface EndpointTypes {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  data: unknown;
}

/** One call of the API. `types` never exists at run time: it carries the types to client and server. */
export interface Endpoint<Types extends EndpointTypes = EndpointTypes> {
  readonly method: Method;
  /** Path with `:name` for parameters. */
  readonly path: string;
  readonly principal: Principal;
  readonly types?: Types;
}

/** Declares a call; the types come from the schemas of the same word. */
export function endpoint<Types extends EndpointTypes>(
  method: Method,
  path: string,
  principal: Principal,
): Endpoint<Types> {
  return { method, path, principal };
}
