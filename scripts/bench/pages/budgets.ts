import { median } from "../../lib/statistics.ts";
import type { Load } from "./measureLoad.ts";

/** Loads of one page over one network: the cold load and the repeat visit right after it. */
export interface Visits {
  cold: Load[];
  warm: Load[];
}

/** Measurements of a menu of so many dishes on a slow CPU: ms, frames per second, and the fraction of late frames. */
export interface Smoothness {
  dishes: number;
  taps: number[];
  fps: number;
  late: number;
}

/**
 * Floor page that a page is compared with, and its limits; `content`, `warm` and `paint` are ratios to the
 * floor.
 */
export interface PageBudget {
  floor: string;
  content: number;
  warm: number;
  jsKb: number;
  cssKb: number;
  longTaskMs: number;
  heapMb: number;
}

const open = { content: 1.3, warm: 1.3, cssKb: 8, longTaskMs: 200, heapMb: 3.5 };

/** Budgets per page. */
export const pageBudgets: ReadonlyMap<string, PageBudget> = new Map([
  ["/", { ...open, floor: "floor of /", jsKb: 90 }],
  ["/menu", { ...open, floor: "floor of menus", jsKb: 110 }],
  [
    "/takeaway-menu",
    {
      floor: "floor of menus",
      content: 1.5,
      warm: 1.8,
      jsKb: 105,
      cssKb: 10,
      longTaskMs: 400,
      heapMb: 4,
    },
  ],
]);
const paintRatio = 1.3;
const tapMs = { median: 60, worst: 100 };
const scrolling = { fps: 59.5, late: 0.01 };

const contentMs = (load: Load) => load.contentMs;
const paintMs = (load: Load) => load.firstPaintMs;

function verdict(figure: string, budget: string, isMet: boolean): string {
  return `${figure} of ${budget}: ${isMet ? "met" : "**not met**"}`;
}

function atMost(value: number, max: number, digits: number, unit = ""): string {
  return verdict(value.toFixed(digits) + unit, max.toFixed(digits) + unit, value <= max);
}

/** Formats one table cell for a page and its budget. */
type Cell = (page: string, budget: PageBudget) => string;

/** Formats the load budgets of one network as rows of a Markdown table. */
export function loadVerdicts(network: string, visits: ReadonlyMap<string, Visits>): string[] {
  const of = (page: string, visit: keyof Visits, pick: (load: Load) => number) =>
    median((visits.get(page)?.[visit] ?? []).map(pick));
  const row = (name: string, cell: Cell) => formatRow(`${name}, ${network}`, cell);
  return [
    row("content ÷ floor", (page, { floor, content }) =>
      atMost(of(page, "cold", contentMs) / of(floor, "cold", contentMs), content, 2),
    ),
    row("warm visit ÷ floor", (page, { floor, warm }) =>
      atMost(of(page, "warm", contentMs) / of(floor, "warm", contentMs), warm, 2),
    ),
    row("first paint ÷ floor", (page, { floor }) =>
      atMost(of(page, "cold", paintMs) / of(floor, "cold", paintMs), paintRatio, 2),
    ),
    row("JavaScript", (page, { jsKb }) =>
      atMost(
        of(page, "cold", (l) => l.jsKb),
        jsKb,
        1,
        " KB",
      ),
    ),
    row("CSS", (page, { cssKb }) =>
      atMost(
        of(page, "cold", (l) => l.cssKb),
        cssKb,
        1,
        " KB",
      ),
    ),
    row("long tasks above 50 ms", (page, { longTaskMs }) =>
      atMost(
        of(page, "cold", (l) => l.longTaskMs),
        longTaskMs,
        0,
        " ms",
      ),
    ),
    row("layout shift, worst", (page) => atMost(worstShift(visits.get(page)), 0, 3)),
    row("heap", (page, { heapMb }) =>
      atMost(
        of(page, "cold", (l) => l.heapMb),
        heapMb,
        1,
        " MB",
      ),
    ),
  ];
}

function worstShift({ cold, warm }: Visits = { cold: [], warm: [] }): number {
  return Math.max(...[...cold, ...warm].map((load) => load.layoutShift));
}

/** Formats the tap and scroll budgets as rows of the same table; pages without measurements get a dash. */
export function smoothVerdicts(figures: ReadonlyMap<string, readonly Smoothness[]>): string[] {
  const amounts = [...figures.values()][0]?.map(({ dishes }) => dishes) ?? [];
  return amounts.flatMap((dishes) => {
    const row = (name: string, cell: (one: Smoothness) => string) =>
      formatRow(`${name}, ${dishes.toLocaleString("en")} dishes`, (page) => {
        const one = figures.get(page)?.find((item) => item.dishes === dishes);
        return one === undefined ? "–" : cell(one);
      });
    return [
      row("tap on plus to paint, median", ({ taps }) => atMost(median(taps), tapMs.median, 0, " ms")),
      row("tap on plus to paint, worst", ({ taps }) => atMost(Math.max(...taps), tapMs.worst, 0, " ms")),
      row("scrolling for 3 s", ({ fps, late }) => {
        const isMet = fps >= scrolling.fps && late < scrolling.late;
        return verdict(`${fps.toFixed(1)} fps, ${(late * 100).toFixed(1)} % late`, "60, < 1 %", isMet);
      }),
    ];
  });
}

function formatRow(name: string, cell: Cell): string {
  return `| ${[name, ...Array.from(pageBudgets, ([page, budget]) => cell(page, budget))].join(" | ")} |`;
}
