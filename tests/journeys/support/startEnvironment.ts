import { inject } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of a stopped installation with the demo chain, copied for each test file. */
    installationTemplate: string;
  }
}

/** Starts an installation (with additional settings) with the demo chain, and a browser, for one test file. */
export async function startEnvironment(settings: Record<string, string> = {}): Promise<TestEnvironment> {
  return await startTestEnvironment(settings, inject("installationTemplate"));
}
