import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { customerEventsPath, staffEventsPath } from "#contract/events.ts";
import { root } from "./sources.ts";

const folder = path.join(root, "deploy");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
const readText = (file: string) => readFileSync(path.join(folder, file), "utf8");
const withEnding = (...endings: string[]) =>
  files.filter((file) => endings.some((ending) => file.endsWith(ending)));
/** The addresses and ports of the database machines in a file, in their order. */
const listMachines = (text: string, port: number) => [
  ...new Set(text.match(new RegExp(`10\\.0\\.0\\.\\d+(?=:${port})`, "g"))),
];

interface PatroniFile {
  bootstrap: {
    dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean };
  };
  etcd: { hosts: string[] };
  postgresql: { data_dir: string; parameters: Record<string, string> };
}

test.each(withEnding(".yml"))("%s is YAML without errors, warnings and doubled keys", (file) => {
  const { errors, warnings } = parseDocument(readText(file), { strict: true });
  expect([...errors, ...warnings]).toEqual([]);
});

test.each(withEnding(".json"))("%s is JSON", (file) => {
  expect(JSON.parse(readText(file))).toBeTypeOf("object");
});

test.each(withEnding(".service", ".timer", ".conf").filter((file) => file.startsWith("systemd")))(
  "%s has sections, settings and comments only",
  (file) => {
    const lines = readText(file).split("\n").filter(Boolean);
    expect(lines.filter((line) => !/^(#|\[(Unit|Service|Timer|Install)\]$|[A-Z]\w+=)/.test(line))).toEqual(
      [],
    );
    expect(lines.filter((line) => line.startsWith("[")).length).toBeGreaterThan(1);
  },
);

test.each(withEnding(".env", ".env.example"))("%s has variables and comments only", (file) => {
  const lines = readText(file).split("\n").filter(Boolean);
  expect(lines.filter((line) => !/^(#|[A-Z]\w*=\S*$)/.test(line))).toEqual([]);
});

test("nginx passes the event streams on without buffering, in blocks that are closed", () => {
  const text = readText("nginx/shidan.conf").replace(/#.*$/gm, "");
  expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
  const [, pattern, block] = /location ~ (\^\/api\S+) \{([^}]*)\}/.exec(text) ?? [];
  for (const events of [customerEventsPath, staffEventsPath])
    expect(events).toMatch(new RegExp(pattern ?? "^$"));
  expect(block).toContain("proxy_buffering off;");
});

test("Patroni gives up the primary before another one may take it, and no commit has one copy only", () => {
  const { bootstrap, etcd } = parse(readText("patroni/patroni.yml")) as PatroniFile;
  const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = bootstrap.dcs;
  expect(loopWait + 2 * retryTimeout).toBeLessThanOrEqual(ttl);
  expect(bootstrap.dcs.synchronous_mode).toBe(true);
  // Patroni's keys in etcd: only the interface of version 2 replaces them by compare-and-set.
  expect(readText("etcd/etcd.env")).toContain("ETCD_ENABLE_V2=true");
  expect(etcd.hosts).toHaveLength(3);
});

test("pgBackRest backs up the database that Patroni archives with it", () => {
  const { postgresql } = parse(readText("patroni/patroni.yml")) as PatroniFile;
  const text = readText("pgbackrest/pgbackrest.conf");
  expect(postgresql.parameters.archive_mode).toBe("on");
  expect(postgresql.parameters.archive_command).toContain("--stanza=shidan archive-push");
  expect(text).toContain(`[shidan]\npg1-path=${postgresql.data_dir}\n`);
  expect(text).toContain(`pg1-socket-path=${postgresql.parameters.unix_socket_directories}\n`);
  expect(readText("pgbackrest/restore-database")).toContain(`data=${postgresql.data_dir}\n`);
});

test("etcd, Patroni, HAProxy and Prometheus name the same database machines", () => {
  const machines = listMachines(readText("patroni/patroni.yml"), 2379);
  expect(machines).toHaveLength(3);
  expect(listMachines(readText("etcd/etcd.env"), 2380)).toEqual(machines);
  expect(listMachines(readText("haproxy/haproxy.cfg"), 5432)).toEqual(machines);
  expect(listMachines(readText("prometheus/prometheus.yml"), 8008)).toEqual(machines);
});

test("alarms and the dashboard name figures that the server has", () => {
  const source = readFileSync(path.join(root, "src/server/platform/metrics/Metrics.ts"), "utf8");
  const gauges = [...source.matchAll(/#add(?:Database)?Gauge\(\s*"(\w+)"/g)].map(
    ([, name]) => `shidan_${name}`,
  );
  const others = [...source.matchAll(/name: "(shidan_\w+)"/g)].map(([, name]) => name ?? "");
  const known = new Set([...gauges, ...others]);
  for (const file of ["prometheus/shidan.rules.yml", "grafana/shidan.json"]) {
    const used = readText(file).match(/shidan_\w+/g) ?? [];
    const unknown = used.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, "")));
    expect([file, used.length > 5, unknown]).toEqual([file, true, []]);
  }
});

test("the image gets no settings, data or built files, in whichever folder they lie", () => {
  const lines = readText("docker/Dockerfile.dockerignore").split("\n").filter(Boolean);
  // A name without **/ would be ignored in the uppermost folder alone, and settings of compose lie beside compose.yml.
  expect(lines).toEqual(
    expect.arrayContaining([".git", "**/.env", "**/.env.*", "**/.data", "**/node_modules", "**/dist"]),
  );
  expect(lines.filter((line) => line.startsWith("!"))).toEqual(["!**/.env.example"]);
});

test("the image has what a server needs, and what compose mounts is where the image writes", () => {
  const dockerfile = readText("docker/Dockerfile");
  expect(dockerfile).toContain(`FROM node:${readFileSync(path.join(root, ".nvmrc"), "utf8").trim()}-`);
  const { services } = parse(readText("docker/compose.yml")) as {
    services: { server: { volumes: string[]; build: { dockerfile: string } } };
  };
  const [mounted = ""] = services.server.volumes.map((volume) => volume.split(":")[1]);
  expect(dockerfile).toContain(`VOLUME ${mounted}\n`);
  expect(files).toContain(path.relative("deploy", services.server.build.dockerfile));
});
