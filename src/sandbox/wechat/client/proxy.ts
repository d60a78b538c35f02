import {
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { buffer } from "node:stream/consumers";

const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"];
/** Comes before anything else of the page, so that the native API exists when the page's scripts run. */
const SCRIPT = '<script src="/__wechat/client.js"></script>';

/** Target of proxied requests, and the user agent they are sent with. */
export type Upstream = { appUrl: string; userAgent: (originalUserAgent: string | undefined) => string };

/** Returns whether a request loads the page itself rather than a frame, which gets no native API. */
function isForPage({ method, headers }: IncomingMessage): boolean {
  const isFramed = headers["sec-fetch-dest"] === "iframe";
  return method === "GET" && !isFramed && (headers.accept ?? "").includes("text/html");
}

function requestHeaders(
  clientRequest: IncomingMessage,
  { appUrl, userAgent }: Upstream,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...clientRequest.headers };
  for (const name of HOP_BY_HOP) delete headers[name];
  headers.host = new URL(appUrl).host;
  headers["user-agent"] = userAgent(clientRequest.headers["user-agent"]);
  if (isForPage(clientRequest)) {
    // The page is modified on the way, so it must arrive complete and uncompressed.
    for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "range"])
      delete headers[name];
  }
  return headers;
}

/** Inserts the client's script at the start of a page. */
export function injectClientScript(page: string): string {
  const head = /<head[^>]*>/i.exec(page);
  if (head === null) return SCRIPT + page;
  const insertAt = head.index + head[0].length;
  return page.slice(0, insertAt) + SCRIPT + page.slice(insertAt);
}

function isPage({ headers }: IncomingMessage): boolean {
  return (headers["content-type"] ?? "").startsWith("text/html");
}

async function forwardResponse(
  upstream: IncomingMessage,
  clientRequest: IncomingMessage,
  response: ServerResponse,
) {
  const headers: OutgoingHttpHeaders = { ...upstream.headers };
  for (const name of HOP_BY_HOP) delete headers[name];
  if (!isForPage(clientRequest) || !isPage(upstream)) {
    response.writeHead(upstream.statusCode ?? 502, headers);
    upstream.pipe(response);
    return;
  }
  const page = Buffer.from(injectClientScript((await buffer(upstream)).toString("utf8")));
  for (const name of ["etag", "last-modified", "transfer-encoding", "content-encoding"]) delete headers[name];
  response.writeHead(upstream.statusCode ?? 502, { ...headers, "content-length": page.length });
  response.end(page);
}

/** Proxies a request to the product server, inserting the client's script into pages. */
export function proxyRequest(
  clientRequest: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
): void {
  const fail = () => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { "content-type": "text/plain; charset=utf-8" });
    response.end(`食单没有应答：${upstream.appUrl}\n`);
  };
  const { method = "GET", url = "/" } = clientRequest;
  const headers = requestHeaders(clientRequest, upstream);
  const appUrl = new URL(upstream.appUrl);
  const request = appUrl.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = request(appUrl, { method, path: url, headers }, (upstreamResponse) => {
    upstreamResponse.once("error", fail);
    forwardResponse(upstreamResponse, clientRequest, response).catch(fail);
  });
  outgoing.once("error", fail);
  // Closing the page ends its event stream too.
  response.once("close", () => outgoing.destroy());
  clientRequest.pipe(outgoing);
}
