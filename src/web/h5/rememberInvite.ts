import { storageKeys, writeText } from "#web/shared/storage.ts";

/** Keeps the invite code a link brought (`?invite_code=…`) until the login, on whatever page it arrives. */
export function rememberInvite(search: string): void {
  const code = new URLSearchParams(search).get("invite_code")?.trim() ?? "";
  if (/^[A-Za-z0-9]{4,32}$/.test(code)) writeText(storageKeys.inviteCode, code.toUpperCase());
}
