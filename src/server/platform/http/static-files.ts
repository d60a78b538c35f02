import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HtmlPages } from "../../ssr/HtmlPages.ts";
import { locatePagePolicy } from "../security/content-security-policy.ts";
import { AppError } from "./AppError.ts";
import { isPageRequest, pagesRoute } from "./error-page.ts";

const yearS = 31_536_000;
const dayS = 86_400;

/** Names under /assets carry the hash of their content and never change; the page itself is asked for every time. */
function cacheControl(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return `public, max-age=${yearS}, immutable`;
  if (file.includes(`${path.sep}media${path.sep}`)) return `public, max-age=${dayS}`;
  return "no-cache";
}

/** The file that a path names, without its slash; null for folders and for what no file of ours is called. */
function requestedFile(request: FastifyRequest): string | null {
  const { "*": file = "" } = request.params as { "*"?: string };
  return /^(\w[\w.-]*\/)*\w[\w.-]*\.\w+$/.test(file) ? file : null;
}

/** Which of a picture's two files a browser gets: one that names the pictures it knows, and WebP not among them, the JPEG. */
function negotiateImage(request: FastifyRequest, file: string): string {
  const accepted = request.headers.accept ?? "";
  const lacksWebp = accepted.includes("image/") && !accepted.includes("image/webp");
  return lacksWebp ? file.replace(/^(media\/.*)\.webp$/, "$1.jpg") : file;
}

interface StaticFilesOptions {
  /** Where the built web app lies. */
  folder: string;
  htmlPages: HtmlPages;
  /** Where the map service's scripts come from; null without one. */
  mapsOrigin: string | null;
}

/** Serves the built web app; every route of the app answers a document, a missing file is a 404. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { folder, htmlPages, mapsOrigin }: StaticFilesOptions,
): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      // Names are looked up on the disk each time: a build that comes while the server runs is served from then on.
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
    app.get("/locate.html", { schema: { hide: true } }, async (_request, reply) => {
      const locatePage = path.join(folder, "locate.html");
      if (!existsSync(locatePage)) throw new AppError("not_found");
      const html = await readFile(locatePage, "utf8");
      return await reply
        .header("content-security-policy", locatePagePolicy(html, mapsOrigin))
        .header("cache-control", "no-cache")
        .type("text/html; charset=utf-8")
        .send(html);
    });
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
