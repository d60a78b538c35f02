import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { generate } from "selfsigned";
import { freePort } from "../../lib/freePort.ts";
import { inRoot } from "../../lib/paths.mjs";
import { findProgram } from "../../lib/programs.mjs";
import { renderDeployFile } from "./deployFiles.ts";
import { run } from "./system.ts";

/** By program: lets it check its files of deploy/ and throws with its message; copies go to the given folder. */
const checks: Record<string, (folder: string) => Promise<void> | void> = {
  nginx: checkNginx,
  haproxy: () => void run("haproxy", "-c", "-f", inRoot("deploy", "haproxy", "haproxy.cfg")),
  promtool: checkPrometheus,
  "systemd-analyze": checkUnits,
};

/** Lets the installed programs check their files of deploy/; returns the names of those that did. */
export async function checkDeployFiles(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-deploy-"));
  const searched = `${process.env.PATH ?? ""}:/usr/sbin`;
  const installed = Object.entries(checks).filter(([name]) => findProgram(name, searched) !== undefined);
  try {
    for (const [, check] of installed) await check(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return installed.map(([name]) => name);
}

async function checkNginx(folder: string): Promise<void> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "food.example.com" }]);
  writeFileSync(path.join(folder, "food.pem"), cert);
  writeFileSync(path.join(folder, "food.key"), key);
  // nginx opens the ports that it checks.
  const replacements = { "listen 443": `listen 127.0.0.1:${await freePort()}`, "/etc/ssl/": `${folder}/` };
  renderDeployFile("nginx/shidan.conf", path.join(folder, "shidan.conf"), replacements);
  const main = path.join(folder, "nginx.conf");
  writeFileSync(main, `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/shidan.conf; }\n`);
  run("nginx", "-t", "-p", folder, "-c", main);
}

function checkPrometheus(folder: string): void {
  const config = path.join(folder, "prometheus.yml");
  renderDeployFile("prometheus/prometheus.yml", config, { "/etc/prometheus/": `${folder}/` });
  renderDeployFile("prometheus/shidan.rules.yml", path.join(folder, "shidan.rules.yml"), {});
  run("promtool", "check", "config", config);
}

function checkUnits(folder: string): void {
  const scripts = {
    "/usr/local/sbin/leave-full-disk": inRoot("deploy", "patroni", "leave-full-disk"),
    "/usr/local/sbin/back-up-database": inRoot("deploy", "pgbackrest", "back-up-database"),
  };
  const units = ["shidan@.service", "leave-full-disk@.service", "back-up-database@.service"];
  for (const unit of [...units, "back-up-database@.timer"]) {
    const file = path.join(folder, unit);
    renderDeployFile(`systemd/${unit}`, file, scripts);
    // It names unknown settings and ends with 0.
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
      encoding: "utf8",
    });
    if (status !== 0 || stderr !== "") throw new Error(`deploy/systemd/${unit}: ${stderr}`);
  }
}
