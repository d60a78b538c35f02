import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import type { FastifyInstance } from "fastify";

const common: Options = { allErrors: false, removeAdditional: false, useDefaults: false, strict: false };

function build(options: Options): Ajv {
  const ajv = new Ajv({ ...common, ...options });
  formats.default(ajv);
  return ajv;
}

/** A check that is made with its first input: hundreds of them would be most of the work of a start. */
function compileLate(
  ajv: Ajv,
  schema: AnySchema,
): Pick<ValidateFunction, "errors"> & ((data: unknown) => boolean) {
  let check: ValidateFunction | undefined;
  const late: ReturnType<typeof compileLate> = (data) => {
    check ??= ajv.compile(schema);
    const isValid = check(data);
    late.errors = check.errors ?? null;
    return isValid;
  };
  return late;
}

/** Reads ignore words of the query that they do not know, and an empty one counts as absent. */
const readMethods: readonly string[] = ["GET", "HEAD"];

function dropEmptyWords(query: unknown): void {
  const words = query as Record<string, unknown>;
  for (const name of Object.keys(words)) if (words[name] === "") delete words[name];
}

/** An escape of JSON that may be half a character. */
const half = /\\u[dD][89a-fA-F]/;

/** Makes halves of characters the sign for what is unreadable, in place: PostgreSQL's `jsonb` refuses them. */
function mendHalves(value: unknown): unknown {
  const holder: Record<string, unknown> = { value };
  const open: Record<string, unknown>[] = [holder];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const [name, part] of Object.entries(at)) {
      // UTF-8 has no halves.
      if (typeof part === "string") at[name] = Buffer.from(part).toString();
      else if (typeof part === "object" && part !== null) open.push(part as Record<string, unknown>);
    }
  return holder.value;
}

/** Takes JSON; a JSON header without a body is no body, which is an error only where the call needs one. */
function parseJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body, (error, value) => done(error, half.test(body) ? mendHalves(value) : value));
  });
}

/**
 * Input is JSON and taken as it is: in bodies nothing is dropped and nothing converted, so that "1e3" is no number.
 * Only the text of paths, queries and headers becomes numbers where a schema says so. Queries of reads may hold more
 * than a call knows (decision 5).
 */
export function takeInputStrictly(server: FastifyInstance): void {
  server.removeContentTypeParser("text/plain");
  parseJson(server);
  const exact = build({ coerceTypes: false });
  const fromText = build({ coerceTypes: true });
  const fromReadQuery = build({ coerceTypes: true, removeAdditional: true });
  server.addHook("preValidation", async ({ method, query }) => {
    if (readMethods.includes(method)) dropEmptyWords(query);
  });
  server.setValidatorCompiler<object>(({ schema, httpPart, method }) => {
    if (httpPart === "body") return compileLate(exact, schema);
    const isReadQuery = httpPart === "querystring" && readMethods.includes(method);
    return compileLate(isReadQuery ? fromReadQuery : fromText, schema);
  });
}
