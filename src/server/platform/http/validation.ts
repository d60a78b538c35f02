import { Ajv, type AnySchema, type Options, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import type { FastifyInstance } from "fastify";

const ajvOptions: Options = { allErrors: false, removeAdditional: false, useDefaults: false, strict: false };

function createAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...ajvOptions, ...options });
  formats.default(ajv);
  return ajv;
}

/** Compiles a validator on first use: compiling hundreds of them would be most of the start-up time. */
function compileLazily(
  ajv: Ajv,
  schema: AnySchema,
): Pick<ValidateFunction, "errors"> & ((data: unknown) => boolean) {
  let validate: ValidateFunction | undefined;
  const lazy: ReturnType<typeof compileLazily> = (data) => {
    validate ??= ajv.compile(schema);
    const isValid = validate(data);
    lazy.errors = validate.errors ?? null;
    return isValid;
  };
  return lazy;
}

/** Methods whose unknown query parameters are ignored and whose empty ones count as absent. */
const readMethods: readonly string[] = ["GET", "HEAD"];

function dropEmptyParams(query: unknown): void {
  const params = query as Record<string, unknown>;
  for (const name of Object.keys(params)) if (params[name] === "") delete params[name];
}

/** A JSON escape that may be a lone surrogate. */
const loneSurrogateEscape = /\\u[dD][89a-fA-F]/;

/** Replaces lone surrogates by U+FFFD, in place: PostgreSQL's `jsonb` refuses them. */
function replaceLoneSurrogates(value: unknown): unknown {
  const holder: Record<string, unknown> = { value };
  const stack: Record<string, unknown>[] = [holder];
  for (let current = stack.pop(); current !== undefined; current = stack.pop())
    for (const [name, nested] of Object.entries(current)) {
      // UTF-8 cannot encode lone surrogates; Buffer replaces them.
      if (typeof nested === "string") current[name] = Buffer.from(nested).toString();
      else if (typeof nested === "object" && nested !== null) stack.push(nested as Record<string, unknown>);
    }
  return holder.value;
}

/** Parses JSON; a JSON header without a body counts as no body, an error only where a body is required. */
function registerJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else
      parse(request, body, (error, value) =>
        done(error, loneSurrogateEscape.test(body) ? replaceLoneSurrogates(value) : value),
      );
  });
}

/**
 * Validates input strictly: bodies must be JSON, nothing is dropped and nothing converted, so that "1e3" is
 * no number. Only the text of paths, queries and headers becomes numbers where a schema says so. Queries of
 * GET requests may hold unknown parameters, which are ignored.
 */
export function registerStrictValidation(server: FastifyInstance): void {
  server.removeContentTypeParser("text/plain");
  registerJsonParser(server);
  const bodyAjv = createAjv({ coerceTypes: false });
  const textAjv = createAjv({ coerceTypes: true });
  const readQueryAjv = createAjv({ coerceTypes: true, removeAdditional: true });
  server.addHook("preValidation", ({ method, query }, _reply, done) => {
    if (readMethods.includes(method)) dropEmptyParams(query);
    done();
  });
  server.setValidatorCompiler<object>(({ schema, httpPart, method }) => {
    if (httpPart === "body") return compileLazily(bodyAjv, schema);
    const isReadQuery = httpPart === "querystring" && readMethods.includes(method);
    return compileLazily(isReadQuery ? readQueryAjv : textAjv, schema);
  });
}
