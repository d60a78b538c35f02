import type { FastifyInstance } from "fastify";
import type { DatabaseWatch } from "../DatabaseWatch.ts";
import { tooManyOwn } from "../ownLock.ts";
import { TurnsByKey } from "./Turns.ts";

/** So many writes of one customer are worked on at the same time. */
const ownAtOnce = 4;

/** Lets the server's calls wait for the database, and those of one customer for each other, so long and no longer. */
export function queueCalls(server: FastifyInstance, watch: DatabaseWatch, waitMs: number): void {
  const turns = new TurnsByKey({ atOnce: ownAtOnce, waitMs, refusal: tooManyOwn });
  server.decorate("orAway", (work) => watch.orAway(work));
  server.decorate("requireTurn", () => watch.requireTurn());
  server.decorate("inTurn", (customerId, work) => turns.take(customerId, work));
}
