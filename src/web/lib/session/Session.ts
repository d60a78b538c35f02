import { makeAutoObservable } from "mobx";
import type { Principal } from "#contract/endpoint.ts";
import {
  onStorageChange,
  readText,
  removeItem,
  type StorageKey,
  storageKeys,
  writeText,
} from "../storage/storage.ts";

/** Who is logged in on this device: the customer's token and, apart from it, the staff token. */
export class Session {
  token: string | null = null;
  serviceToken: string | null = null;
  /** Whose token the server has just refused, until somebody has shown that and led the way to a login page. */
  expiredPrincipal: "customer" | "staff" | null = null;
  private readonly onExpired: () => void;

  /** `onExpired` is called when a customer's token was refused. */
  constructor(onExpired: () => void = () => undefined) {
    this.onExpired = onExpired;
    makeAutoObservable<this, "onExpired">(
      this,
      { watchOtherTabs: false, onExpired: false },
      { autoBind: true },
    );
  }

  /** Logged in means: a token is kept. */
  get isLoggedIn(): boolean {
    return this.token !== null;
  }

  /** Reads both tokens from the device. */
  restore(): void {
    this.token = readToken(storageKeys.token);
    this.serviceToken = readToken(storageKeys.serviceToken);
  }

  /** Follows logins and logouts of other tabs and tells when the customer is another one; returns how to stop. */
  watchOtherTabs(onCustomerChange: () => void): () => void {
    return onStorageChange((key) => {
      if (key !== null && key !== storageKeys.token && key !== storageKeys.serviceToken) return;
      const previousToken = this.token;
      this.restore();
      if (this.token !== previousToken) onCustomerChange();
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
    if (principal === "staff") this.clearServiceToken();
    else {
      this.clearToken();
      this.onExpired();
    }
    this.expiredPrincipal ??= principal === "staff" ? "staff" : "customer";
  }

  /** The refusal of a token of this kind is being announced. */
  isExpired(principal: Principal): boolean {
    return (
      this.expiredPrincipal !== null &&
      this.expiredPrincipal === (principal === "staff" ? "staff" : "customer")
    );
  }

  /** The refusal has been dealt with. */
  clearExpired(): void {
    this.expiredPrincipal = null;
  }

  /** Drops the customer's token and leaves the staff token alone. */
  clearToken(): void {
    this.token = null;
    removeItem(storageKeys.token);
  }

  /** Drops the staff token and leaves the customer's token alone. */
  clearServiceToken(): void {
    this.serviceToken = null;
    removeItem(storageKeys.serviceToken);
  }
}

/** Header values allow visible ASCII only; anything else in the store is no token of ours. */
function readToken(key: StorageKey): string | null {
  const text = readText(key);
  if (text === null) return null;
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  removeItem(key);
  return null;
}
