import path from "node:path";
import { lateModules } from "./lateModules.mjs";
import { root } from "./paths.mjs";

/** What the bundler knows of a module. */
export interface ModuleImporters {
  /** Modules that import it statically. */
  importers: readonly string[];
  /** Modules that import it dynamically. */
  dynamicImporters: readonly string[];
  isEntry: boolean;
}

/** The bundler's modules by their path. */
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleImporters | null;
}

/** The pages that links lead to, and the parts of the home page that load their code later. */
const firstPages = /\/(HomePage|HomePopular|HomeLegal|InStoreMenuPage|TakeawayMenuPage)\.tsx$/;
/** The customers' app, which every page needs. */
const customersApp = /\/H5App\.tsx$/;
const homePage = "HomePage";
const everyPage = "app";
const otherPages = "others";

/** Returns which pages import a module, directly or not: names of first pages, `others`, and `app` for every page. */
function findPages(id: string, graph: ModuleGraph): Set<string> {
  const pages = new Set<string>();
  const seen = new Set<string>();
  const visit = (at: string) => {
    const module = graph.getModuleInfo(at);
    if (module === null || seen.has(at)) return;
    seen.add(at);
    const firstPage = firstPages.exec(at)?.[1];
    if (firstPage !== undefined) return void pages.add(firstPage);
    if (module.isEntry || customersApp.test(at)) return void pages.add(everyPage);
    if (module.dynamicImporters.length > 0) pages.add(otherPages);
    module.importers.forEach(visit);
  };
  visit(id);
  return pages;
}

/**
 * Names the chunk of a module that a first page imports, by all pages that do, so that each page loads what it needs in few
 * files. What the home page shares with any other page is little and comes in one file. Returns null for what no first page
 * needs, for what is loaded by itself, and for what must come late, which the budgets then see (scripts/budget.mjs).
 */
export function nameFirstChunk(id: string, graph: ModuleGraph): string | null {
  // Without the names of the folders above the project, which may be any.
  const isLate = lateModules.test(path.relative(root, id));
  if (isLate || (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) return null;
  const pages = findPages(id, graph);
  if (pages.has(everyPage)) return everyPage;
  if ([...pages].every((page) => page === otherPages)) return null;
  if (pages.has(homePage) && pages.size > 1) return `first-${homePage}-shared`;
  return ["first", ...[...pages].sort()].join("-");
}
