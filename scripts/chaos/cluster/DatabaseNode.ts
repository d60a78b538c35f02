import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { end } from "../../lib/Installation.ts";
import { SmallDisk } from "../outages/SmallDisk.ts";
import { readEnvFile, renderDeployFile } from "./deployFiles.ts";
import { killAll, listPids, removeNamespace, run } from "./system.ts";

const diskMb = 1_024;
const minFreeMb = 256;
const requestTimeoutMs = 1_000;
/** Scripts of deploy/ that a machine has. */
const scripts = [
  "patroni/create-database",
  "patroni/leave-full-disk",
  "pgbackrest/back-up-database",
  "pgbackrest/restore-database",
];
/** Address of the bridge; the nodes' addresses are 11 and following. */
export const networkPrefix = "10.213.77.";
/** Network bridge between this machine and the nodes. */
export const bridgeName = "shidan-db";

/** Secrets of a run, by the name of their environment variable. */
export type Passwords = Record<string, string>;

/** Role and state of a node as Patroni's REST API reports them. */
export interface NodeStatus {
  state: string;
  role: string;
  timeline?: number;
  replication?: { application_name: string; state: string; sync_state: string }[];
}

/**
 * One database machine: a network namespace with a disk of its own, in which etcd, Patroni and the disk's guard run
 * by the files of deploy/. Backups go to a folder that all machines reach. Requires root on Linux.
 */
