import { readText, storageKeys, writeText } from "#web/lib/storage/storage.ts";

const inviteCodePattern = /^[A-Za-z0-9]{4,32}$/;

/** Keeps the invite code a link brought (`?invite_code=…`) until the login, on whatever page it arrives. */
export function storeInviteCode(search: string): void {
  const code = new URLSearchParams(search).get("invite_code")?.trim() ?? "";
  if (inviteCodePattern.test(code)) writeText(storageKeys.inviteCode, code.toUpperCase());
}

/** The code that a link brought; empty without one, or when something else was stored in its place. */
export function readInviteCode(): string {
  const code = readText(storageKeys.inviteCode) ?? "";
  return inviteCodePattern.test(code) ? code : "";
}
