import { afterEach } from "vitest";
import { activeLedgerChecks } from "./LedgerCheck.ts";

// Registered before anything of the file, so that it runs after all hooks of the file.
afterEach(async () => {
  for (const ledgerCheck of activeLedgerChecks) await ledgerCheck.check();
});
