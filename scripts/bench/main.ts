import { mkdir, writeFile } from "node:fs/promises";
import { ensureBuilt } from "../lib/build.mjs";
import { measureAttack } from "./attack/measureAttack.ts";
import { measureCards } from "./attack/measureCards.ts";
import { measurePictures } from "./attack/measurePictures.ts";
import { measureOverload } from "./overload/measureOverload.ts";
import { measurePages } from "./pages/measurePages.ts";
import { measurePartitions } from "./scale/measurePartitions.ts";
import { measureScale } from "./scale/measureScale.ts";
import { measureServer } from "./server/measureServer.ts";
import { measureStart } from "./start/measureStart.ts";
import { measureStreamLimit } from "./streams/measureStreamLimit.ts";
import { measureStreams } from "./streams/measureStreams.ts";

/** Optional name of a single benchmark: `npm run bench -- pages`, `server` and so on, as below. */
const part = process.argv[2];

const parts: Record<string, { title: string; measure: () => Promise<string> }> = {
  pages: { title: "Pages", measure: measurePages },
  server: { title: "Answers of the server", measure: measureServer },
  overload: { title: "Three times what can be done", measure: measureOverload },
  start: { title: "Back after kill -9 (median and worst of ten)", measure: measureStart },
  scale: { title: "Growth with data", measure: () => measureScale((line) => console.log(line)) },
  partitions: {
    title: "Dividing the tables of orders",
    measure: () => measurePartitions((line) => console.log(line)),
  },
  attack: { title: "Under attack", measure: measureAttack },
  streams: {
    title: "Streams",
    measure: async () =>
      [await measureStreams(console.log), await measureStreamLimit(console.log)].join("\n"),
  },
  pictures: { title: "Pictures under attack", measure: measurePictures },
  cards: { title: "Documents while cards are issued", measure: measureCards },
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
