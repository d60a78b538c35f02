import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

/** One row of the dish list on a floor page. */
export interface FloorDish {
  name: string;
  description: string;
  image: string;
  price: number;
}

/** A floor page: its dishes in rows as on a menu, or in tiles as on the home page. */
export interface FloorPage {
  path: string;
  look: "rows" | "tiles";
  dishes: readonly FloorDish[];
}

const style =
  "body{margin:0;font:15px system-ui;background:#FFF9F2}h2{font-size:15px;margin:0 0 4px}p{margin:0;color:#6B635A;font-size:13px}b{color:#E5432D}" +
  ".dish img{border-radius:12px;background:#FCEBE0}.rows .dish{display:flex;gap:10px;padding:10px;height:112px;box-sizing:border-box}" +
  ".tiles{display:flex;flex-wrap:wrap;gap:10px;padding:10px}.tiles .dish{width:104px}.tiles p{display:none}";
const sides = { rows: 80, tiles: 104 };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function renderDocument({ look, dishes }: FloorPage): string {
  const side = sides[look];
  const rows = dishes
    .map(
      ({ name, description, image, price }) =>
        `<div class="dish"><img loading="lazy" width="${side}" height="${side}" alt="" src="${escapeHtml(image)}"><div><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p><b>¥${(price / 100).toFixed(2)}</b></div></div>`,
    )
    .join("");
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>floor</title><style>${style}</style><body class="${look}">${rows}`;
}

interface StoredResponse {
  body: Buffer;
  headers: Record<string, string>;
}

/** Downloads the images as the app serves them, so that both sides transfer the same bytes. */
async function fetchImages(pages: readonly FloorPage[], app: string): Promise<[string, StoredResponse][]> {
  const paths = new Set(pages.flatMap(({ dishes }) => dishes.map(({ image }) => image)));
  return await Promise.all(
    [...paths].map(async (path): Promise<[string, StoredResponse]> => {
      const reply = await fetch(app + path);
      const type = reply.headers.get("content-type") ?? "image/webp";
      const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" };
      return [path, { body: Buffer.from(await reply.arrayBuffer()), headers }];
    }),
  );
}

function encodeDocument(page: FloorPage): [string, StoredResponse] {
  const body = brotliCompressSync(renderDocument(page));
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "no-cache",
    etag: `"${createHash("sha256").update(body).digest("base64url")}"`,
  };
  return [page.path, { body, headers }];
}

/**
 * Serves minimal static pages with the same dishes from bare node:http: one document each, no script,
 * precompressed and revalidated by ETag.
 */
export async function serveFloor(
  pages: readonly FloorPage[],
  app: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const responses = new Map<string, StoredResponse>([
    ...(await fetchImages(pages, app)),
    ...pages.map(encodeDocument),
  ]);
  const server = createServer((request, response) => {
    const found = responses.get(request.url ?? "");
    if (found === undefined) response.writeHead(404).end();
    else if (found.headers.etag !== undefined && request.headers["if-none-match"] === found.headers.etag)
      response.writeHead(304, found.headers).end();
    else response.writeHead(200, found.headers).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
