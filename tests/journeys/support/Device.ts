import type { Position } from "#contract/distance.ts";

/** The engines that the app runs on inside WeChat: that of Androids, and that of iPhones. */
export const engines = ["Chromium", "WebKit"] as const;
export type Engine = (typeof engines)[number];

/** A phone in WeChat, whichever engine it has. Every wait is for what the customer sees. */
export interface Device {
  /** Opens a path of the app, or a whole address. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** The address without the host. */
  path(): Promise<string>;
  waitPath(pattern: RegExp): Promise<void>;
  /** Waits until these words are on the screen. */
  waitText(text: string): Promise<void>;
  /** Presses a button or link by the beginning of its name. */
  press(name: string): Promise<void>;
  /** Says yes to the question on the screen. */
  confirm(): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(script: string): Promise<T>;
  /** Puts the phone away; fails when something went wrong that the customer did not see. */
  close(): Promise<void>;
}

/** What a handset starts with. */
export interface DeviceOptions {
  /** What the phone itself tells about where it is (WGS-84); null when it refuses. */
  position?: Position | null;
}
