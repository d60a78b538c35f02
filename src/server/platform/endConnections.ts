import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const patienceMs = 1_000;
const lookMs = 250;
/** How long the right moment is waited for; the longer, the less quiet it has to be. */
const quietMs = 5_000;

/**
 * Browsers open connections ahead of need. Node counts one that has never asked for anything neither as idle nor, once
 * it stops, as too slow: without this it would hold the stop up for as long as the browser likes.
 */
export function endSilentConnections(server: FastifyInstance): void {
  const silentSince = new Map<Socket, number>();
  server.server.on("connection", (socket) => {
    silentSince.set(socket, performance.now());
    socket.once("close", () => silentSince.delete(socket));
  });
  server.server.on("request", ({ socket }) => silentSince.delete(socket));
  let timer: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    timer = setInterval(() => {
      const before = performance.now() - patienceMs;
      // After whatever has arrived is read: a process that was held up must not take its own silence for the client's.
      setImmediate(() => {
        for (const [socket, since] of silentSince) if (since < before) socket.destroy();
      });
    }, lookMs);
  });
  server.addHook("onClose", async () => clearInterval(timer));
}

/**
 * Whoever connects to a listener that closes before it has looked is cut off, though the kernel has said yes. So it closes
 * right after a turn of the event loop in which nobody came. To be called last, as the last thing before it closes.
 */
export function closeInAQuietMoment(server: FastifyInstance): void {
  let come = 0;
  server.server.on("connection", () => {
    come += 1;
  });
  server.addHook("preClose", async () => {
    const since = performance.now();
    for (;;) {
      const [before, turnedAt] = [come, performance.now()];
      await new Promise(setImmediate);
      const now = performance.now();
      const isQuiet = come === before && now - turnedAt < 0.5 + (now - since) / 250;
      if (isQuiet || now - since > quietMs) return;
    }
  });
}
