import { makeAutoObservable } from "mobx";
import type { Principal } from "#contract/endpoint.ts";
import { onStorageChange, readText, remove, type StorageKey, storageKeys, writeText } from "./storage.ts";

/** Who is logged in on this device: the customer's token and, apart from it, the staff token. */
export class Session {
  token: string | null = null;
  serviceToken: string | null = null;
  /** Whose token the server has just refused, until somebody has shown that and led the way to a login page. */
  expiry: "customer" | "staff" | null = null;
  private readonly onExpired: () => void;

  /** `onExpired` is called when a customer's token was refused. */
  constructor(onExpired: () => void = () => undefined) {
    this.onExpired = onExpired;
    makeAutoObservable<this, "onExpired">(this, { watch: false, onExpired: false }, { autoBind: true });
  }

  /** Logged in means: a token is kept. */
  get isLoggedIn(): boolean {
    return this.token !== null;
  }

  /** Reads both tokens from the device. */
  restore(): void {
    this.token = tokenOf(storageKeys.token);
    this.serviceToken = tokenOf(storageKeys.serviceToken);
  }

  /** Follows logins and logouts of other tabs and tells when the customer is another one; returns how to stop. */
  watch(onOtherCustomer: () => void): () => void {
    return onStorageChange((key) => {
      if (key !== null && key !== storageKeys.token && key !== storageKeys.serviceToken) return;
      const before = this.token;
      this.restore();
      if (this.token !== before) onOtherCustomer();
    });
  }

  tokenFor(principal: Principal): string | null {
    return principal === "staff" ? this.serviceToken : this.token;
  }

  setToken(token: string): void {
    this.token = token;
    writeText(storageKeys.token, token);
  }

  setServiceToken(token: string): void {
    this.serviceToken = token;
    writeText(storageKeys.serviceToken, token);
  }

  /** Drops the refused token; announced once, however many calls were refused. */
  expire(principal: Principal): void {
    if (principal === "staff") this.dropServiceToken();
    else {
      this.dropToken();
      this.onExpired();
    }
    this.expiry ??= principal === "staff" ? "staff" : "customer";
  }

  /** The refusal of a token of this kind is being announced. */
  isExpiring(principal: Principal): boolean {
    return this.expiry !== null && this.expiry === (principal === "staff" ? "staff" : "customer");
  }

  /** The refusal has been dealt with. */
  endExpiry(): void {
    this.expiry = null;
  }

  /** Drops the customer's token and leaves the staff token alone. */
  dropToken(): void {
    this.token = null;
    remove(storageKeys.token);
  }

  /** Drops the staff token and leaves the customer's token alone. */
  dropServiceToken(): void {
    this.serviceToken = null;
    remove(storageKeys.serviceToken);
  }
}

/** Header values allow visible ASCII only; anything else in the store is no token of ours. */
function tokenOf(key: StorageKey): string | null {
  const text = readText(key);
  if (text === null) return null;
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  remove(key);
  return null;
}
