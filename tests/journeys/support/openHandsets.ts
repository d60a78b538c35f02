import { onTestFinished } from "vitest";
import { openStage, type Stage } from "../../../scripts/lib/stage.ts";
import { WebKitDriver } from "../../../scripts/lib/WebKitDriver.ts";
import { ChromiumHandset } from "./ChromiumHandset.ts";
import type { Engine, Handset, HandsetOptions } from "./Handset.ts";
import { WebKitHandset } from "./WebKitHandset.ts";
import { newPerson } from "./wechat.ts";

/** One installation with phones of both engines to look at it. */
export interface Handsets {
  stage: Stage;
  /** A new phone of a new person until the test's end, with empty storage, in a WeChat that behaves as usual. */
  open(engine: Engine, options?: HandsetOptions): Promise<{ handset: Handset; openid: string }>;
  close(): Promise<void>;
}

/** Starts the installation (with settings beside the usual ones) and both engines for one test file. */
export async function openHandsets(settings: Record<string, string> = {}): Promise<Handsets> {
  const stage = await openStage(settings);
  const driver = await WebKitDriver.start();
  return {
    stage,
    open: async (engine, options = {}) => {
      const openid = await newPerson(stage, engine === "WebKit" ? "ios" : "android");
      const handset =
        engine === "WebKit"
          ? await WebKitHandset.open(stage, driver, options)
          : await ChromiumHandset.open(stage, options);
      onTestFinished(() => handset.close());
      return { handset, openid };
    },
    close: async () => {
      await driver.close();
      await stage.close();
    },
  };
}
