// @ts-check
// A process of its own that hashes PINs: each takes a hundredth of a second of a processor, by intent.
// Plain JavaScript, because it runs as it is, whether the server runs from its sources or from the build.
import { scryptSync } from "node:crypto";

/** @typedef {import("./PinHasher.ts").PinHashJob} PinHashJob */

// Told to the whole group: the server still finishes what is in flight, and ends this one itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (/** @type {PinHashJob} */ { pin, salt, bytes, cost }) => {
  process.send?.({ result: scryptSync(pin, salt, bytes, { N: cost }).toString("hex") });
});
