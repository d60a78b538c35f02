import os from "node:os";
import type { BrowserContext } from "playwright-core";
import { ensureBrowser } from "../../lib/browser.mjs";
import type { Phone } from "../../lib/Phone.ts";
import { median } from "../../lib/statistics.ts";
import { startTestEnvironment, type TestEnvironment } from "../../lib/TestEnvironment.ts";
import { growMenu } from "./bigMenu.ts";
import { loadVerdicts, pageBudgets, type Smoothness, smoothVerdicts, type Visits } from "./budgets.ts";
import { type FloorDish, serveFloor } from "./floor.ts";
import {
  type Load,
  measureLoad,
  type Profile,
  profiles,
  type ResourceRequest,
  slowDown,
  waitUntilQuiet,
} from "./measureLoad.ts";
import { measureScroll, measureTaps } from "./smoothness.ts";

const rounds = 5;
const tapsCount = 20;
/** Numbers of dishes of the restaurants whose menus are scrolled. */
const amounts = [300, 5_000];
const store = "SH001";
const menuPath = `/menu?restaurant_id=${store}`;
const dishName = "li h3";
/** CPU slowed down four times, network not throttled. */
const slowProcessor: Profile = { name: "4x", bytesPerSecond: -1, latencyMs: 0, cpu: 4 };

type Storage = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Target extends ResourceRequest {
  name: string;
  /** Stored browser state of the phone; empty when absent. */
  storage?: Storage;
}

async function fetchMenu(app: string, call: string): Promise<(FloorDish & { sales: number })[]> {
  const reply = await fetch(`${app}/api/v1/${call}?restaurant_id=${store}&category_id=1`);
  return ((await reply.json()) as { data: (FloorDish & { sales: number })[] }).data;
}

async function openPhone(environment: TestEnvironment, storage?: Storage): Promise<Phone> {
  const phone = await environment.phone(storage === undefined ? {} : { storage });
  // tsx wraps named functions in its `__name` helper, which is missing in the page that they are sent to.
  await phone.context.addInitScript("globalThis.__name = (named) => named");
  return phone;
}

/**
 * Creates the browser state of a phone that is logged in and has an address, reused for repeated cold starts.
 * Excludes the cached menu, which belongs to the repeat visit.
 */
async function customerStorage(environment: TestEnvironment): Promise<Storage> {
  const phone = await environment.phone();
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
  // The page is left, which tells the server the address of the documents that follow.
  await phone.open("/");
  const state = await phone.context.storageState();
  await phone.close();
  for (const origin of state.origins)
    origin.localStorage = origin.localStorage.filter(({ name }) => !name.startsWith("kept_"));
  return state;
}

function listTargets(app: string, floor: string, storage: Storage): Target[] {
  return [
    { name: "floor of /", url: `${floor}/home`, content: ".dish h2", control: null },
    { name: "/", url: `${app}/`, content: "main li img", control: "main nav a" },
    { name: "floor of menus", url: `${floor}/menu`, content: ".dish h2", control: null },
    { name: "/menu", url: app + menuPath, content: dishName, control: dishName },
    { name: "/takeaway-menu", url: `${app}/takeaway-menu`, content: dishName, control: dishName, storage },
  ];
}

/** Loads every page in turn, twice on one phone: cold, then with its caches. */
async function loadRounds(
  environment: TestEnvironment,
  targets: readonly Target[],
  profile: Profile,
): Promise<Map<string, Visits>> {
  const visits = new Map<string, Visits>(targets.map(({ name }) => [name, { cold: [], warm: [] }]));
  for (let round = 0; round < rounds; round++) {
    // Interleaved, so that a machine that slows down affects all targets equally.
    for (const target of targets) {
      const phone = await openPhone(environment, target.storage);
      const { cold, warm } = visits.get(target.name) as Visits;
      cold.push(await measureLoad(phone.context, target, profile));
      warm.push(await measureLoad(phone.context, target, profile));
      await phone.close();
    }
  }
  return visits;
}

