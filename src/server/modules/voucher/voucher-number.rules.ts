import { newId } from "../../platform/security/ids.ts";

/** Generates a random voucher number that a command line never takes for an option. */
export function generateVoucherNumber(): string {
  const id = newId();
  return id.startsWith("-") ? generateVoucherNumber() : id;
}
