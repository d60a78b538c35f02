import { afterEach } from "vitest";
import { activeLedgerChecks } from "./LedgerCheck.ts";

// Registered before anything of the file, so it comes behind everything that the file does after its tests.
afterEach(async () => {
  for (const ledgerCheck of activeLedgerChecks) await ledgerCheck.check();
});
