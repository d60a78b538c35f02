import { Ajv } from "ajv";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { registerStrictValidation } from "./validation.ts";

afterEach(() => vi.restoreAllMocks());

test("validators are compiled on an endpoint's first request, not at the start, and check every request", async () => {
  const compile = vi.spyOn(Ajv.prototype, "compile");
  const server = Fastify();
  registerStrictValidation(server);
  const schema = { body: { type: "object", properties: { dish: { type: "string" } }, required: ["dish"] } };
  for (const url of ["/one", "/other"]) server.post(url, { schema }, () => "taken");
  await server.ready();
  expect(compile).not.toHaveBeenCalled();
  const post = async (payload: object) => await server.inject({ method: "POST", url: "/one", payload });
  const refused = [await post({}), await post({ dish: 7 })];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
  expect(refused.map((one) => one.json().message)).toEqual([
    "body must have required property 'dish'",
    "body/dish must be string",
  ]);
  expect((await post({ dish: "10901" })).body).toBe("taken");
  expect(compile).toHaveBeenCalledTimes(1);
  await server.close();
});
