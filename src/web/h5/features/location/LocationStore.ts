import { makeAutoObservable, observableRef } from "mobx";
import { fallbackCity, geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import type { LocateTrigger } from "#web/bridge/Bridge.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { logError } from "#web/lib/logError.ts";
import { loadBridge } from "../../app/loadBridge.ts";
import { defineStore } from "../../app/RootStore.ts";
import type { CustomerLocation } from "./lastLocation.ts";
import { saveLastLocation } from "./saveLastLocation.ts";

export type LocationState = "idle" | "locating" | "located" | "failed" | "unsupported";

/** Where positions come from; the real one is `deviceLocator`. */
export interface Locator {
  /** The device's place in GCJ-02; rejects with an error named PositionError that says why not. */
  position(reason: LocateTrigger): Promise<Position>;
  findCity(position: Position): Promise<string>;
}

/**
 * Where the customer is, once asked for. An attempt as a whole has five seconds, then it ends at the fallback city; it
 * never ends in an exception. What is found later still counts, unless another attempt began.
 */
export class LocationStore {
  state: LocationState = "idle";
  result: CustomerLocation | null = null;
  private pending: Promise<void> | null = null;
  private attempt = 0;
  private readonly loadLocator: () => Promise<Locator>;

  constructor(loadLocator: () => Promise<Locator>) {
    this.loadLocator = loadLocator;
    makeAutoObservable<this, "pending" | "attempt" | "loadLocator">(
      this,
      { result: observableRef, pending: false, attempt: false, loadLocator: false },
      { autoBind: true },
    );
  }

  /** The city to start with: the located one, else the fallback. */
  get city(): string {
    return this.result?.city ?? fallbackCity.name;
  }

  /**
   * Asks the device and the map service; a call while one is running joins it. For a page that asks by itself ("page"),
   * what the customer denied in this visit is not asked again.
   */
  locate(reason: LocateTrigger): Promise<void> {
    this.pending ??= this.locateWithTimeout(reason).finally(() => {
      this.pending = null;
    });
    return this.pending;
  }

  private async locateWithTimeout(reason: LocateTrigger): Promise<void> {
    this.setState("locating", this.result);
    this.attempt += 1;
    const { attempt } = this;
    const progress: { position: Position | null } = { position: null };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, geolocation.totalTimeoutMs);
    });
    await Promise.race([this.runAttempt(reason, attempt, progress), timeout]);
    clearTimeout(timer);
    if (this.isState("locating")) this.fail("failed", progress.position);
  }

  /** Enters the outcome; `found` tells meanwhile how far it is. */
  private async runAttempt(
    reason: LocateTrigger,
    attempt: number,
    progress: { position: Position | null },
  ): Promise<void> {
    try {
      const locator = await this.loadLocator();
      progress.position = await locator.position(reason);
      const located = { city: await locator.findCity(progress.position), position: progress.position };
      if (attempt !== this.attempt) return;
      this.setState("located", located);
      saveLastLocation(located);
    } catch (error) {
      logError("locating failed", error);
      if (attempt === this.attempt && this.isState("locating"))
        this.fail(isUnsupported(error) ? "unsupported" : "failed", progress.position);
    }
  }

  /** Asked anew after each wait, during which it may have changed. */
  private isState(state: LocationState): boolean {
    return this.state === state;
  }

  private fail(state: "failed" | "unsupported", position: Position | null): void {
    this.setState(state, { city: fallbackCity.name, position });
  }

  private setState(state: LocationState, result: CustomerLocation | null): void {
    this.state = state;
    this.result = result;
  }
}

function isUnsupported(error: unknown): boolean {
  return isRecord(error) && error.reason === "unsupported";
}

export const locationStore = defineStore(
  (root) =>
    new LocationStore(async () => {
      const { createDeviceLocator: deviceLocator } = await import("./createDeviceLocator.ts");
      return deviceLocator(root.api, root.get(loadBridge));
    }),
);
