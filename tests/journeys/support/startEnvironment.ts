import { inject } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folder of a stopped installation with the demo chain, copied for each test file; null with `--dev`. */
    installationTemplate: string | null;
  }
}

/**
 * Starts an installation (with additional settings) with the demo chain, and a browser, for one test file: the
 * built product, or the development server with `npm test -- --dev`.
 */
export async function startEnvironment(settings: Record<string, string> = {}): Promise<TestEnvironment> {
  const template = inject("installationTemplate");
  // Nobody looks at these screens: nine times the pixels would only take processor time.
  return await startTestEnvironment(settings, { template, isDev: template === null, pixelRatio: 1 });
}
