import { makeAutoObservable, observableRef } from "mobx";
import { fallbackCity, geolocation } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
import type { LocateReason } from "#web/bridge/Bridge.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { logFailure } from "#web/shared/log.ts";
import type { Place } from "../features/location/lastPlace.ts";
import { rememberPlace } from "../features/location/rememberPlace.ts";
import { storeOf } from "../RootStore.ts";
import { bridgeDoor } from "./bridgeDoor.ts";

export type LocationState = "idle" | "locating" | "located" | "failed" | "unsupported";

/** Where positions come from; the real one is `deviceLocator`. */
export interface Locator {
  /** The device's place in GCJ-02; rejects with an error named PositionError that says why not. */
  position(reason: LocateReason): Promise<Position>;
  cityAt(position: Position): Promise<string>;
}

/**
 * Where the customer is, once asked for. An attempt as a whole has five seconds, then it ends at the fallback city; it
 * never ends in an exception. What is found later still counts, unless another attempt began.
 */
export class LocationStore {
  state: LocationState = "idle";
  place: Place | null = null;
  private running: Promise<void> | null = null;
  private attempt = 0;
  private readonly loadLocator: () => Promise<Locator>;

  constructor(loadLocator: () => Promise<Locator>) {
    this.loadLocator = loadLocator;
    makeAutoObservable<this, "running" | "attempt" | "loadLocator">(
      this,
      { place: observableRef, running: false, attempt: false, loadLocator: false },
      { autoBind: true },
    );
  }

  /** The city to start with: the located one, else the fallback. */
  get city(): string {
    return this.place?.city ?? fallbackCity.name;
  }

  /**
   * Asks the device and the map service; a call while one is running joins it. For a page that asks by itself ("page"),
   * what the customer denied in this visit is not asked again.
   */
  locate(reason: LocateReason): Promise<void> {
    this.running ??= this.findInTime(reason).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async findInTime(reason: LocateReason): Promise<void> {
    this.enter("locating", this.place);
    this.attempt += 1;
    const { attempt } = this;
    const found: { position: Position | null } = { position: null };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, geolocation.waitMs);
    });
    await Promise.race([this.find(reason, attempt, found), timeout]);
    clearTimeout(timer);
    if (this.isAt("locating")) this.fail("failed", found.position);
  }

  /** Enters the outcome; `found` tells meanwhile how far it is. */
  private async find(
    reason: LocateReason,
    attempt: number,
    found: { position: Position | null },
  ): Promise<void> {
    try {
      const locator = await this.loadLocator();
      found.position = await locator.position(reason);
      const place = { city: await locator.cityAt(found.position), position: found.position };
      if (attempt !== this.attempt) return;
      this.enter("located", place);
      rememberPlace(place);
    } catch (error) {
      logFailure("locating failed", error);
      if (attempt === this.attempt && this.isAt("locating"))
        this.fail(isUnsupported(error) ? "unsupported" : "failed", found.position);
    }
  }

  /** Asked anew after each wait, during which it may have changed. */
  private isAt(state: LocationState): boolean {
    return this.state === state;
  }

  private fail(state: "failed" | "unsupported", position: Position | null): void {
    this.enter(state, { city: fallbackCity.name, position });
  }

  private enter(state: LocationState, place: Place | null): void {
    this.state = state;
    this.place = place;
  }
}

function isUnsupported(error: unknown): boolean {
  return isRecord(error) && error.reason === "unsupported";
}

export const locationStore = storeOf(
  (root) =>
    new LocationStore(async () => {
      const { deviceLocator } = await import("../features/location/deviceLocator.ts");
      return deviceLocator(root.api, root.get(bridgeDoor));
    }),
);
