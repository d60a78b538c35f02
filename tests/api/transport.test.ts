import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const url = addressEndpoints.setDefault.path;

async function sendPut(payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app.server.inject({
    method: "PUT",
    url,
    payload,
    headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json", ...headers },
  });
  expectEnvelope(response, { headers });
  return { status: response.statusCode, error: response.json().data?.error };
}

const validBody = () => JSON.stringify({ id: buyer.addressId });

describe("a body", () => {
  test("of sixty-four kilobytes is read, of one byte more is refused", async () => {
    const pad = (bytes: number) => validBody().padEnd(bytes, " ");
    expect(await sendPut(pad(64 * 1024))).toMatchObject({ status: 200 });
    expect(await sendPut(pad(64 * 1024 + 1))).toEqual({ status: 413, error: "payload_too_large" });
  });

  test.each([
    ["text/plain", 415],
    ["text/html", 415],
    ["application/xml", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/jsonp", 415],
    ["json", 415],
    ["application/json; charset=utf-8", 200],
  ])("as %s answers %i", async (type, status) => {
    expect((await sendPut(validBody(), { "content-type": type })).status).toBe(status);
  });

  test("without a type is refused", async () => {
    const response = await app.server.inject({
      method: "PUT",
      url,
      payload: validBody(),
      headers: { authorization: `Bearer ${buyer.token}`, "content-type": "" },
    });
    expectEnvelope(response, {});
    expect([400, 415]).toContain(response.statusCode);
  });

  test.each([
    ["empty", ""],
    ["only blanks", "   "],
    ["half", '{"id":'],
    ["followed by more", "{} {}"],
    ["with a trailing comma", '{"id":"1",}'],
    ["with single quotes", "{'id':'1'}"],
    ["no JSON", "id=1"],
    ["in UTF-16", Buffer.from('{"id":"1"}', "utf16le")],
    ["packed", gzipSync('{"id":"1"}')],
    ["of raw bytes", Buffer.from([0, 255, 254, 128])],
  ])("that is %s is refused as invalid", async (_what, payload) => {
    expect(await sendPut(payload)).toEqual({ status: 400, error: "validation" });
  });

  test("with the same key twice, or with a byte order mark, is handled without a crash", async () => {
    expect((await sendPut(`{"id":"nobody","id":"${buyer.addressId}"}`)).status).toBe(200);
    expect([200, 400]).toContain((await sendPut(`\uFEFF${validBody()}`)).status);
  });

  test("that is compressed is not decompressed: a bomb stays small", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect([400, 415]).toContain((await sendPut(bomb, { "content-encoding": "gzip" })).status);
  });
});

/** Sends raw bytes and returns the response when the server closes the connection. */
function sendRaw(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
    socket.on("error", reject);
  });
}

describe("over the wire", () => {
  const start = `PUT ${url} HTTP/1.1`;
  const rest = ["Host: localhost", "Content-Type: application/json", "Connection: close"];

  test.each([
    ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"]],
    ["two lengths", ["Content-Length: 5", "Content-Length: 6"]],
    ["a length that is no number", ["Content-Length: 5x"]],
    ["a header without a colon", ["Nonsense"]],
    ["chunks twice", ["Transfer-Encoding: chunked, identity"]],
  ])("%s are refused", async (_what, headers) => {
    expect(await sendRaw(start, ...rest, ...headers, "", "0", "", "")).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("an invalid request line is refused", async () => {
    expect(await sendRaw("HELLO", "", "")).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("strangers are refused before their body is parsed", async () => {
    const response = await sendRaw(start, ...rest, "Content-Length: 3", "", "}}}");
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe("a path", () => {
  /** Returns the status over a raw connection, where no client normalises the path. */
  async function getRawStatus(path: string, method = "GET"): Promise<number> {
    const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close"];
    const response = await sendRaw(...lines, `Authorization: Bearer ${buyer.token}`, "", "");
    const [head = "", body = ""] = response.split("\r\n\r\n");
    const headers = Object.fromEntries(
      head.split("\r\n").map((line) => [line.split(": ")[0]?.toLowerCase(), line.split(": ")[1]]),
    );
    const statusCode = Number(head.split(" ")[1]);
    expectEnvelope({ statusCode, headers, body }, { path, method });
    return statusCode;
  }

  test.each([
    "/api",
    "/api/",
    "/api/v1/nothing",
    "/api/v2/user/info",
    "/api/v1/user/info/",
    "/api/v1//user/info",
    "/api/v1/user;x/info",
    "/api/v1/USER/INFO",
    "/api/v1/order/refund/../list",
    "/api/v1/user/%2e%2e/user/info",
    "/api/v1/chat/admin/../../user/info",
    "/api/v1/user/info%00",
    "/api/v1/user/info%2f",
    "/api/v1/user%2finfo",
    "/api\\v1\\user\\info",
    `/api/v1/${"x".repeat(8_000)}`,
  ])("that is nearly one of ours is not found: %s", async (path) => {
    expect(await getRawStatus(path)).toBe(404);
  });

  test.each([
    `/api/v1/chat/admin/messages/${"x".repeat(200)}`,
    "/%zz",
    "/api/v1/%zz",
    "/api/v1/user/info%",
    "/api/v1/%ff%fe",
    "/api/v1/%c0%ae",
  ])("that cannot be read is refused in the envelope: %s", async (path) => {
    expect([400, 404]).toContain(await getRawStatus(path));
  });

  test("decides who may call, not the query", async () => {
    for (const search of ["x=/chat/admin", "/order/refund", "service_auth/info"])
      expect(await getRawStatus(`${userEndpoints.info.path}?${search}`)).toBe(200);
  });

  test.each(["POST", "PATCH", "OPTIONS"])("of ours does not have %s", async (method) => {
    expect(await getRawStatus(userEndpoints.info.path, method)).toBe(405);
  });
});
