import { Ajv, type Options } from "ajv";
import formats from "ajv-formats";
import type { FastifyInstance } from "fastify";

const common: Options = { allErrors: false, removeAdditional: false, useDefaults: false, strict: false };

function build(options: Options): Ajv {
  const ajv = new Ajv({ ...common, ...options });
  formats.default(ajv);
  return ajv;
}

/**
 * Input is JSON and taken as it is: nothing is dropped and bodies are never converted, so that "1e3" is no number.
 * Only the text of paths, queries and headers becomes numbers where a schema says so.
 */
export function takeInputStrictly(server: FastifyInstance): void {
  server.removeContentTypeParser("text/plain");
  const exact = build({ coerceTypes: false });
  const fromText = build({ coerceTypes: true });
  server.setValidatorCompiler<object>(({ schema, httpPart }) =>
    (httpPart === "body" ? exact : fromText).compile(schema),
  );
}
