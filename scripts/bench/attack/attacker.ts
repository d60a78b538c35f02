import { connect, type Socket } from "node:net";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { photo } from "./photo.ts";

/**
 * Load process: uploads large images of one customer over many sockets, pausing 250 ms after each response.
 * Reports when it has started; on the stop signal it reports the response count by status and exits.
 */
const pauseMs = 250;
const [base = "", token = "", sockets = "1"] = process.argv.slice(2);
const statuses: Record<string, number> = {};

/** Builds a multipart request with the largest image that the server accepts. */
async function wholeRequest(url: URL): Promise<Buffer> {
  const large = await photo(4_096, 4_096, 64);
  const mark = "----bench";
  const body = Buffer.concat([
    Buffer.from(
      `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    large,
    Buffer.from(`\r\n--${mark}--\r\n`),
  ]);
  const head = [
    `POST ${chatEndpoints.uploadImage.path} HTTP/1.1`,
    `host: ${url.host}`,
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${mark}`,
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}

/** Keeps one slow upload open indefinitely and reconnects when the connection is closed. */
function openSlowUpload(url: URL, bytes: Buffer): void {
  const socket: Socket = connect(Number(url.port), url.hostname);
  let isSent = false;
  let isAnswered = false;
  const again = () => {
    if (!isSent || !isAnswered) return;
    isSent = false;
    isAnswered = false;
    socket.write(bytes, () => {
      isSent = true;
      soon();
    });
  };
  const soon = () => setTimeout(again, pauseMs);
  socket.on("data", (chunk) => {
    const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString("latin1", 0, 20))?.[1];
    if (status === undefined) return;
    statuses[status] = (statuses[status] ?? 0) + 1;
    isAnswered = true;
    soon();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(() => openSlowUpload(url, bytes), pauseMs));
  isSent = true;
  isAnswered = true;
  again();
}

const url = new URL(base);
const bytes = await wholeRequest(url);
process.on("message", () => {
  process.send?.(statuses, () => process.exit());
});
for (let nth = 0; nth < Number(sockets); nth++) openSlowUpload(url, bytes);
process.send?.("begun");
