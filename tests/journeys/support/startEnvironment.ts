import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Browser } from "playwright-core";
import { inject } from "vitest";
import {
  type EnvironmentOptions,
  launchBrowser,
  startTestEnvironment,
  type TestEnvironment,
} from "../../../scripts/lib/TestEnvironment.ts";
import { SharedInstallation } from "./SharedInstallation.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of a stopped installation with the demo chain, copied for each test file; null with `--dev`. */
    installationTemplate: string | null;
  }
}

let sharedBrowser: Browser | null = null;

/** Returns the browser that the files of one worker share, one after the other; it ends with the worker. */
async function openSharedBrowser(): Promise<Browser> {
  if (!sharedBrowser?.isConnected()) sharedBrowser = await launchBrowser();
  return sharedBrowser;
}

let sharedInstallation: SharedInstallation | null = null;

/** Returns the installation that the files of one worker share, as it was at its start. */
async function openSharedInstallation(folder: string): Promise<SharedInstallation> {
  if (sharedInstallation === null)
    sharedInstallation = await SharedInstallation.start(path.join(folder, randomUUID()));
  else await sharedInstallation.reset();
  return sharedInstallation;
}

/** Environments of the current file, whose phones are described when a test fails. */
export const openEnvironments = new Set<TestEnvironment>();

async function open(settings: Record<string, string>, options: EnvironmentOptions): Promise<TestEnvironment> {
  const environment = await startTestEnvironment(settings, options);
  const close = async () => {
    openEnvironments.delete(environment);
    await environment.close();
  };
  openEnvironments.add(environment);
  return { ...environment, close };
}

/** Journeys compare no screenshots: more device pixels per CSS pixel would only cost processor time. */
const pixelRatio = 1;

/**
 * Opens the worker's installation with the demo chain as it was created, and a browser, for one test file: the built
 * product, or the development server with `npm test -- --dev`. A file with settings of its own, or that kills the
 * server, needs `startOwnEnvironment`.
 */
export async function startEnvironment(): Promise<TestEnvironment> {
  const template = inject("installationTemplate");
  if (template === null) return await startOwnEnvironment();
  const installation = await openSharedInstallation(path.dirname(template));
  return await open({}, { installation, pixelRatio, browser: await openSharedBrowser() });
}

/** Starts an installation (with additional settings) with the demo chain for one test file alone, and a browser. */
export async function startOwnEnvironment(settings: Record<string, string> = {}): Promise<TestEnvironment> {
  const template = inject("installationTemplate");
  const browser = await openSharedBrowser();
  return await open(settings, { template, isDev: template === null, pixelRatio, browser });
}
