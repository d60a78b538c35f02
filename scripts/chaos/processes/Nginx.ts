import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { customerEventsPath } from "#contract/events.ts";
import { ensureNginx } from "../../lib/nginx.mjs";
import { inRoot } from "../../lib/paths.mjs";

const startMs = 10_000;

/** Builds the nginx configuration around a site, with all files in one folder and the current user. */
function configFor(folder: string, site: string): string {
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const user = process.getuid?.() === 0 ? `user ${os.userInfo().username};` : "";
  return `${user}
worker_processes 1;
worker_rlimit_nofile 16384;
daemon off;
pid ${path.join(folder, "pid")};
error_log ${path.join(folder, "error.log")} warn;
events { worker_connections 8192; }
http {
access_log off;
add_header x-backend $upstream_addr always;
${temps.join("\n")}
${site}
}
`;
}

/** Renders deploy/nginx/shidan.conf with the ports of the run and without TLS. */
async function renderSite(port: number, backends: number[]): Promise<string> {
  const site = await readFile(inRoot("deploy", "nginx", "shidan.conf"), "utf8");
  const options = /server 127\.0\.0\.1:8081 ([^;]*);/.exec(site)?.[1];
  const servers = backends.map((item) => `server 127.0.0.1:${item} ${options};`);
  const rendered = site
    .replace(/upstream shidan \{[^}]*\}/, `upstream shidan {\n${servers.join("\n")}\n}`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/^\s*(ssl_certificate|ssl_certificate_key) .*;$/gm, "");
  if (!rendered.includes(`:${port};`) || !rendered.includes(servers[0] ?? ""))
    throw new Error("deploy/nginx/shidan.conf has not the expected lines");
  return rendered;
}

/** A real proxy in front of the processes, set up by deploy/nginx/shidan.conf. */
export class Nginx {
  readonly #child: ChildProcess;
  readonly #log: string;

  private constructor(child: ChildProcess, log: string) {
    this.#child = child;
    this.#log = log;
  }

  static async start(folder: string, port: number, backends: number[]): Promise<Nginx> {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "nginx.conf");
    await writeFile(file, configFor(folder, await renderSite(port, backends)));
    const log = path.join(folder, "error.log");
    const child = spawn(ensureNginx(), ["-p", folder, "-c", file, "-e", log], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const until = performance.now() + startMs;
    // Nothing listens behind it yet; any HTTP response means that nginx is up.
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) {
      if (child.exitCode !== null || performance.now() > until) throw new Error("nginx did not start");
      await sleep(50);
    }
    return new Nginx(child, log);
  }

  /** Counts the upstream errors in its log; streams are cut by every stop. */
  async countErrors(): Promise<string[]> {
    const kinds = new Map<string, number>();
    for (const line of (await readFile(this.#log, "utf8")).split("\n")) {
      if (line.includes(customerEventsPath)) continue;
      const kind = /: \*\d+ (.*?) while .*? request: "(\w+)/.exec(line);
      if (kind !== null) kinds.set(`${kind[2]}: ${kind[1]}`, (kinds.get(`${kind[2]}: ${kind[1]}`) ?? 0) + 1);
    }
    return [...kinds].map(([kind, times]) => `${times} × ${kind}`);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
  }
}
