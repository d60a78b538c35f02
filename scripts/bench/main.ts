import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import { ensureBrowser } from "../lib/browser.mjs";
import { ensureBuilt } from "../lib/build.mjs";
import type { Phone } from "../lib/Phone.ts";
import { openStage, type Stage } from "../lib/stage.ts";
import { type FloorDish, serveFloor } from "./floor.ts";
import {
  type Load,
  measureLoad,
  measureScroll,
  measureTaps,
  type Profile,
  profiles,
  slowDown,
} from "./measure.ts";
import { measureScale } from "./scale/measureScale.ts";
import { measureServer } from "./server/measureServer.ts";
import { measureStreams } from "./streams/measureStreams.ts";

/** One part alone when that is asked for: `npm run bench -- pages`, `server`, `streams` or `scale`. */
const part = process.argv[2];
const rounds = 5;
const tapsCount = 20;
const store = "SH001";
const dishName = "li h3";

interface Target {
  name: string;
  selector: string;
  open(): Promise<{ phone: Phone; url: string }>;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function menuOf(stage: Stage): Promise<FloorDish[]> {
  const reply = await fetch(
    `${stage.installation.url}/api/v1/takeaway-menu/items?restaurant_id=${store}&category_id=1`,
  );
  return ((await reply.json()) as { data: FloorDish[] }).data;
}

/** A phone whose owner is logged in and has an address; its storage opens the same app cold, again and again. */
async function customerStorage(stage: Stage) {
  const phone = await stage.phone();
  await phone.open("/login?redirect=%2Faddress-select");
  await phone.login();
  const place = {
    recipient: "王小明",
    phone: "13812345678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "1201室",
  };
  await phone.addAddress(place);
  await phone.page.getByText(place.place).first().click();
  await phone.page.locator(dishName).first().waitFor();
  const state = await phone.context.storageState();
  await phone.close();
  return state;
}

async function loadRounds(targets: Target[], profile: Profile): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // Interleaved, so that a machine that slows down slows all of them.
    for (const target of targets) {
      const { phone, url } = await target.open();
      loads.get(target.name)?.push(await measureLoad(phone.page, url, target.selector, profile));
      await phone.close();
    }
  }
  return loads;
}

function loadLines(profile: Profile, loads: Map<string, Load[]>): string[] {
  const floor = loads.get("floor") ?? [];
  const of = (list: Load[], pick: (load: Load) => number) => median(list.map(pick));
  return [...loads].map(([name, list]) => {
    const content = of(list, (l) => l.contentMs);
    const paint = of(list, (l) => l.firstPaintMs);
    const cells = [
      profile.name,
      name,
      `${Math.round(content)} ms`,
      (content / of(floor, (l) => l.contentMs)).toFixed(2),
      `${Math.round(paint)} ms`,
      (paint / of(floor, (l) => l.firstPaintMs)).toFixed(2),
      `${Math.round(of(list, (l) => l.longTaskMs))} ms`,
      Math.max(...list.map((l) => l.layoutShift)).toFixed(3),
      `${of(list, (l) => l.heapMb).toFixed(1)} MB`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

/** Taps and scrolling on a menu of 300 dishes, on a processor four times slower. */
async function smoothness(
  stage: Stage,
  storage: Awaited<ReturnType<typeof customerStorage>>,
): Promise<string[]> {
  const phone = await stage.phone({ storage });
  const dishes = await menuOf(stage);
  const many = Array.from({ length: 300 }, (_, nth) => {
    const dish = dishes[nth % dishes.length] as FloorDish;
    return {
      ...dish,
      id: `9${nth}`,
      spu_id: null,
      stock: null,
      category: `第${Math.floor(nth / 30) + 1}类`,
      cat_rank: Math.floor(nth / 30),
    };
  });
  await phone.page.route("**/api/v1/takeaway-menu/items**", (route) =>
    route.fulfill({ json: { code: 200, msg: "ok", data: many } }),
  );
  await phone.open("/takeaway-menu");
  await phone.page.locator(dishName).first().waitFor();
  await phone.page.waitForLoadState("networkidle");
  await slowDown(phone.page, { name: "4x", bytesPerSecond: -1, latencyMs: 0, cpu: 4 });
  const taps = await measureTaps(phone.page, /^增加/, tapsCount);
  const scroll = await measureScroll(phone.page);
  await phone.close();
  return [
    `- Tap on plus to next paint, 4x slower processor, ${tapsCount} taps: median ${Math.round(median(taps))} ms, worst ${Math.round(Math.max(...taps))} ms.`,
    `- Scrolling 300 dishes for 3 s, 4x: ${scroll.fps.toFixed(1)} frames a second, ${(scroll.late * 100).toFixed(1)} % late.`,
  ];
}

async function run(stage: Stage): Promise<string> {
  const floor = await serveFloor(await menuOf(stage), stage.installation.url);
  const storage = await customerStorage(stage);
  const app = stage.installation.url;
  const targets: Target[] = [
    {
      name: "floor",
      selector: ".dish h2",
      open: async () => ({ phone: await stage.phone(), url: floor.url }),
    },
    {
      name: "/",
      selector: "li img, ul img",
      open: async () => ({ phone: await stage.phone(), url: `${app}/` }),
    },
    {
      name: "/takeaway-menu",
      selector: dishName,
      open: async () => ({ phone: await stage.phone({ storage }), url: `${app}/takeaway-menu` }),
    },
  ];
  const lines: string[] = [];
  for (const profile of profiles) lines.push(...loadLines(profile, await loadRounds(targets, profile)));
  await floor.close();
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}, ${rounds} interleaved rounds, medians (layout shift: worst); ${os.cpus().length} cores, Node ${process.version}.`,
    "",
    "| network | page | content | ÷ floor | first paint | ÷ floor | long tasks | layout shift | heap |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
    ...(await smoothness(stage, storage)),
    "",
  ].join("\n");
}

async function measurePages(): Promise<string> {
  ensureBuilt();
  process.env.CHROMIUM_PATH = ensureBrowser();
  const stage = await openStage();
  try {
    return await run(stage);
  } finally {
    await stage.close();
  }
}

const parts: Record<string, () => Promise<string>> = {
  pages: measurePages,
  server: async () => {
    ensureBuilt();
    return await measureServer();
  },
  streams: async () => {
    ensureBuilt();
    return await measureStreams((line) => console.log(line));
  },
  scale: () => measureScale((line) => console.log(line)),
};
if (part !== undefined && !(part in parts))
  throw new Error(`usage: npm run bench -- [${Object.keys(parts).join(" | ")}]`);

const tables: string[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (part !== undefined && part !== name) continue;
  tables.push(await measure());
  console.log(tables.at(-1));
}
await mkdir(".data", { recursive: true });
await writeFile(".data/bench.md", tables.join("\n"));
