import { mkdir, writeFile } from "node:fs/promises";
import { ensureBuilt } from "../lib/build.mjs";
import { measurePages } from "./pages/measurePages.ts";
import { measureScale } from "./scale/measureScale.ts";
import { measureServer } from "./server/measureServer.ts";
import { measureStreams } from "./streams/measureStreams.ts";

/** One part alone when that is asked for: `npm run bench -- pages`, `server`, `streams` or `scale`. */
const part = process.argv[2];

const parts: Record<string, { title: string; measure: () => Promise<string> }> = {
  pages: { title: "Pages", measure: measurePages },
  server: { title: "Answers of the server", measure: measureServer },
  scale: { title: "Growth with data", measure: () => measureScale((line) => console.log(line)) },
  streams: { title: "Streams", measure: () => measureStreams((line) => console.log(line)) },
};
if (part !== undefined && !(part in parts))
  throw new Error(`usage: npm run bench -- [${Object.keys(parts).join(" | ")}]`);

ensureBuilt();
const tables: string[] = [];
for (const [name, { title, measure }] of Object.entries(parts)) {
  if (part !== undefined && part !== name) continue;
  tables.push(`## ${title}\n\n${await measure()}`);
  console.log(tables.at(-1));
}
await mkdir(".data", { recursive: true });
await writeFile(".data/bench.md", tables.join("\n"));
