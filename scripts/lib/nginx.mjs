// @ts-check
import { fail } from "./fail.mjs";
import { canInstallDebianPackages, findProgram, installDebianPackages } from "./programs.mjs";

const path = `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin`;

/**
 * Returns the path of nginx, installing it when it is missing and this is root on Debian; otherwise ends the
 * command.
 */
export function ensureNginx() {
  const found = findProgram("nginx", path);
  if (found !== undefined) return found;
  if (canInstallDebianPackages()) installDebianPackages("nginx-light");
  return findProgram("nginx", path) ?? fail("nginx is needed by this run: install it.");
}
