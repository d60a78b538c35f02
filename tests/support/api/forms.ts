import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { TestApp } from "./testApp.ts";

const boundary = "----test";

/** One part of a multipart form, encoded as a browser would unless a test overrides it. */
export interface FormPart {
  name?: string;
  filename?: string;
  type?: string;
  bytes: Buffer | string;
}

/** Encodes a multipart form. */
export function encodeMultipart(parts: FormPart[], end = `--${boundary}--\r\n`): Buffer {
  const chunks = parts.flatMap(({ name = "file", filename, type = "image/jpeg", bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

/** Result of an upload. */
export interface UploadResult {
  status: number;
  error: string | undefined;
  /** What the person reads. */
  msg: string;
  data: { id: string; url: string; width: number; height: number };
  retryAfter: number;
}

/** Uploads a form; returns the content of the contract's envelope. */
export async function uploadForm(
  app: TestApp,
  token: string | null,
  payload: Buffer,
  type = `multipart/form-data; boundary=${boundary}`,
  url = chatEndpoints.uploadImage.path,
): Promise<UploadResult> {
  const response = await app.server.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": type, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  });
  const { msg, data } = response.json<{ msg: string; data: UploadResult["data"] & { error?: string } }>();
  const retryAfter = Number(response.headers["retry-after"]);
  return { status: response.statusCode, error: data?.error, msg, data, retryAfter };
}

/** Uploads one image. */
export function uploadImage(
  app: TestApp,
  token: string | null,
  bytes: Buffer | string,
  filename = "photo.jpg",
): Promise<UploadResult> {
  return uploadForm(app, token, encodeMultipart([{ filename, bytes }]));
}

/** Uploads an image into a customer's conversation as a member of staff. */
export function uploadImageForCustomer(
  app: TestApp,
  token: string | null,
  userId: string,
  bytes: Buffer | string,
): Promise<UploadResult> {
  const form = encodeMultipart([
    { name: "user_id", type: "text/plain", bytes: userId },
    { filename: "photo.jpg", bytes },
  ]);
  return uploadForm(app, token, form, undefined, staffChatEndpoints.uploadImage.path);
}

/** Creates an image of one colour, to be encoded. */
export function blankImage(width: number, height: number, red = 200): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: red, g: 30, b: 30 } } });
}

/** Lists every stored file, by its path in the storage. */
export async function listStoredFiles(app: TestApp): Promise<string[]> {
  const { filesDir } = app.config;
  const entries = await readdir(filesDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(filesDir, path.join(entry.parentPath, entry.name)));
}

/** Counts stored files and their rows; a rejected upload changes neither. */
export async function countStoredFiles(app: TestApp): Promise<{ files: number; rows: number }> {
  const [row] = await app.sql<{ n: number }>("select count(*) as n from files");
  return { files: (await listStoredFiles(app)).length, rows: row!.n };
}
