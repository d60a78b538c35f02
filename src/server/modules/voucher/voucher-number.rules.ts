import { newId } from "../../platform/security/ids.ts";

/** A voucher's random number; never one that a command line would take for an option. */
export function generateVoucherNumber(): string {
  const id = newId();
  return id.startsWith("-") ? generateVoucherNumber() : id;
}
