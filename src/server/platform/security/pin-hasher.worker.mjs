// @ts-check
// Worker process that hashes PINs: each takes a hundredth of a second of CPU time, by design.
// Plain JavaScript, because it runs unbuilt, whether the server runs from its sources or from the build.
import { scryptSync } from "node:crypto";

/** @typedef {import("./PinHasher.ts").PinHashJob} PinHashJob */

// Signals reach the whole process group: the server still finishes its requests, and ends this process
// itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (/** @type {PinHashJob} */ { pin, salt, bytes, cost }) => {
  process.send?.({ result: scryptSync(pin, salt, bytes, { N: cost }).toString("hex") });
});