function loadLines(network: string, visits: ReadonlyMap<string, Visits>): string[] {
  return Array.from(visits, ([name, { cold, warm }]) => {
    const floor = visits.get(pageBudgets.get(name)?.floor ?? name);
    const timed = (list: readonly Load[], of: readonly Load[] = [], pick: (load: Load) => number) => {
      const ms = median(list.map(pick));
      return [`${Math.round(ms)} ms`, (ms / median(of.map(pick))).toFixed(2)];
    };
    const all = [...cold, ...warm];
    const cells = [
      network,
      name.startsWith("/") ? `\`${name}\`` : name,
      ...timed(cold, floor?.cold, (l) => l.contentMs),
      ...timed(warm, floor?.warm, (l) => l.contentMs),
      ...timed(cold, floor?.cold, (l) => l.firstPaintMs),
      `${Math.round(median(cold.map((l) => l.usableMs)))} ms`,
      `${Math.round(median(cold.map((l) => l.longTaskMs)))} ms`,
      Math.max(...all.map((l) => l.layoutShift)).toFixed(3),
      `${median(cold.map((l) => l.heapMb)).toFixed(1)} MB`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

/** Measures taps and scrolling on the menus with the CPU slowed down four times. */
async function smoothness(
  environment: TestEnvironment,
  storage: Storage,
): Promise<Map<string, Smoothness[]>> {
  const pages: [string, string][] = [
    ["/menu", menuPath],
    ["/takeaway-menu", "/takeaway-menu"],
  ];
  const figures = new Map<string, Smoothness[]>(pages.map(([name]) => [name, []]));
  for (const dishes of amounts) {
    await growMenu(environment, store, dishes);
    for (const [name, path] of pages) {
      const phone = await openPhone(environment, storage);
      await phone.open(path);
      await phone.page.getByText(/^新菜/).first().waitFor({ state: "attached" });
      await waitUntilQuiet(phone.page);
      await slowDown(phone.page, slowProcessor);
      const taps = await measureTaps(phone.page, tapsCount);
      figures.get(name)?.push({ dishes, taps, ...(await measureScroll(phone.page)) });
      await phone.close();
    }
  }
  return figures;
}

async function run(environment: TestEnvironment): Promise<string> {
  const app = environment.installation.url;
  const takeaway = await fetchMenu(app, "takeaway-menu/items");
  const popular = [...takeaway].sort((a, b) => b.sales - a.sales).slice(0, 8);
  const floor = await serveFloor(
    [
      { path: "/home", look: "tiles", dishes: popular },
      { path: "/menu", look: "rows", dishes: await fetchMenu(app, "menu/items") },
    ],
    app,
  );
  const targets = listTargets(app, floor.url, await customerStorage(environment));
  const storage = targets.find((target) => target.storage !== undefined)?.storage as Storage;
  const figures: string[] = [];
  const verdicts: string[] = [];
  for (const profile of profiles) {
    const visits = await loadRounds(environment, targets, profile);
    figures.push(...loadLines(profile.name, visits));
    verdicts.push(...loadVerdicts(profile.name, visits));
  }
  await floor.close();
  verdicts.push(...smoothVerdicts(await smoothness(environment, storage)));
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}, ${rounds} interleaved rounds, medians (layout shift: worst); ${os.cpus().length} cores, Node ${process.version}. Usable: taps on the page are answered.`,
    "",
    "| network | page | content | ÷ floor | warm | ÷ floor | first paint | ÷ floor | usable | long tasks | layout shift | heap |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ...figures,
    "",
    `| budget | ${[...pageBudgets.keys()].map((page) => `\`${page}\``).join(" | ")} |`,
    "|---|---|---|---|",
    ...verdicts,
    "",
  ].join("\n");
}

/**
 * Measures loads, taps and scrolling of the main pages against static HTML and checks the budgets; takes
 * about ten minutes.
 */
export async function measurePages(): Promise<string> {
  process.env.CHROMIUM_PATH = ensureBrowser();
  const environment = await startTestEnvironment();
  try {
    return await run(environment);
  } finally {
    await environment.close();
  }
}
