import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const idleMs = 1_000;
const checkEveryMs = 250;
/** How long the right moment is waited for; the longer, the less quiet it has to be. */
const maxWaitMs = 5_000;

/**
 * Browsers open connections ahead of need. Node counts one that has never asked for anything neither as idle nor, once
 * it stops, as too slow: without this it would hold the stop up for as long as the browser likes.
 */
export function closeIdleSockets(server: FastifyInstance): void {
  const idleSince = new Map<Socket, number>();
  server.server.on("connection", (socket) => {
    idleSince.set(socket, performance.now());
    socket.once("close", () => idleSince.delete(socket));
  });
  server.server.on("request", ({ socket }) => idleSince.delete(socket));
  let timer: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    timer = setInterval(() => {
      const idleBefore = performance.now() - idleMs;
      // After whatever has arrived is read: a process that was held up must not take its own silence for the client's.
      setImmediate(() => {
        for (const [socket, since] of idleSince) if (since < idleBefore) socket.destroy();
      });
    }, checkEveryMs);
  });
  server.addHook("onClose", async () => clearInterval(timer));
}

/**
 * Whoever connects to a listener that closes before it has looked is cut off, though the kernel has said yes. So it closes
 * right after a turn of the event loop in which nobody came. To be called last, as the last thing before it closes.
 */
export function closeListenerWhenIdle(server: FastifyInstance): void {
  let connectionCount = 0;
  server.server.on("connection", () => {
    connectionCount += 1;
  });
  server.addHook("preClose", async () => {
    const startedAt = performance.now();
    for (;;) {
      const [countBefore, turnStartedAt] = [connectionCount, performance.now()];
      await new Promise(setImmediate);
      const now = performance.now();
      const isIdle = connectionCount === countBefore && now - turnStartedAt < 0.5 + (now - startedAt) / 250;
      if (isIdle || now - startedAt > maxWaitMs) return;
    }
  });
}
