import { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { median } from "../../lib/statistics.ts";
import { type BenchUser, startBenchCluster } from "../startBenchCluster.ts";
import { photo } from "./photo.ts";
import { visitCells, visitDuring } from "./visits.ts";

const sockets = 20;
const uploads = 10;
/** Delay that lets the attack ramp up before the first image of another customer is sent. */
const beginMs = 1_000;

interface UploadResult {
  status: number;
  ms: number;
}

async function send(base: string, { token }: BenchUser, bytes: Buffer): Promise<UploadResult> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "photo.jpg");
  const startedAt = performance.now();
  const response = await fetch(`${base}${chatEndpoints.uploadImage.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAt };
}

/**
 * Starts the attack in another process; returns a function that stops it and returns its response counts by
 * status.
 */
async function attack(base: string, { token }: BenchUser): Promise<() => Promise<Record<string, number>>> {
  const child = fork(fileURLToPath(new URL("./attacker.ts", import.meta.url)), [
    base,
    token,
    String(sockets),
  ]);
  await once(child, "message");
  return async () => {
    child.send("stop");
    const [statuses] = (await once(child, "message")) as [Record<string, number>];
    return statuses;
  };
}

/** Uploads images sequentially, each as a different customer. */
async function sendAll(
  base: string,
  customers: readonly BenchUser[],
  bytes: Buffer,
): Promise<UploadResult[]> {
  const sent: UploadResult[] = [];
  for (const customer of customers) sent.push(await send(base, customer, bytes));
  return sent;
}

function uploadCells(sent: readonly UploadResult[]): string[] {
  const times = sent.map(({ ms }) => ms);
  const good = sent.filter(({ status }) => status === 200).length;
  return [
    `${good} of ${sent.length}`,
    `${median(times).toFixed(0)} ms`,
    `${Math.max(...times).toFixed(0)} ms`,
  ];
}

/**
 * Measures upload latency of other customers and latency of the first document while one customer uploads the
 * largest images over twenty sockets, compared with an idle server.
 */
export async function measurePictures(): Promise<string> {
  const cluster = await startBenchCluster({ servers: 1, customers: 1 + 3 * uploads });
  try {
    const base = cluster.urls[0] as string;
    const [attacker, ...others] = cluster.customers as [BenchUser, ...BenchUser[]];
    const [first, baseline, underAttack] = [0, 1, 2].map((nth) =>
      others.slice(nth * uploads, (nth + 1) * uploads),
    );
    const picture = await photo(1_600, 1_200, 16);
    await sendAll(base, first ?? [], picture);
    const calmWork = sendAll(base, baseline ?? [], picture);
    const calmVisits = await visitDuring(base, calmWork);
    const stop = await attack(base, attacker);
    await sleep(beginMs);
    const work = sendAll(base, underAttack ?? [], picture);
    const visits = await visitDuring(base, work);
    const statuses = await stop();
    const statusSummary = Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ");
    return [
      `Measured ${new Date().toISOString().slice(0, 10)}: ${uploads} customers send a picture of 1,600 × 1,200 one after the other; the attacker's are 4,096 × 4,096 (answers: ${statusSummary}). ${os.cpus().length} cores shared with all of them, Node ${process.version}.`,
      "",
      "| meanwhile | pictures kept | median | worst | documents | p50 | p99 | worst |",
      "|---|---|---|---|---|---|---|---|",
      `| nothing | ${[...uploadCells(await calmWork), ...visitCells(calmVisits)].join(" | ")} |`,
      `| one attacker, ${sockets} sockets | ${[...uploadCells(await work), ...visitCells(visits)].join(" | ")} |`,
      "",
    ].join("\n");
  } finally {
    await cluster.close();
  }
}
