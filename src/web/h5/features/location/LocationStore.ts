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

/** Source of positions; the real one is `deviceLocator`. */
export interface Locator {
  /** Returns the device's position in GCJ-02; rejects with an error named PositionError with the reason. */
  position(reason: LocateTrigger): Promise<Position>;
  findCity(position: Position): Promise<string>;
}

/**
 * Location of the customer, once requested. An attempt as a whole has five seconds, then it ends at the
 * fallback city; it never throws. A later result still counts, unless another attempt began.
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

  /** City to start with: the located one, else the fallback. */
  get city(): string {
    return this.result?.city ?? fallbackCity.name;
  }

  /**
   * Requests the device's position and the map service; concurrent calls share one attempt. For automatic
   * requests ("page"), a denial in this visit is not asked again.
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

  /** Runs an attempt and stores its outcome; `found` reports the progress meanwhile. */
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

  /** Compares the state anew after each await, during which it may have changed. */
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
