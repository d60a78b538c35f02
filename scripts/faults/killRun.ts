import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Installation } from "../lib/Installation.ts";
import { auditBooks, missingMoney, readStock } from "./auditBooks.ts";
import { type Book, Shopper } from "./shoppers.ts";

/** What is killed: the server process, everything with its database and the sandbox, or one process of PostgreSQL. */
export type Victim = "server" | "tree" | "database";

/** What a run of kills saw. */
export interface KillReport {
  kills: number;
  /** Milliseconds from the start of the new process, or from the kill inside the database, to the first good answer. */
  restartMs: number[];
  orders: number;
  paid: number;
  lostAnswers: number;
  problems: string[];
}

const shoppers = 6;
/** A lost notification is made good within a minute; money still missing after this is lost. */
const settleMs = 75_000;

interface Run {
  installation: Installation;
  book: Book;
  stock: Map<string, number>;
  report: KillReport;
  /** Ends with the run, however that comes about. */
  over: AbortController;
  victim: Victim;
  kills: number;
  log: (line: string) => void;
}

/**
 * Kills the victim again and again while customers order and pay, and audits after each restart. A run
 * that breaks off is a problem of its report, which therefore always comes.
 */
export async function runKills(options: Pick<Run, "kills" | "victim" | "log">): Promise<KillReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "shidan-kill-"));
  const installation = await Installation.create(path.join(dataDir, "data"));
  const book: Book = { orders: new Map(), paid: new Set(), calls: 0, failures: 0 };
  const report: KillReport = { kills: 0, restartMs: [], orders: 0, paid: 0, lostAnswers: 0, problems: [] };
  const over = new AbortController();
  try {
    await installation.startSandbox();
    await installation.startServer();
    const stock = await readStock(installation.databaseUrl, "SH001");
    await killWhileShopping({ ...options, installation, book, stock, report, over });
    report.problems.push(...(await settle(installation, book)));
    report.problems.push(...(await auditBooks(installation.databaseUrl, book, stock)));
  } catch (error) {
    report.problems.push(`the run broke off: ${error instanceof Error ? error.stack : error}`);
  } finally {
    over.abort();
    report.problems.push(...(await installation.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }
  return { ...report, orders: book.orders.size, paid: book.paid.size, lostAnswers: book.failures };
}

async function killWhileShopping(run: Run): Promise<void> {
  const { installation, book, over } = run;
  const crowd = Array.from({ length: shoppers }, () => new Shopper(installation, book, over.signal));
  for (const [nth, shopper] of crowd.entries()) await shopper.login(`1370000000${nth}`);
  const killing = killAgainAndAgain(run);
  // A shopper who is refused ends the run with its words, and so does a server that does not come up again.
  const shopping = Promise.all(crowd.map((shopper) => shopper.shop()));
  try {
    await Promise.race([shopping, killing]);
  } finally {
    over.abort();
    // Nothing may go on behind a run that broke off: not a restart either.
    await Promise.allSettled([shopping, killing]);
  }
  await Promise.all([shopping, killing]);
}

async function killAgainAndAgain({
  installation,
  book,
  stock,
  report,
  over,
  ...options
}: Run): Promise<void> {
  for (let nth = 1; nth <= options.kills && !over.signal.aborted; nth++) {
    const before = book.orders.size;
    // Kills come at uneven moments, but never before somebody has ordered since the last one.
    await sleep(200 + Math.random() * 600);
    while (book.orders.size < before + 3 && !over.signal.aborted) await sleep(20);
    const ms = await killOnce(installation, options.victim);
    report.kills = nth;
    report.restartMs.push(ms);
    const problems = await auditBooks(installation.databaseUrl, book, stock);
    report.problems.push(...problems.map((problem) => `after kill ${nth}: ${problem}`));
    options.log(
      `kill ${nth}: serving again after ${Math.round(ms)} ms, ${book.orders.size} orders, ${problems.length} problems`,
    );
  }
}

async function killOnce(installation: Installation, victim: Victim): Promise<number> {
  if (victim === "database") return await installation.killInsideDatabase();
  if (victim === "server") await installation.killServer();
  else {
    await installation.killTree();
    await installation.startSandbox();
  }
  return await installation.startServer();
}

async function settle(installation: Installation, book: Book): Promise<string[]> {
  const until = Date.now() + settleMs;
  let missing = await missingMoney(installation.databaseUrl, book);
  while (missing.length > 0 && Date.now() < until) {
    await sleep(500);
    missing = await missingMoney(installation.databaseUrl, book);
  }
  return missing.map((trade) => `the money of trade ${trade} is lost`);
}
