import { readText, storageKeys, writeText } from "#web/lib/storage/storage.ts";

const inviteCodePattern = /^[A-Za-z0-9]{4,32}$/;

/** Stores the invite code of a link (`?invite_code=…`) until the login, on every page. */
export function storeInviteCode(search: string): void {
  const code = new URLSearchParams(search).get("invite_code")?.trim() ?? "";
  if (inviteCodePattern.test(code)) writeText(storageKeys.inviteCode, code.toUpperCase());
}

/** Returns the invite code of a link; empty without one, or when the stored value is invalid. */
export function readInviteCode(): string {
  const code = readText(storageKeys.inviteCode) ?? "";
  return inviteCodePattern.test(code) ? code : "";
}
