import stringify, { type Schema } from "fast-json-stringify";
import type { FastifyInstance } from "fastify";

/**
 * Answers are written by their schemas: nothing undeclared is in them. What writes an answer is made when it is wanted
 * first: hundreds of them would be a third of the work of a start.
 */
export function registerSerializer(server: FastifyInstance): void {
  server.setSerializerCompiler<Schema>(({ schema }) => {
    let serialize: ReturnType<typeof stringify> | undefined;
    return (data) => {
      serialize ??= stringify(schema);
      return serialize(data);
    };
  });
}
