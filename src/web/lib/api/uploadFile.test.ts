import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endpoint } from "#contract/endpoint.ts";
import { ApiClient } from "./ApiClient.ts";
import { uploadFile } from "./uploadFile.ts";

/** Sent requests that wait for the test to respond. */
const open: FakeRequest[] = [];

class FakeRequest {
  upload = {};
  status = 0;
  responseText = "";
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  path = "";

  open(_method: string, path: string): void {
    this.path = path;
  }

  setRequestHeader(): void {}

  getResponseHeader(): null {
    return null;
  }

  abort(): void {}

  send(): void {
    open.push(this);
  }

  answer(status: number, data: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify({ code: status, msg: "好", data });
    this.onload();
  }
}

beforeEach(() => {
  open.length = 0;
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

afterEach(() => vi.unstubAllGlobals());

function upload(path: string, signal = new AbortController().signal, file = new Blob(["x"])) {
  const api = new ApiClient({ tokenFor: () => null, onUnauthenticated: () => undefined });
  const options = { onProgress: () => undefined, signal };
  return uploadFile(api, endpoint("POST", path, "customer"), file, options);
}

const timeoutMs = { timeout: 30_000 };
const paths = () => open.map(({ path }) => path);

test("sends files one after the other, even after a failure", async () => {
  const first = upload("/first");
  const second = upload("/second");
  await vi.waitUntil(() => open.length > 0, timeoutMs);
  expect(paths()).toEqual(["/first"]);
  open[0]?.answer(415, { error: "unsupported_media_type" });
  await expect(first).rejects.toMatchObject({ status: 415 });
  await vi.waitUntil(() => open.length > 1, timeoutMs);
  open[1]?.answer(200, { id: "two" });
  expect(await second).toEqual({ id: "two" });
});

test("never sends a file that was aborted while it waited", async () => {
  const gone = new AbortController();
  const first = upload("/first");
  const second = upload("/second", gone.signal);
  const third = upload("/third");
  gone.abort();
  await vi.waitUntil(() => open.length > 0, timeoutMs);
  open[0]?.answer(200, { id: "one" });
  expect(await first).toEqual({ id: "one" });
  await expect(second).rejects.toMatchObject({ name: "AbortError" });
  await vi.waitUntil(() => open.length > 1, timeoutMs);
  open[1]?.answer(200, { id: "three" });
  expect(await third).toEqual({ id: "three" });
  expect(paths()).toEqual(["/first", "/third"]);
});

test("says that a file was changed since it was chosen, which no browser sends", async () => {
  const file = new Blob(["x"]);
  const sent = upload("/file", undefined, file);
  await vi.waitUntil(() => open.length > 0, timeoutMs);
  file.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")) }) as Blob;
  open[0]?.onerror();
  await expect(sent).rejects.toMatchObject({ code: "validation", message: "文件已被修改或移走，请重新选择" });
});

test("says that the network is lost while the file is as it was", async () => {
  const sent = upload("/file");
  await vi.waitUntil(() => open.length > 0, timeoutMs);
  open[0]?.onerror();
  await expect(sent).rejects.toMatchObject({ code: "offline" });
});
