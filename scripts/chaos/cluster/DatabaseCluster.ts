import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../lib/freePort.ts";
import { end } from "../../lib/Installation.ts";
import { ensureSystemPostgres } from "../../lib/systemPostgres.mjs";
import { bridgeName, DatabaseNode, networkPrefix, type Passwords } from "./DatabaseNode.ts";
import { renderDeployFile } from "./deployFiles.ts";
import { removeInterface, removeNamespace, run } from "./system.ts";

const size = 3;
const pollMs = 200;
/** A node that was away is rewound or copied anew. */
const healthyMs = 120_000;

/** Three database machines under Patroni, and the HAProxy of a server machine that leads to their primary. */
export class DatabaseCluster {
  readonly nodes: DatabaseNode[] = [];
  readonly folder: string;
  readonly #password: string;
  readonly #port: number;
  readonly #replicaPort: number;
  #proxy: ChildProcess | null = null;

  private constructor(folder: string, ports: { primary: number; replica: number }, password: string) {
    this.folder = folder;
    this.#port = ports.primary;
    this.#replicaPort = ports.replica;
    this.#password = password;
  }

  /** Creates the cluster and waits until it is healthy. Requires root on Linux; a machine has one at a time. */
  static async open(): Promise<DatabaseCluster> {
    await removeLeftovers();
    const folder = await mkdtemp(path.join(tmpdir(), "shidan-cluster-"));
    await chmod(folder, 0o755);
    await mkdir(path.join(folder, "backup"));
    run("chown", "postgres:postgres", path.join(folder, "backup"));
    const passwords = createPasswords();
    const ports = { primary: await freePort(), replica: await freePort() };
    const cluster = new DatabaseCluster(folder, ports, passwords.SHIDAN_DATABASE_PASSWORD ?? "");
    try {
      run("ip", "link", "add", bridgeName, "type", "bridge");
      run("ip", "address", "add", `${networkPrefix}1/24`, "dev", bridgeName);
      run("ip", "link", "set", bridgeName, "up");
      const binDir = ensureSystemPostgres();
      for (let nth = 1; nth <= size; nth++)
        cluster.nodes.push(DatabaseNode.create(folder, nth, binDir, passwords));
      await cluster.#startProxy();
      for (const node of cluster.nodes) node.start();
      await cluster.waitUntilHealthy();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** Connection string through HAProxy, as a server process uses it. */
  get databaseUrl(): string {
    return `postgres://shidan:${this.#password}@127.0.0.1:${this.#port}/shidan`;
  }

  /** Connection string of the replicas through HAProxy. */
  get replicaUrl(): string {
    return `postgres://shidan:${this.#password}@127.0.0.1:${this.#replicaPort}/shidan`;
  }

  /** Returns the node that is the primary, other than the excluded one; undefined while there is none. */
  async findPrimary(excluded?: DatabaseNode): Promise<DatabaseNode | undefined> {
    const nodes = this.nodes.filter((node) => node !== excluded);
    const statuses = await Promise.all(nodes.map((node) => node.readStatus()));
    return nodes.find((_node, nth) => {
      const status = statuses[nth];
      return status?.state === "running" && (status.role === "master" || status.role === "primary");
    });
  }

  /**
   * Waits until one node is the primary and both others copy from it, one of them synchronously; returns the
   * seconds that took.
   */
  async waitUntilHealthy(): Promise<number> {
    const startedAt = performance.now();
    while (!(await this.#isHealthy())) {
      if (performance.now() - startedAt > healthyMs) throw new Error("the database cluster is not healthy");
      await sleep(pollMs);
    }
    return (performance.now() - startedAt) / 1000;
  }

  /** Ends all processes and removes machines and network, and the logs too unless they are to be kept. */
  async close({ keepsLogs = false } = {}): Promise<void> {
    await end(this.#proxy);
    for (const node of this.nodes) await node.remove();
    await removeLeftovers();
    if (!keepsLogs) await rm(this.folder, { recursive: true, force: true });
  }

  async #isHealthy(): Promise<boolean> {
    const status = await (await this.findPrimary())?.readStatus();
    const copies = (status?.replication ?? []).filter(({ state }) => state === "streaming");
    const names = this.nodes.map(({ name }) => name);
    const isMember = ({ application_name: name }: { application_name: string }) => names.includes(name);
    return (
      copies.filter(isMember).length === size - 1 && copies.some(({ sync_state: sync }) => sync === "sync")
    );
  }

  async #startProxy(): Promise<void> {
    const file = path.join(this.folder, "haproxy.cfg");
    renderDeployFile("haproxy/haproxy.cfg", file, {
      "10.0.0.": networkPrefix,
      "127.0.0.1:5433": `127.0.0.1:${this.#port}`,
      "127.0.0.1:5434": `127.0.0.1:${this.#replicaPort}`,
      "127.0.0.1:8405": `127.0.0.1:${await freePort()}`,
    });
    this.#proxy = spawn("setpriv", ["--pdeathsig=TERM", "haproxy", "-db", "-f", file], {
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ["ignore", "inherit", "ignore"],
    });
  }
}

/** Removes what a run left behind that was killed. */
async function removeLeftovers(): Promise<void> {
  for (const namespace of run("ip", "netns", "list").match(/^shidan-db\d/gm) ?? [])
    await removeNamespace(namespace);
  for (let nth = 1; nth <= size; nth++) removeInterface(`shidan-db${nth}`);
  const mounts = run("cat", "/proc/mounts").match(/(?<=^tmpfs )\S+\/shidan-cluster-\S+/gm) ?? [];
  for (const folder of mounts) run("umount", "--lazy", folder);
  removeInterface(bridgeName);
}

function createPasswords(): Passwords {
  const names = [
    "PATRONI_SUPERUSER_PASSWORD",
    "PATRONI_REPLICATION_PASSWORD",
    "PATRONI_RESTAPI_PASSWORD",
    "SHIDAN_DATABASE_PASSWORD",
  ];
  const secrets = names.map((name) => [name, randomBytes(16).toString("hex")]);
  return { ...Object.fromEntries(secrets), PATRONI_RESTAPI_USERNAME: "patroni" };
}
