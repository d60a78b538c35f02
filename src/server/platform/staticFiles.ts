import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "./AppError.ts";
import type { Documents } from "./documents/Documents.ts";

const yearS = 31_536_000;
const dayS = 86_400;

/** Names under /assets carry the hash of their content and never change; the page itself is asked for every time. */
function cacheControl(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return `public, max-age=${yearS}, immutable`;
  if (file.includes(`${path.sep}media${path.sep}`)) return `public, max-age=${dayS}`;
  return "no-cache";
}

/** A path of the app's own routes: no file ending, and not under the folders that only hold files or calls. */
function isPage(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, "http://local");
  return !/^\/(api|assets|media)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname);
}

/** The file that a path names, without its slash; null for folders and for what no file of ours is called. */
function fileOf(request: FastifyRequest): string | null {
  const { "*": file = "" } = request.params as { "*"?: string };
  return /^(\w[\w.-]*\/)*\w[\w.-]*\.\w+$/.test(file) ? file : null;
}

/** Which of a picture's two files a browser gets: one that names the pictures it knows, and WebP not among them, the JPEG. */
function pictureFor(request: FastifyRequest, file: string): string {
  const accepted = request.headers.accept ?? "";
  const knowsNoWebp = accepted.includes("image/") && !accepted.includes("image/webp");
  return knowsNoWebp ? file.replace(/^(media\/.*)\.webp$/, "$1.jpg") : file;
}

/** Serves the built web app from `folder`; every route of the app answers a document, a missing file is a 404. */
export async function serveStaticFiles(
  app: FastifyInstance,
  folder: string,
  documents: Documents,
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
    app.get("/*", { schema: { hide: true } }, (request, reply) => {
      if (isPage(request)) return documents.send(request, reply);
      const file = fileOf(request);
      if (file === null) throw new AppError("not_found");
      return reply.sendFile(pictureFor(request, file));
    });
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, () => {
    throw new AppError("not_found");
  });
}
