import Fastify from "fastify";
import { expect, test } from "vitest";
import { writeAnswersBySchema } from "./writeAnswers.ts";

test("an answer is written by its schema, which is looked at with the first answer only", async () => {
  let looks = 0;
  const answer = {
    type: "object",
    get properties() {
      looks += 1;
      return { dish: { type: "string" } };
    },
  };
  const server = Fastify();
  writeAnswersBySchema(server);
  server.get("/", { schema: { response: { 200: answer } } }, () => ({ dish: "面", secret: "nobody's" }));
  await server.ready();
  const before = looks;
  const answers = [await server.inject("/"), await server.inject("/")];
  expect(answers.map(({ body }) => body)).toEqual(['{"dish":"面"}', '{"dish":"面"}']);
  expect({ before, isRead: looks > 0 }).toEqual({ before: 0, isRead: true });
  await server.close();
});
