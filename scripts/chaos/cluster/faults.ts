import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseCluster } from "./DatabaseCluster.ts";
import type { DatabaseNode } from "./DatabaseNode.ts";

const pollMs = 100;
/** Longer than any failover may take. */
const takeoverMs = 60_000;

/** A way in which the primary is lost, and how its machine comes back. */
export interface Fault {
  name: string;
  begin(primary: DatabaseNode): Promise<void> | void;
  end(node: DatabaseNode): void;
}

/** The faults that take turns. */
export const faults: readonly Fault[] = [
  { name: "kill -9", begin: (node) => node.kill(), end: (node) => node.start() },
  { name: "network cut", begin: (node) => node.disconnect(), end: (node) => node.reconnect() },
  { name: "disk full", begin: (node) => node.fillDisk(), end: (node) => node.freeDisk() },
];

/** Waits until another node than the lost one is the primary; returns it. Throws after a minute. */
export async function waitForTakeover(cluster: DatabaseCluster, lost: DatabaseNode): Promise<DatabaseNode> {
  const deadline = performance.now() + takeoverMs;
  while (performance.now() < deadline) {
    const primary = await cluster.findPrimary(lost);
    if (primary !== undefined) return primary;
    await sleep(pollMs);
  }
  throw new Error(`no other node took over from ${lost.name}`);
}
