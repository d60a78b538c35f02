import { makeAutoObservable, observableRef } from "mobx";
import { fallbackCity } from "#contract/constants.ts";
import type { Position } from "#contract/distance.ts";
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
  position(): Promise<Position>;
  cityAt(position: Position): Promise<string>;
}

/** Where the customer is, once asked for; a failure ends at the fallback city and never in an exception. */
export class LocationStore {
  state: LocationState = "idle";
  place: Place | null = null;
  private running: Promise<void> | null = null;
  private readonly loadLocator: () => Promise<Locator>;

  constructor(loadLocator: () => Promise<Locator>) {
    this.loadLocator = loadLocator;
    makeAutoObservable<this, "running" | "loadLocator">(
      this,
      { place: observableRef, running: false, loadLocator: false },
      { autoBind: true },
    );
  }

  /** The city to start with: the located one, else the fallback. */
  get city(): string {
    return this.place?.city ?? fallbackCity.name;
  }

  /** Asks the device and the map service; a call while one is running joins it. */
  locate(): Promise<void> {
    this.running ??= this.find().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async find(): Promise<void> {
    this.enter("locating", this.place);
    let position: Position | null = null;
    try {
      const locator = await this.loadLocator();
      position = await locator.position();
      const place = { city: await locator.cityAt(position), position };
      this.enter("located", place);
      rememberPlace(place);
    } catch (error) {
      logFailure("locating failed", error);
      this.enter(isUnsupported(error) ? "unsupported" : "failed", { city: fallbackCity.name, position });
    }
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
