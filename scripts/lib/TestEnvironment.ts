import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type Browser, chromium } from "playwright-core";
import { DevInstallation } from "./DevInstallation.ts";
import { Installation } from "./Installation.ts";
import { Phone, type PhoneOptions } from "./Phone.ts";

/** Switches that stop a browser without a network from searching for one, and let it run as root. */
const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The built product as separate processes, and a browser to test it with. */
export interface TestEnvironment {
  installation: Installation;
  /** Opens the app on a new phone with empty storage. */
  phone(options?: PhoneOptions): Promise<Phone>;
  /** Describes what the open phones show: path and text of each. */
  describePhones(): Promise<string>;
  /** Queries the real database. */
  queryRows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Returns the newest code sent to a number. */
  readLatestCode(phoneNumber: string): Promise<string>;
  close(): Promise<void>;
}

function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH;
  if (found === undefined) throw new Error("CHROMIUM_PATH is not set: run the journeys with npm test");
  return found;
}

export interface EnvironmentOptions {
  /** Data folder of a stopped installation to copy, which saves creating the database and the demo chain. */
  template?: string | null;
  /** Serves the sources as `npm run dev` does instead of the build. */
  isDev?: boolean;
  /** Device pixels per CSS pixel of all phones. */
  pixelRatio?: number;
  /** A running browser to open the phones in, which goes on running; without one, a browser is started. */
  browser?: Browser;
  /** A running installation, which goes on running; without one, one is started. */
  installation?: Installation;
}

/** Starts the browser under test. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
}

/** Starts the server (with additional settings), database, sandbox and, where none is given, browser for one test file. */
export async function startTestEnvironment(
  settings: Record<string, string> = {},
  { template = null, isDev = false, pixelRatio = 3, ...running }: EnvironmentOptions = {},
): Promise<TestEnvironment> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-journey-"));
  const dataDir = path.join(folder, "data");
  const installation =
    running.installation ??
    (await (isDev ? DevInstallation.create(dataDir) : Installation.create(dataDir, template ?? undefined)));
  let { browser } = running;
  const phones: Phone[] = [];
  const close = async () => {
    await Promise.all(phones.map((phone) => phone.close()));
    if (browser !== running.browser) await browser?.close();
    if (installation !== running.installation) await installation.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    if (installation !== running.installation) {
      await installation.startSandbox();
      await installation.startServer(settings);
    }
    browser ??= await launchBrowser();
  } catch (error) {
    await close();
    throw error;
  }
  const opened = browser;
  return {
    installation,
    phone: async (options) => {
      const phone = await Phone.open(opened, installation, { pixelRatio, ...options });
      phones.push(phone);
      return phone;
    },
    describePhones: async () => (await Promise.all(phones.map((phone) => phone.describe()))).join("\n"),
    queryRows: (text, values) => queryRows(installation.databaseUrl, text, values),
    readLatestCode: async (number) => {
      const response = await fetch(`${installation.sandboxUrl}/sms?phone=${number}`);
      const [newest] = (await response.json()) as { code: string }[];
      if (newest === undefined) throw new Error(`no message was sent to ${number}`);
      return newest.code;
    },
    close,
  };
}

async function queryRows<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
