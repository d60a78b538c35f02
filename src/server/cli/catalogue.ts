import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { type CatalogueReport, CatalogueService } from "../modules/catalogue/catalogue.service.ts";
import { readSheets, writeCsv, writeWorkbook } from "../modules/catalogue/catalogue-file.rules.ts";
import { readChainSettings } from "../modules/chain-settings/read-chain-settings.ts";
import { MenuPublishService } from "../modules/menu/menu-publish.service.ts";
import { CliError } from "../platform/CliError.ts";
import { AppError } from "../platform/http/AppError.ts";
import { type Sheet, WorkbookReader } from "../platform/spreadsheets/WorkbookReader.ts";
import type { CliContext } from "./CliContext.ts";
import { PictureCommand, type PictureConfig } from "./catalogue-pictures.ts";

/** Usage text of the command. */
export const catalogueUsage = `Usage: npm run catalogue -- <what> <file> [options]
  export <file.xlsx>            writes all restaurants and dishes, which is also the template for an import; with
                                --sheet restaurants|menu|offers|staff one table, also as <file.csv>; offers are what
                                restaurants sell otherwise than the chain
  check <file>                  says what an import would add and change, and what is wrong, row by row
  import <file>                 opens and changes restaurants, adds and changes dishes as drafts, sets prices of
                                restaurants, adds and changes staff: all or nothing; the same file again changes nothing
  export|check|import <file.zip>
                                the same with the pictures of dishes, each named by the code of its dish: 10205.jpg
  --publish                     publishes the imported dishes at once
  --by <name>                   who does it, for the audit log`;

const options = {
  by: { type: "string" },
  publish: { type: "boolean", default: false },
  sheet: { type: "string" },
} as const;

/** Problems, or changes, that are printed of a file with more. */
const maxPrinted = 50;
const progressRows = 500;

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`${error.message}\n${catalogueUsage}`);
  }
}

/**
 * Imports, checks and exports restaurants and menu.
 * @throws CliError for invalid arguments, and for a file that cannot be read or is wrong
 */
export async function catalogueCommand(
  args: string[],
  context: CliContext,
  config: PictureConfig,
): Promise<void> {
  const { positionals, values } = parseCommandLine(args);
  const [what, file, ...extra] = positionals;
  if (file === undefined || extra.length > 0) throw new CliError(catalogueUsage);
  const catalogue = new CatalogueService({
    ...context,
    chainSettings: await readChainSettings(context.database.queries),
  });
  const actor = `operator:${values.by ?? context.user}`;
  try {
    if (file.endsWith(".zip"))
      return await runPictures(what, file, { context, config, actor, isPublished: values.publish });
    if (what === "export") return await exportTo(context, file, catalogue, values.sheet);
    if (what !== "check" && what !== "import") throw new CliError(catalogueUsage);
    const sheets = await readInput(file);
    const report = await catalogue[what](actor, sheets, countProgress(context));
    printReport(context, report, what === "check");
    if (what === "import" && values.publish) await publish(context, actor, report.draftIds);
  } catch (error) {
    if (error instanceof AppError) throw new CliError(error.message);
    throw error;
  }
}

interface PictureRun {
  context: CliContext;
  config: PictureConfig;
  actor: string;
  isPublished: boolean;
}

async function runPictures(
  what: string | undefined,
  file: string,
  { context, config, actor, isPublished }: PictureRun,
): Promise<void> {
  if (what !== "export" && what !== "check" && what !== "import") throw new CliError(catalogueUsage);
  const pictures = new PictureCommand(context, config);
  try {
    if (what !== "import") return await pictures[what](file);
    const draftIds = await pictures.import(file, actor);
    if (isPublished) await publish(context, actor, draftIds);
  } finally {
    await pictures.close();
  }
}

async function readInput(file: string): Promise<Sheet[]> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CliError(`${file} cannot be read: ${error.message}`);
  });
  const workbooks = new WorkbookReader();
  try {
    return await readSheets(bytes, path.basename(file), workbooks);
  } finally {
    await workbooks.stop();
  }
}

async function exportTo(
  { print }: CliContext,
  file: string,
  catalogue: CatalogueService,
  name: string | undefined,
): Promise<void> {
  const isCsv = file.endsWith(".csv");
  if (!isCsv && !file.endsWith(".xlsx"))
    throw new CliError("The file's name must end with .xlsx, .csv or .zip.");
  if (isCsv && name === undefined)
    throw new CliError("A CSV file has one table: --sheet restaurants, menu, offers or staff.");
  const written = await listTables(catalogue, name);
  const [first] = written;
  await writeFile(file, isCsv && first !== undefined ? writeCsv(first) : await writeWorkbook(written));
  print(
    `${file}: ${written.map(({ name: title, rows }) => `${rows.length - 1} rows of ${title}`).join(", ")}.`,
  );
}

/** Returns one table, or those of restaurants and menu. */
async function listTables(catalogue: CatalogueService, name: string | undefined): Promise<Sheet[]> {
  if (name === "offers") return [await catalogue.exportOffers()];
  if (name === "staff") return [await catalogue.exportStaff()];
  const [restaurants, menu] = await catalogue.export();
  if (restaurants === undefined || menu === undefined) throw new Error("a table is missing");
  if (name === undefined) return [restaurants, menu];
  if (name === "restaurants") return [restaurants];
  if (name === "menu") return [menu];
  throw new CliError(`There is no table ${name}.\n${catalogueUsage}`);
}

/** Prints a line for every few hundred rows. */
function countProgress({ print }: CliContext): () => void {
  let rows = 0;
  return () => {
    rows += 1;
    if (rows % progressRows === 0) print(`${rows} rows`);
  };
}

function printReport({ print }: CliContext, report: CatalogueReport, isTrial: boolean): void {
  const { restaurants, dishes, offers, staff, newCategories, changes, problems } = report;
  for (const { sheet, row, column, problem } of problems.slice(0, maxPrinted))
    print(`${sheet} row ${row}${column === "" ? "" : ` ${column}`}: ${problem}`);
  if (problems.length > 0)
    throw new CliError(`${problems.length} problems; nothing was ${isTrial ? "tried further" : "imported"}.`);
  const describe = ({ added, changed, unchanged }: typeof dishes) =>
    `${added} new, ${changed} changed, ${unchanged} unchanged`;
  print(`Restaurants: ${describe(restaurants)}.`);
  print(`Dishes: ${describe(dishes)}${isTrial ? "" : ", as drafts"}.`);
  print(`Dishes of single restaurants: ${describe(offers)}.`);
  print(`Staff: ${describe(staff)}.`);
  for (const { sheet, row, code, name, isNew, cells } of isTrial ? changes.slice(0, maxPrinted) : []) {
    const what = isNew ? "new" : cells.map(({ column, change }) => `${column}: ${change}`).join("; ");
    print(`${sheet} row ${row} ${code} ${name}: ${what}`);
  }
  if (newCategories.length > 0) print(`New categories: ${newCategories.join(", ")}.`);
}

async function publish(context: CliContext, actor: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return context.print("There is nothing to publish.");
  const { published } = await new MenuPublishService(context).publish(actor, ids, undefined);
  context.print(`${published} dishes are published.`);
}
