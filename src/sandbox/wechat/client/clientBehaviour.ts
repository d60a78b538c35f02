import type { OpenPlatformState } from "../open/OpenPlatformState.ts";
import { AUTHORIZE_MODES, type OpenBehaviour } from "../open/openBehaviour.ts";
import { CONTAINERS, type Container, PLATFORMS, type Platform } from "./userAgents.ts";

/** Behaviour of the page's storage; see `storage`. */
const STORAGE_MODES = ["normal", "denied", "full", "lost"] as const;

/** The customer's phone and the behaviour of its WeChat. */
export type ClientBehaviour = {
  platform: Platform;
  /** Availability of `WeixinJSBridge`: at once, or only when the page is sent the event `__wechat-arrive`. */
  bridge: "normal" | "late";
  container: Container;
  /**
   * "denied" throws at every use of a storage, "full" at every write, "lost" has lost all entries when
   * WeChat's authorisation page redirects back.
   */
  storage: (typeof STORAGE_MODES)[number];
  /** Result of `wx.config`: verified, always invalid, or never answered. */
  config: "normal" | "invalid" | "silent";
  /** Position of the phone, in GCJ-02. */
  latitude: number;
  longitude: number;
  location: "normal" | "denied" | "cancel" | "silent";
  /** "ask" shows the sheet; "lost" pays without notifying the page; "silent" does nothing at all. */
  payment: "ask" | "success" | "cancel" | "fail" | "lost" | "silent";
  /** 1 to 8, 2 is the default size. */
  font_size: number;
  /** Result of a camera scan; an empty text means that the customer cancelled. */
  scan_result: string;
};

/** Default behaviour of a new phone, located where lists of restaurants start. */
export const DEFAULT_CLIENT_BEHAVIOUR: Readonly<ClientBehaviour> = {
  platform: "android",
  bridge: "normal",
  container: "browser",
  storage: "normal",
  config: "normal",
  latitude: 31.1898,
  longitude: 121.437,
  location: "normal",
  payment: "ask",
  font_size: 2,
  scan_result: "",
};

/** Settings of the control panel: the phone, its owner, and the authorisation page's behaviour. */
export type ClientChange = Partial<ClientBehaviour & Pick<OpenBehaviour, "user" | "authorize">>;

/** JSON schema of a change. */
export const clientChangeSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    platform: { enum: PLATFORMS },
    bridge: { enum: ["normal", "late"] },
    container: { enum: CONTAINERS },
    storage: { enum: STORAGE_MODES },
    config: { enum: ["normal", "invalid", "silent"] },
    latitude: { type: "number", minimum: -90, maximum: 90 },
    longitude: { type: "number", minimum: -180, maximum: 180 },
    location: { enum: ["normal", "denied", "cancel", "silent"] },
    payment: { enum: ["ask", "success", "cancel", "fail", "lost", "silent"] },
    font_size: { type: "integer", minimum: 1, maximum: 8 },
    scan_result: { type: "string", maxLength: 2000 },
    user: { type: "string", pattern: "^[\\w-]{6,64}$" },
    authorize: { enum: AUTHORIZE_MODES },
  },
};

/** Applies a change; the owner and the authorisation belong to the open platform's state. */
export function applyChange(
  change: ClientChange,
  behaviour: ClientBehaviour,
  openPlatform: OpenPlatformState,
): void {
  const { user, authorize, ...clientChange } = change;
  Object.assign(behaviour, clientChange);
  if (user !== undefined) openPlatform.behaviour.user = user;
  if (authorize !== undefined) openPlatform.behaviour.authorize = authorize;
}

/** Returns the state shown by the panel and read by tests. */
export function toClientState(
  behaviour: ClientBehaviour,
  openPlatform: OpenPlatformState,
): Required<ClientChange> {
  const { user, authorize } = openPlatform.behaviour;
  return { ...behaviour, user, authorize };
}
