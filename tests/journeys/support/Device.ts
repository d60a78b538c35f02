import type { Position } from "#contract/distance.ts";

/** Engines that the app runs on inside WeChat: Chromium on Android, WebKit on iPhones. */
export const engines = ["Chromium", "WebKit"] as const;
export type Engine = (typeof engines)[number];

/** A phone in WeChat or in another client, with either engine. Every wait is for what the customer sees. */
export interface Device {
  /** Opens a path of the app, or a full URL. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Returns the current URL without the host. */
  path(): Promise<string>;
  waitPath(pattern: RegExp): Promise<void>;
  /** Waits until the text is on the screen. */
  waitText(text: string): Promise<void>;
  /** Waits until a heading with the text is on the screen. */
  waitHeading(text: string): Promise<void>;
  /** Waits until the page has gone back from the history entries of closed modals. */
  waitModalHistory(): Promise<void>;
  /** Presses a button or link by the beginning of its name. */
  press(name: string): Promise<void>;
  /** Confirms the dialog on the screen. */
  confirm(): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(script: string): Promise<T>;
  /** Closes the device; throws when an error occurred that the customer did not see. */
  close(): Promise<void>;
}

/** Start options of a device. */
export interface DeviceOptions {
  /** Position that the phone itself reports (WGS-84); null when it refuses. */
  position?: Position | null;
  /**
   * The browser's own user agent; WeChat's by default. Under one without MicroMessenger the simulated WeChat gives the
   * page that of its platform.
   */
  userAgent?: string;
  /** True opens the app outside the simulated WeChat. */
  isOutsideWechat?: boolean;
}
