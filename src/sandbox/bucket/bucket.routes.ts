import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Schedule } from "../shared/Schedule.ts";
import type { Shelf, Stored } from "./Shelf.ts";
import { type AccessKey, s3Fault } from "./s3Signature.ts";

const bucketName = "shidan";
const key: AccessKey = { id: "AKIDSANDBOX", secret: "sandbox-secret-key" };
const bodyMaxBytes = 10_000_000;

/** The settings that make the product server keep its pictures in the sandbox at `url`. */
export function bucketEnvironment(url: string): Record<string, string> {
  return {
    S3_ENDPOINT: `${url}/s3`,
    S3_BUCKET: bucketName,
    S3_REGION: "cn-sandbox-1",
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
  };
}

/** How the store answers: "stall" sends half of an object and then nothing for so long. */
type BucketBehaviour = { mode: "ok" | "fail" | "forbid" | "slow" | "stall"; delay_ms: number };

const behaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    mode: { enum: ["ok", "fail", "forbid", "slow", "stall"] },
    delay_ms: { type: "integer", minimum: 0, maximum: 600_000 },
  },
};

const statuses: Record<string, number> = { NoSuchKey: 404, NoSuchBucket: 404, InternalError: 500 };

function refuse(reply: FastifyReply, code: string): FastifyReply {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  return reply
    .code(statuses[code] ?? 403)
    .type("application/xml")
    .send(text);
}

/** Half of the bytes, a pause, then the connection ends. */
async function* halfOf({ bytes }: Stored, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  await pause();
  throw new Error("the rest is not sent");
}

function storeRoutes(shelf: Shelf, behaviour: BucketBehaviour, schedule: Schedule) {
  const pause = () => schedule.pause(behaviour.delay_ms);

  async function give(request: FastifyRequest, reply: FastifyReply, name: string) {
    const stored = await shelf.get(name);
    if (stored === null) return refuse(reply, "NoSuchKey");
    reply.type(stored.type).header("etag", `"${createHash("md5").update(stored.bytes).digest("hex")}"`);
    if (request.method === "HEAD" || behaviour.mode !== "stall") return reply.send(stored.bytes);
    return reply.header("content-length", stored.bytes.length).send(Readable.from(halfOf(stored, pause)));
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const { bucket, "*": name = "" } = request.params as { bucket: string; "*"?: string };
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, headers } = request;
    const fault = s3Fault({ method, url: request.raw.url ?? "", headers, body }, key, new Date());
    if (fault !== null) return refuse(reply, fault);
    if (behaviour.mode === "fail") return refuse(reply, "InternalError");
    if (behaviour.mode === "forbid") return refuse(reply, "AccessDenied");
    if (behaviour.mode === "slow") await pause();
    if (bucket !== bucketName) return refuse(reply, "NoSuchBucket");
    if (method === "PUT") await shelf.put(name, body);
    if (method === "DELETE") await shelf.remove(name);
    if (method === "PUT" || name === "") return reply.code(200).send();
    return method === "DELETE" ? reply.code(204).send() : await give(request, reply, name);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: bodyMaxBytes, exposeHeadRoute: false, handler: handle };
    app.route({ method: ["GET", "HEAD", "PUT", "DELETE"], url: "/s3/:bucket/*", ...options });
    app.route({ method: "HEAD", url: "/s3/:bucket", ...options });
  };
}

/** An S3-compatible store with one bucket (path-style addresses, signatures checked), the list of what is in it, its switch. */
export function bucketRoutes(shelf: Shelf, schedule: Schedule) {
  return async (app: FastifyInstance): Promise<void> => {
    const behaviour: BucketBehaviour = { mode: "ok", delay_ms: 3_000 };
    await app.register(storeRoutes(shelf, behaviour, schedule));
    app.get("/bucket", async () => await shelf.names());
    app.get("/bucket/behaviour", async () => behaviour);
    app.post<{ Body: Partial<BucketBehaviour> }>(
      "/bucket/behaviour",
      { schema: { body: behaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
  };
}
