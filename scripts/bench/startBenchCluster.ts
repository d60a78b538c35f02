import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { generateToken, sha256 } from "#server/platform/security/ids.ts";
import { freePort } from "../lib/freePort.ts";
import { inRoot } from "../lib/paths.mjs";
import { insertConsents } from "./insertConsents.ts";

/** A logged-in user. */
export interface BenchUser {
  id: string;
  token: string;
}

/** Server processes sharing one database, and their users. */
export interface BenchCluster {
  urls: string[];
  databaseUrl: string;
  customers: BenchUser[];
  agents: BenchUser[];
  admins: BenchUser[];
  /** Resident memory of all server processes together, in MB. */
  memoryMb(): number;
  close(): Promise<void>;
}

async function startServer(
  databaseUrl: string,
  folder: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [inRoot("dist", "server", "main.js")], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: "error",
      PARENT_PIPE: "1",
      REQUESTS_PER_MINUTE: "10000000",
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("a server ended before it was ready"))),
  ]);
  return { child, url: `http://127.0.0.1:${port}` };
}

const statements = {
  customer: `insert into users (id, phone, nickname, invite_code, created_at)
    select id, '158' || lpad(nth::text, 8, '0'), '顾客' || nth, 'S' || lpad(nth::text, 7, '0'), now()
    from unnest($1::text[]) with ordinality p (id, nth)`,
  agent: `insert into staff (id, phone, name, role, created_at)
    select id, '157' || lpad(nth::text, 8, '0'), '客服' || nth, 'agent', now()
    from unnest($1::text[]) with ordinality p (id, nth)`,
  admin: `insert into staff (id, phone, name, role, created_at)
    select id, '156' || lpad(nth::text, 8, '0'), '总部' || nth, 'admin', now()
    from unnest($1::text[]) with ordinality p (id, nth)`,
};

async function insertUsers(
  client: pg.Client,
  kind: keyof typeof statements,
  count: number,
): Promise<BenchUser[]> {
  const people = Array.from({ length: count }, (_, nth) => ({
    id: `${kind}-${nth}`,
    token: generateToken(),
  }));
  const ids = people.map(({ id }) => id);
  await client.query(statements[kind], [ids]);
  if (kind === "customer") await insertConsents(client, ids);
  await client.query(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
      select hash, $3, id, now(), now(), now() + interval '1 hour' from unnest($1::text[], $2::text[]) p (id, hash)`,
    [ids, people.map(({ token }) => sha256(token)), kind === "customer" ? "customer" : "staff"],
  );
  return people;
}

function residentMb({ pid }: ChildProcess): number {
  const text = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

/** Starts the given number of server processes on a new database, with logged-in users. */
export async function startBenchCluster(options: {
  servers: number;
  customers: number;
  agents?: number;
  admins?: number;
  /** Further settings of the servers. */
  env?: Record<string, string>;
}): Promise<BenchCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-shop-"));
  const database = await startEmbeddedPostgres({ dataDir: path.join(folder, "data"), log: () => {} });
  const running: ChildProcess[] = [];
  const close = async () => {
    for (const child of running) child.kill("SIGTERM");
    await Promise.all(running.map((child) => child.exitCode ?? once(child, "exit")));
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(database.url);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const customers = await insertUsers(client, "customer", options.customers);
    const agents = await insertUsers(client, "agent", options.agents ?? 0);
    const admins = await insertUsers(client, "admin", options.admins ?? 0);
    await client.end();
    const urls: string[] = [];
    for (let nth = 0; nth < options.servers; nth++) {
      const { child, url } = await startServer(database.url, folder, options.env ?? {});
      running.push(child);
      urls.push(url);
    }
    const memoryMb = () => running.reduce((sum, child) => sum + residentMb(child), 0);
    return { urls, databaseUrl: database.url, customers, agents, admins, memoryMb, close };
  } catch (error) {
    await close();
    throw error;
  }
}