export class DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #backupFolder: string;
  readonly #binDir: string;
  readonly #passwords: Passwords;
  readonly #namespace: string;
  readonly #disk: SmallDisk;
  #patroni: ChildProcess | null = null;

  private constructor(folder: string, nth: number, binDir: string, passwords: Passwords) {
    this.name = `db${nth}`;
    this.#namespace = `shidan-db${nth}`;
    this.address = `${networkPrefix}${10 + nth}`;
    this.#folder = path.join(folder, this.name);
    this.#backupFolder = path.join(folder, "backup");
    this.#binDir = binDir;
    this.#passwords = passwords;
    mkdirSync(this.#folder);
    this.#disk = new SmallDisk(path.join(this.#folder, "disk"), diskMb);
  }

  /** Creates the nth machine (1 and up) below a folder, connected to the bridge, with nothing running. */
  static create(folder: string, nth: number, binDir: string, passwords: Passwords): DatabaseNode {
    const node = new DatabaseNode(folder, nth, binDir, passwords);
    node.#writeFiles();
    node.#connectToBridge();
    return node;
  }

  /** Starts what runs on the machine: etcd, Patroni and the guard of the disk. */
  start(): void {
    const etcdEnv = readEnvFile(path.join(this.#folder, "etcd.env"));
    this.#spawn("etcd", ["etcd"], etcdEnv);
    this.startPatroni();
    const guard = path.join(this.#folder, "leave-full-disk");
    const options = [this.address, this.#disk.folder, String(minFreeMb)];
    this.#spawn("guard", [guard, ...options], this.#passwords);
  }

  startPatroni(): void {
    this.#patroni = this.#spawn("patroni", ["patroni", this.#configFile], this.#passwords);
  }

  /** Stops Patroni and its PostgreSQL; etcd goes on. */
  async stopPatroni(): Promise<void> {
    await end(this.#patroni);
  }

  /** Removes the data of a stopped PostgreSQL. */
  removeData(): void {
    rmSync(this.#dataFolder, { recursive: true, force: true });
  }

  /** Runs a script of deploy/ on the machine and returns what it prints. Rejects with its output when it fails. */
  async runScript(script: string, ...args: string[]): Promise<string> {
    const [program = "", ...rest] = this.#asPostgres([path.join(this.#folder, script), ...args]);
    const { stdout } = await promisify(execFile)(program, rest, { cwd: "/", env: this.#env({}) });
    return stdout;
  }

  /** Kills every process of the machine with SIGKILL, as a power failure does. */
  async kill(): Promise<void> {
    await killAll(() => listPids(this.#namespace));
  }

  /** Unplugs the machine from the network: its packets vanish in both directions. */
  disconnect(): void {
    run("ip", "link", "set", this.#namespace, "down");
  }

  reconnect(): void {
    run("ip", "link", "set", this.#namespace, "up");
  }

  fillDisk(): void {
    this.#disk.fill();
  }

  freeDisk(): void {
    this.#disk.free();
  }

  /** Returns what Patroni says about the node; null when it does not answer. */
  async readStatus(): Promise<NodeStatus | null> {
    const url = `http://${this.address}:8008/patroni`;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
      return (await response.json()) as NodeStatus;
    } catch {
      // A lost machine refuses or does not answer: that is what callers ask for.
      return null;
    }
  }

  /** Kills what runs, and removes network and disk. */
  async remove(): Promise<void> {
    await removeNamespace(this.#namespace);
    this.#disk.unmount();
  }

  get #configFile(): string {
    return path.join(this.#folder, "config.yml");
  }

  get #runFolder(): string {
    return path.join(this.#folder, "run");
  }

  get #dataFolder(): string {
    return path.join(this.#disk.folder, "15", "shidan");
  }

  #writeFiles(): void {
    const runFolder = this.#runFolder;
    const etcdFolder = path.join(this.#folder, "etcd");
    const replacements = {
      "@NAME@": this.name,
      "@ADDRESS@": this.address,
      "10.0.0.": networkPrefix,
      "/etc/patroni/": `${this.#folder}/`,
      "/var/lib/postgresql/": `${this.#disk.folder}/`,
      "/var/run/postgresql": runFolder,
      "/var/lib/etcd/": `${etcdFolder}/`,
      "/usr/lib/postgresql/15/bin": this.#binDir,
      "repo1-path=/backup": `repo1-path=${this.#backupFolder}`,
      "/var/spool/pgbackrest": path.join(this.#folder, "spool"),
    };
    mkdirSync(runFolder);
    mkdirSync(etcdFolder);
    renderDeployFile("patroni/patroni.yml", this.#configFile, replacements);
    renderDeployFile("etcd/etcd.env", path.join(this.#folder, "etcd.env"), replacements);
    renderDeployFile("pgbackrest/pgbackrest.conf", path.join(this.#folder, "pgbackrest.conf"), replacements);
    for (const script of scripts) {
      const file = path.join(this.#folder, path.basename(script));
      renderDeployFile(script, file, replacements);
      chmodSync(file, 0o755);
    }
    run("chown", "-R", "postgres:postgres", this.#folder);
  }

  #connectToBridge(): void {
    const name = this.#namespace;
    run("ip", "netns", "add", name);
    run("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
    run("ip", "link", "set", name, "master", bridgeName, "up");
    run("ip", "-n", name, "address", "add", `${this.address}/24`, "dev", "eth0");
    run("ip", "-n", name, "link", "set", "eth0", "up");
    run("ip", "-n", name, "link", "set", "lo", "up");
  }

  #spawn(what: string, command: string[], env: Record<string, string>): ChildProcess {
    const log = openSync(path.join(this.#folder, `${what}.log`), "a");
    const [program = "", ...args] = this.#asPostgres(command);
    const child = spawn(program, args, { cwd: "/", env: this.#env(env), stdio: ["ignore", log, log] });
    child.once("error", (error) =>
      console.error(`${this.name}: ${what} cannot be started: ${error.message}`),
    );
    return child;
  }

  /** Returns the command that runs one on the machine as the user postgres. */
  #asPostgres(command: string[]): string[] {
    const asUser = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"];
    return ["ip", "netns", "exec", this.#namespace, ...asUser, ...command];
  }

  /** Environment of the machine's programs, with the places that are the same on every real machine. */
  #env(extra: Record<string, string>): Record<string, string> {
    return {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      HOME: this.#folder,
      LANG: "C.UTF-8",
      PGHOST: this.#runFolder,
      PGBACKREST_CONFIG: path.join(this.#folder, "pgbackrest.conf"),
      PGBACKREST_LOCK_PATH: path.join(this.#folder, "lock"),
      PGBACKREST_LOG_PATH: this.#folder,
      ...extra,
    };
  }
}
