import type { Browser } from "playwright-core";
import { inject } from "vitest";
import {
  launchBrowser,
  startTestEnvironment,
  type TestEnvironment,
} from "../../../scripts/lib/TestEnvironment.ts";

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

/**
 * Starts an installation (with additional settings) with the demo chain, and a browser, for one test file: the
 * built product, or the development server with `npm test -- --dev`.
 */
export async function startEnvironment(settings: Record<string, string> = {}): Promise<TestEnvironment> {
  const template = inject("installationTemplate");
  return await startTestEnvironment(settings, {
    template,
    isDev: template === null,
    // Journeys compare no screenshots: more pixels would only cost processor time.
    pixelRatio: 1,
    browser: await openSharedBrowser(),
  });
}
