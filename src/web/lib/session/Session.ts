import { makeAutoObservable } from "mobx";
import type { Principal } from "#contract/endpoint.ts";
import { onStorageChange, removeItem, storageKeys, writeText } from "../storage/storage.ts";
import { readToken } from "./readToken.ts";

/** Sessions on this device: the customer's token and, separately, the staff token. */
export class Session {
  token: string | null = null;
  serviceToken: string | null = null;
  /**
   * Principal whose token the server has just refused, until the notice was shown and led to a login page.
   */
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

  /** Whether a customer's token is stored. */
  get isLoggedIn(): boolean {
    return this.token !== null;
  }

  /** Reads both tokens from the device. */
  restore(): void {
    this.token = readToken(storageKeys.token);
    this.serviceToken = readToken(storageKeys.serviceToken);
  }

  /**
   * Follows logins and logouts of other tabs and reports a change of customer; returns the cleanup function.
   */
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

  /** Drops the refused token; announced once, however many requests were refused. */
  expire(principal: Principal): void {
    if (principal === "staff") this.clearServiceToken();
    else {
      this.clearToken();
      this.onExpired();
    }
    this.expiredPrincipal ??= principal === "staff" ? "staff" : "customer";
  }

  /** Returns whether the refusal of the principal's token is being announced. */
  isExpired(principal: Principal): boolean {
    return (
      this.expiredPrincipal !== null &&
      this.expiredPrincipal === (principal === "staff" ? "staff" : "customer")
    );
  }

  /** Ends the announcement of a refusal. */
  clearExpired(): void {
    this.expiredPrincipal = null;
  }

  /** Drops the customer's token and keeps the staff token. */
  clearToken(): void {
    this.token = null;
    removeItem(storageKeys.token);
  }

  /** Drops the staff token and keeps the customer's token. */
  clearServiceToken(): void {
    this.serviceToken = null;
    removeItem(storageKeys.serviceToken);
  }
}
