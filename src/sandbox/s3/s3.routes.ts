import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TimerGroup } from "../shared/TimerGroup.ts";
import type { ListedObject, ObjectStore, StoredObject } from "./ObjectStore.ts";
import { type AccessKey, verifyS3Signature } from "./s3Signature.ts";

const bucketName = "shidan";
const key: AccessKey = { id: "AKIDSANDBOX", secret: "sandbox-secret-key" };
const maxBodyBytes = 10_000_000;

/** Returns the settings that make the product server store its images in the sandbox at `url`. */
export function s3Environment(url: string): Record<string, string> {
  return {
    S3_ENDPOINT: `${url}/s3`,
    S3_BUCKET: bucketName,
    S3_REGION: "cn-sandbox-1",
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
  };
}

/** Behaviour of the store: "stall" sends half of an object and then nothing for `delay_ms`. */
type S3Behaviour = { mode: "ok" | "fail" | "forbid" | "slow" | "stall"; delay_ms: number };

const behaviourSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    mode: { enum: ["ok", "fail", "forbid", "slow", "stall"] },
    delay_ms: { type: "integer", minimum: 0, maximum: 600_000 },
  },
};

const statusByCode: Record<string, number> = { NoSuchKey: 404, NoSuchBucket: 404, InternalError: 500 };

function sendError(reply: FastifyReply, code: string): FastifyReply {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>${randomUUID()}</RequestId></Error>`;
  return reply
    .code(statusByCode[code] ?? 403)
    .type("application/xml")
    .send(text);
}

/** Number of objects on a page of a list. */
const pageSize = 1_000;

/** Renders a page of a list; the token of the next page is the last name of this one. */
function renderList(objects: ListedObject[], prefix: string, after: string): string {
  const rest = objects.filter(({ name }) => name > after);
  const page = rest.slice(0, pageSize);
  const rows = page.map(
    ({ name, bytes, modifiedAt }) =>
      `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes}</Size></Contents>`,
  );
  const isTruncated = rest.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)?.name}</NextContinuationToken>` : "";
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucketName}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join("")}</ListBucketResult>`;
}

/** Yields half of the bytes, waits, then ends the connection. */
async function* streamFirstHalf({ bytes }: StoredObject, delay: () => Promise<void>): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  await delay();
  throw new Error("the rest is not sent");
}

function objectRoutes(objectStore: ObjectStore, behaviour: S3Behaviour, timers: TimerGroup) {
  const delay = () => timers.delay(behaviour.delay_ms);

  async function sendObject(request: FastifyRequest, reply: FastifyReply, name: string) {
    const stored = await objectStore.get(name);
    if (stored === null) return sendError(reply, "NoSuchKey");
    reply.type(stored.type).header("etag", `"${createHash("md5").update(stored.bytes).digest("hex")}"`);
    if (request.method === "HEAD" || behaviour.mode !== "stall") return reply.send(stored.bytes);
    return reply
      .header("content-length", stored.bytes.length)
      .send(Readable.from(streamFirstHalf(stored, delay)));
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const { bucket, "*": name = "" } = request.params as { bucket: string; "*"?: string };
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { method, headers } = request;
    const errorCode = verifyS3Signature(
      { method, url: request.raw.url ?? "", headers, body },
      key,
      new Date(),
    );
    if (errorCode !== null) return sendError(reply, errorCode);
    if (behaviour.mode === "fail") return sendError(reply, "InternalError");
    if (behaviour.mode === "forbid") return sendError(reply, "AccessDenied");
    if (behaviour.mode === "slow") await delay();
    if (bucket !== bucketName) return sendError(reply, "NoSuchBucket");
    if (method === "GET" && name === "") {
      const { prefix = "", "continuation-token": after = "" } = request.query as Record<string, string>;
      return reply.type("application/xml").send(renderList(await objectStore.list(prefix), prefix, after));
    }
    if (method === "PUT") await objectStore.put(name, body);
    if (method === "DELETE") await objectStore.remove(name);
    if (method === "PUT" || name === "") return reply.code(200).send();
    return method === "DELETE" ? reply.code(204).send() : await sendObject(request, reply, name);
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: maxBodyBytes, exposeHeadRoute: false, handler: handle };
    app.route({ method: ["GET", "HEAD", "PUT", "DELETE"], url: "/s3/:bucket/*", ...options });
    app.route({ method: ["GET", "HEAD"], url: "/s3/:bucket", ...options });
  };
}

/**
 * An S3-compatible store with one bucket (path-style addresses, signatures checked), its object list and its
 * switch.
 */
export function s3Routes(objectStore: ObjectStore, timers: TimerGroup) {
  return async (app: FastifyInstance): Promise<void> => {
    const behaviour: S3Behaviour = { mode: "ok", delay_ms: 3_000 };
    await app.register(objectRoutes(objectStore, behaviour, timers));
    app.get("/bucket", async () => await objectStore.listNames());
    app.get("/bucket/behaviour", async () => behaviour);
    app.post<{ Body: Partial<S3Behaviour> }>(
      "/bucket/behaviour",
      { schema: { body: behaviourSchema } },
      async ({ body }) => Object.assign(behaviour, body),
    );
  };
}
