import type { Endpoint, EndpointTypes } from "#contract/endpoint.ts";

/** Input of a request, typed by its endpoint. */
export interface RequestInput<T extends EndpointTypes> {
  params?: T["params"];
  query?: T["query"];
  body?: T["body"];
  /** Additional headers. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Builds the URL of a request: `:name` filled from params, the query appended without empty values. */
export function buildUrl<T extends EndpointTypes>(
  base: string,
  endpoint: Endpoint<T>,
  input: RequestInput<T>,
): string {
  const params = toEntries(input.params);
  let path = endpoint.path;
  for (const [name, value] of params) path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  const query = new URLSearchParams();
  for (const [name, value] of toEntries(input.query)) query.append(name, String(value));
  const queryString = query.toString();
  return base + path + (queryString === "" ? "" : `?${queryString}`);
}

/** Builds the options of fetch; a FormData body is sent as it is, anything else as JSON. */
export function buildInit<T extends EndpointTypes>(
  endpoint: Endpoint<T>,
  input: RequestInput<T>,
  token: string | null,
): RequestInit {
  const headers: Record<string, string> = {
    Accept: "application/json",
    ...input.headers,
    ...authorizationHeader(token),
  };
  const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin" };
  if (input.body instanceof FormData) init.body = input.body;
  else if (input.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  return init;
}

/** Returns the header that carries a token; no header without one. */
export function authorizationHeader(token: string | null): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function toEntries(values: unknown): [string, unknown][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
}
