import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Installation } from "../lib/Installation.ts";
import { auditConsistency, findMissingPayments, readStock } from "./auditConsistency.ts";
import { type ExpectedState, SimulatedCustomer } from "./SimulatedCustomer.ts";

/**
 * Target of a kill: the server process, the whole tree with database and sandbox, or one PostgreSQL process.
 */
export type KillTarget = "server" | "tree" | "database";

/** Result of a series of kills. */
export interface KillReport {
  kills: number;
  /**
   * Milliseconds from the start of the new process, or from the kill inside the database, to the first
   * successful response.
   */
  restartMs: number[];
  orders: number;
  paid: number;
  lostAnswers: number;
  problems: string[];
}

const customerCount = 6;
/** A lost notification is recovered within a minute; money still missing after this is lost. */
const settleMs = 75_000;

interface Run {
  installation: Installation;
  expected: ExpectedState;
  stock: Map<string, number>;
  report: KillReport;
  /** Aborted at the end of the run, whatever ends it. */
  abort: AbortController;
  target: KillTarget;
  kills: number;
  log: (line: string) => void;
}

/**
 * Kills the target repeatedly while customers order and pay, and audits after each restart. A run that breaks
 * off is reported as a problem, so there is always a report.
 */
export async function runKills(options: Pick<Run, "kills" | "target" | "log">): Promise<KillReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "shidan-kill-"));
  const installation = await Installation.create(path.join(dataDir, "data"));
  const book: ExpectedState = { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
  const report: KillReport = { kills: 0, restartMs: [], orders: 0, paid: 0, lostAnswers: 0, problems: [] };
  const over = new AbortController();
  try {
    await installation.startSandbox();
    await installation.startServer();
    const stock = await readStock(installation.databaseUrl, "SH001");
    await killUnderLoad({ ...options, installation, expected: book, stock, report, abort: over });
    report.problems.push(...(await findLostPayments(installation, book)));
    report.problems.push(...(await auditConsistency(installation.databaseUrl, book, stock)));
  } catch (error) {
    report.problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    over.abort();
    report.problems.push(...(await installation.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }
  return { ...report, orders: book.orders.size, paid: book.paid.size, lostAnswers: book.failures };
}

async function killUnderLoad(run: Run): Promise<void> {
  const { installation, expected: book, abort: over } = run;
  const customers = Array.from(
    { length: customerCount },
    () => new SimulatedCustomer(installation, book, over.signal),
  );
  for (const [nth, customer] of customers.entries()) await customer.login(`1370000000${nth}`);
  const killing = killRepeatedly(run);
  // A rejected request of a customer ends the run with its error, and so does a server that does not come up
  // again.
  const ordering = Promise.all(customers.map((customer) => customer.run()));
  try {
    await Promise.race([ordering, killing]);
  } finally {
    over.abort();
    // Nothing may continue after a run that broke off, not even a restart.
    await Promise.allSettled([ordering, killing]);
  }
  await Promise.all([ordering, killing]);
}

async function killRepeatedly({
  installation,
  expected: book,
  stock,
  report,
  abort: over,
  ...options
}: Run): Promise<void> {
  for (let nth = 1; nth <= options.kills && !over.signal.aborted; nth++) {
    const before = book.orders.size;
    // Kills happen at irregular intervals, but never before an order was placed since the last one.
    await sleep(200 + Math.random() * 600);
    while (book.orders.size < before + 3 && !over.signal.aborted) await sleep(20);
    const ms = await killOnce(installation, options.target);
    report.kills = nth;
    report.restartMs.push(ms);
    const problems = await auditConsistency(installation.databaseUrl, book, stock);
    report.problems.push(...problems.map((problem) => `after kill ${nth}: ${problem}`));
    options.log(
      `kill ${nth}: serving again after ${Math.round(ms)} ms, ${book.orders.size} orders, ${problems.length} problems`,
    );
  }
}

async function killOnce(installation: Installation, target: KillTarget): Promise<number> {
  if (target === "database") return await installation.killInsideDatabase();
  if (target === "server") await installation.killServer();
  else {
    await installation.killTree();
    await installation.startSandbox();
  }
  return await installation.startServer();
}

async function findLostPayments(installation: Installation, expected: ExpectedState): Promise<string[]> {
  const until = Date.now() + settleMs;
  let missing = await findMissingPayments(installation.databaseUrl, expected);
  while (missing.length > 0 && Date.now() < until) {
    await sleep(500);
    missing = await findMissingPayments(installation.databaseUrl, expected);
  }
  return missing.map((transaction) => `the money of trade ${transaction} is lost`);
}
