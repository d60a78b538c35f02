/** Required token: none, a customer's, a staff token, or either of the two. */
export type Principal = "public" | "customer" | "staff" | "either";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Types of an endpoint's inputs and output. */
export interface EndpointTypes {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  data: unknown;
}

/** Endpoint of the API. `types` never exists at run time: it carries the types to client and server. */
export interface Endpoint<Types extends EndpointTypes = EndpointTypes> {
  readonly method: Method;
  /** Path with `:name` placeholders for parameters. */
  readonly path: string;
  readonly principal: Principal;
  readonly types?: Types;
}

/** Declares an endpoint; its types come from the schemas of the same resource. */
export function endpoint<Types extends EndpointTypes>(
  method: Method,
  path: string,
  principal: Principal,
): Endpoint<Types> {
  return { method, path, principal };
}
