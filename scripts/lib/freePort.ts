import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below what systems lend to connections and to servers that take any port, so that nobody gets it meanwhile. */
const first = 20_000;
const last = 32_000;
/** Workers of one test run draw from ports of their own: between drawing one and using it another worker may draw. */
const lanes = 16;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % lanes;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** A port that nothing on this machine listens on, and that stays so unless somebody asks for just this one. */
export async function freePort(): Promise<number> {
  const port = randomInt(first / lanes, last / lanes) * lanes + lane;
  return (await isFree(port)) ? port : await freePort();
}
