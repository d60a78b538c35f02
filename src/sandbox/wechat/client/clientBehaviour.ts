import type { OpenPlatformState } from "../open/OpenPlatformState.ts";
import { AUTHORIZE_MODES, type OpenBehaviour } from "../open/openBehaviour.ts";
import { CONTAINERS, type Container, PLATFORMS, type Platform } from "./userAgents.ts";

/** How the page's storage behaves; see `storage`. */
const STORAGE_MODES = ["normal", "denied", "full", "lost"] as const;

/** The phone in the customer's hand, and how its WeChat behaves. */
export type ClientBehaviour = {
  platform: Platform;
  /** When `WeixinJSBridge` is there: at once, or only when the page is sent the event `__wechat-arrive`. */
  bridge: "normal" | "late";
  container: Container;
  /**
   * "denied" throws at every use of a storage, "full" at every write, "lost" has forgotten
   * everything when WeChat's authorisation page leads back.
   */
  storage: (typeof STORAGE_MODES)[number];
  /** `wx.config`: verified, always wrong, or never answered. */
  config: "normal" | "invalid" | "silent";
  /** Where the phone is, in GCJ-02. */
  latitude: number;
  longitude: number;
  location: "normal" | "denied" | "cancel" | "silent";
  /** "ask" shows the sheet; "lost" pays but never tells the page; "silent" does nothing at all. */
  payment: "ask" | "success" | "cancel" | "fail" | "lost" | "silent";
  /** 1 to 8, 2 is the usual size. */
  font_size: number;
  /** What the camera finds; an empty text means that the customer gave up. */
  scan_result: string;
};

/** A phone that nobody has touched, where lists of stores start. */
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

/** What the control panel changes: the phone, its owner, and how the page of authorisation behaves. */
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

/** Makes a change true; the owner and the authorisation are the open platform's to know. */
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

/** Everything the panel shows and tests read. */
export function toClientState(
  behaviour: ClientBehaviour,
  openPlatform: OpenPlatformState,
): Required<ClientChange> {
  const { user, authorize } = openPlatform.behaviour;
  return { ...behaviour, user, authorize };
}
