import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { type BenchCluster, startBenchCluster } from "../startBenchCluster.ts";
import { visitCells, visitDuring } from "./visits.ts";

const requestCount = 4;
const cardsEach = 50;
const calmMs = 5_000;

async function issue(cluster: BenchCluster, nth: number): Promise<number> {
  const startedAt = performance.now();
  const body = { amount: 10_000, count: cardsEach, client_key: `bench-cards-${nth}` };
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${cluster.admins[nth]?.token}`,
  };
  const response = await fetch(`${cluster.urls[0]}${cardEndpoints.adminIssue.path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`issuing cards was answered ${response.status}`);
  return performance.now() - startedAt;
}

/**
 * Measures the latency of the first document while fifty cards are issued four times concurrently, compared
 * with an idle server.
 */
export async function measureCards(): Promise<string> {
  const cluster = await startBenchCluster({ servers: 1, customers: 1, admins: requestCount });
  try {
    const base = cluster.urls[0] as string;
    await visitDuring(base, sleep(1_000));
    const calm = await visitDuring(base, sleep(calmMs));
    const issuing = Promise.all(Array.from({ length: requestCount }, (_, nth) => issue(cluster, nth)));
    const busy = await visitDuring(base, issuing);
    const longest = Math.max(...(await issuing));
    return [
      `Measured ${new Date().toISOString().slice(0, 10)}: one visitor opens \`/\` again and again; ${os.cpus().length} cores shared with it, Node ${process.version}. ${requestCount} × ${cardsEach} cards were issued in ${(longest / 1000).toFixed(1)} s.`,
      "",
      "| meanwhile | documents | p50 | p99 | worst |",
      "|---|---|---|---|---|",
      `| nothing | ${visitCells(calm).join(" | ")} |`,
      `| ${requestCount} × ${cardsEach} cards are issued | ${visitCells(busy).join(" | ")} |`,
      "",
    ].join("\n");
  } finally {
    await cluster.close();
  }
}
