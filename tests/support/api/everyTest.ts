import { afterEach } from "vitest";
import { openBooks } from "./Books.ts";

// Registered before anything of the file, so it comes behind everything that the file does after its tests.
afterEach(async () => {
  for (const books of openBooks) await books.check();
});
