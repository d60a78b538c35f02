import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const patienceMs = 1_000;

/**
 * Browsers open connections ahead of need. Node counts one that has never asked for anything neither as idle nor, once
 * it stops, as too slow: without this it would hold the stop up for as long as the browser likes.
 */
export function endSilentConnections(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  server.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.server.on("request", ({ socket }) => silent.delete(socket));
  server.addHook("preClose", async () => {
    setTimeout(() => {
      for (const socket of silent) socket.destroy();
    }, patienceMs).unref();
  });
}
