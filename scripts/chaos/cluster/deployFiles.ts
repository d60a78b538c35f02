import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../../lib/paths.mjs";

/** Writes a file of deploy/ with other paths, addresses and ports, as an operator does with an editor. */
export function renderDeployFile(file: string, target: string, replacements: Record<string, string>): void {
  let text = readFileSync(inRoot("deploy", file), "utf8");
  for (const [from, to] of Object.entries(replacements)) text = text.replaceAll(from, to);
  writeFileSync(target, text);
}

/** Reads the variables of an environment file as systemd does: one NAME=value a line, comments begin with #. */
export function readEnvFile(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n");
  const pairs = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2));
  return Object.fromEntries(pairs);
}
