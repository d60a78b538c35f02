import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";

/** One row of the list that a floor page shows. */
export interface FloorDish {
  name: string;
  description: string;
  image: string;
  price: number;
}

const style =
  "body{margin:0;font:15px system-ui;background:#FFF9F2}.dish{display:flex;gap:10px;padding:10px;height:104px;box-sizing:border-box}" +
  ".dish img{width:84px;height:84px;border-radius:12px;background:#FCEBE0}h2{font-size:15px;margin:0 0 4px}p{margin:0;color:#6B635A;font-size:13px}b{color:#E5432D}";

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function page(dishes: FloorDish[], mediaBase: string): string {
  const rows = dishes
    .map(
      ({ name, description, image, price }) =>
        `<div class="dish"><img loading="lazy" width="84" height="84" alt="" src="${mediaBase}${asText(image)}"><div><h2>${asText(name)}</h2><p>${asText(description)}</p><b>¥${(price / 100).toFixed(2)}</b></div></div>`,
    )
    .join("");
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>floor</title><style>${style}</style><body>${rows}`;
}

/** Serves the plainest page there is with the same dishes: one document, no script. */
export async function serveFloor(
  dishes: FloorDish[],
  mediaBase: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const body = brotliCompressSync(page(dishes, mediaBase));
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "br",
      "cache-control": "no-cache",
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
