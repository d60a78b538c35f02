import Fastify from "fastify";
import { expect, test } from "vitest";
import { registerSerializer } from "./serialization.ts";

test("a response is serialised by its schema, which is compiled on the first response only", async () => {
  let reads = 0;
  const responseSchema = {
    type: "object",
    get properties() {
      reads += 1;
      return { dish: { type: "string" } };
    },
  };
  const server = Fastify();
  registerSerializer(server);
  server.get("/", { schema: { response: { 200: responseSchema } } }, () => ({
    dish: "面",
    secret: "nobody's",
  }));
  await server.ready();
  const before = reads;
  const responses = [await server.inject("/"), await server.inject("/")];
  expect(responses.map(({ body }) => body)).toEqual(['{"dish":"面"}', '{"dish":"面"}']);
  expect({ before, isRead: reads > 0 }).toEqual({ before: 0, isRead: true });
  await server.close();
});
