import { afterEach } from "vitest";
import { openEnvironments } from "./startEnvironment.ts";

// Registered before anything of the file, so that it runs after all hooks of the file.
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const environment of openEnvironments)
    process.stderr.write(`${task.name}: the phones show\n${await environment.describePhones()}\n`);
});
