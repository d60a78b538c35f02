import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { HtmlPages } from "../../ssr/HtmlPages.ts";
import { locatePagePolicy, mapPagePolicy } from "../security/content-security-policy.ts";
import { AppError } from "./AppError.ts";
import { isPageRequest, pagesRoute } from "./error-page.ts";

const yearS = 31_536_000;
const dayS = 86_400;

/**
 * Returns the Cache-Control header: names under /assets carry a content hash and never change; pages are
 * revalidated every time.
 */
function cacheControl(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return `public, max-age=${yearS}, immutable`;
  if (file.includes(`${path.sep}media${path.sep}`)) return `public, max-age=${dayS}`;
  return "no-cache";
}

/** Returns the requested file's relative path; null for folders and names that no file of the app has. */
function requestedFile(request: FastifyRequest): string | null {
  const { "*": file = "" } = request.params as { "*"?: string };
  return /^(\w[\w.-]*\/)*\w[\w.-]*\.\w+$/.test(file) ? file : null;
}

/** Picks an image's WebP or JPEG file: browsers that list their image types without WebP get the JPEG. */
function negotiateImage(request: FastifyRequest, file: string): string {
  const accepted = request.headers.accept ?? "";
  const lacksWebp = accepted.includes("image/") && !accepted.includes("image/webp");
  return lacksWebp ? file.replace(/^(media\/.*)\.webp$/, "$1.jpg") : file;
}

interface StaticFilesOptions {
  /** Folder of the built web app. */
  folder: string;
  htmlPages: HtmlPages;
  /** Addresses of the map service's answers in JSONP, and of its script that draws maps; "" for none. */
  maps: Pick<Config["maps"], "baseUrl" | "scriptBaseUrl">;
}

function toOrigin(url: string): string | null {
  return url === "" ? null : new URL(url).origin;
}

/** Serves a file under a policy of its own, which depends on what it contains. */
function serveFrame(app: FastifyInstance, file: string, toPolicy: (html: string) => string): void {
  const options = { schema: { hide: true }, config: { requestLogLevel: "debug" } } as const;
  app.get(`/${path.basename(file)}`, options, async (_request, reply) => {
    if (!existsSync(file)) throw new AppError("not_found");
    const html = await readFile(file, "utf8");
    return await reply
      .header("content-security-policy", toPolicy(html))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

/** Serves the built web app: every route of the app returns an HTML page, a missing file is a 404. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { folder, htmlPages, maps }: StaticFilesOptions,
): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      // Looks names up on the disk each time: a build made while the server runs is served from then on.
      serve: false,
      dotfiles: "ignore",
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.setHeader("cache-control", cacheControl(file));
        reply.setHeader(
          "vary",
          file.endsWith(".webp") || file.endsWith(".jpg") ? "accept" : "accept-encoding",
        );
      },
    });
    serveFrame(app, path.join(folder, "locate.html"), (html) =>
      locatePagePolicy(html, toOrigin(maps.baseUrl)),
    );
    serveFrame(app, path.join(folder, "map.html"), (html) =>
      mapPagePolicy(html, toOrigin(maps.scriptBaseUrl)),
    );
    app.get(pagesRoute, { schema: { hide: true } }, (request, reply) => {
      if (isPageRequest(request)) return htmlPages.send(request, reply);
      const file = requestedFile(request);
      if (file === null) throw new AppError("not_found");
      return reply.sendFile(negotiateImage(request, file));
    });
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new AppError("not_found");
  });
}
