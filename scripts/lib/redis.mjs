// @ts-check
import { spawnSync } from "node:child_process";
import { fail } from "./fail.mjs";
import { canInstallDebianPackages, findProgram, installDebianPackages, isProgram } from "./programs.mjs";

/**
 * Returns the path of an installed redis-server, for the tests and benchmarks with Redis; installs it when it is missing
 * and this is root on Debian, otherwise ends the command with a sentence.
 */
export function ensureRedis() {
  const found = findRedis(process.env);
  if (found !== undefined) return found;
  if (!process.env.REDIS_SERVER && canInstallDebianPackages()) {
    // Where Debian cannot start the service the program is there all the same, and apt waits for the rest of its installation.
    const isInstalled = installDebianPackages("redis-server");
    disableService();
    if (!isInstalled) spawnSync("dpkg", ["--configure", "-a"], { stdio: "ignore" });
  }
  return (
    findRedis(process.env) ??
    fail(
      "Redis 6.2 or newer is needed by the tests: install it, or set REDIS_SERVER to its program redis-server.",
    )
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findRedis(env) {
  if (env.REDIS_SERVER) return isProgram(env.REDIS_SERVER) ? env.REDIS_SERVER : undefined;
  return findProgram("redis-server", env.PATH) ?? findProgram("valkey-server", env.PATH);
}

/** Ends and disables the server that Debian starts for each machine: tests start their own. */
function disableService() {
  spawnSync("service", ["redis-server", "stop"], { stdio: "ignore" });
  spawnSync("update-rc.d", ["redis-server", "disable"], { stdio: "ignore" });
}
