import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const idleMs = 1_000;
const checkEveryMs = 250;
/** Maximum wait for an idle turn, in ms; the longer the wait, the less idle it has to be. */
const maxWaitMs = 5_000;

/**
 * Closes connections without any request at shutdown. Browsers open them ahead of need, and Node counts them
 * neither as idle nor, once it stops, as timed out: they would delay the shutdown indefinitely.
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
      // After pending input is read: a suspended process must not take its own silence for the client's.
      setImmediate(() => {
        for (const [socket, since] of idleSince) if (since < idleBefore) socket.destroy();
      });
    }, checkEveryMs);
  });
  server.addHook("onClose", async () => clearInterval(timer));
}

/**
 * Delays closing the listener until right after an event-loop turn without new connections, because
 * connections accepted by the kernel but not yet by Node are reset. Register it as the last preClose hook.
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
