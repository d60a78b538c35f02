import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { Installation } from "../../../scripts/lib/Installation.ts";

/**
 * Creates the installation whose data folder every journey's file copies; returns the function that removes it.
 * With `npm test -- --dev` there is no build to create it with.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.JOURNEYS_DEV === "1") {
    project.provide("installationTemplate", null);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-template-"));
  const template = path.join(folder, "data");
  const installation = await Installation.create(template);
  try {
    await installation.startSandbox();
    await installation.startServer();
  } finally {
    await installation.stop();
  }
  project.provide("installationTemplate", template);
  return async () => await rm(folder, { recursive: true, force: true });
}
