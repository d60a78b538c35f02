import { onTestFinished } from "vitest";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../../scripts/lib/WebKitDriver.ts";
import { ChromiumDevice } from "./ChromiumDevice.ts";
import type { Device, DeviceOptions, Engine } from "./Device.ts";
import { startEnvironment } from "./startEnvironment.ts";
import { WebKitDevice } from "./WebKitDevice.ts";
import { createWechatUser } from "./wechat.ts";

/** One installation with phones of both engines. */
export interface DevicePool {
  environment: TestEnvironment;
  /**
   * Opens a new phone of a new user until the test's end, with empty storage, by default in a WeChat with default
   * behaviour.
   */
  open(engine: Engine, options?: DeviceOptions): Promise<{ handset: Device; openid: string }>;
  close(): Promise<void>;
}

/** Starts both engines for one test file, by default with the worker's installation. */
export async function openDevicePool(
  environment: Promise<TestEnvironment> = startEnvironment(),
): Promise<DevicePool> {
  const stage = await environment;
  const driver = await WebKitDriver.start();
  return {
    environment: stage,
    open: async (engine, options = {}) => {
      const openid = await createWechatUser(stage, engine === "WebKit" ? "ios" : "android");
      const handset =
        engine === "WebKit"
          ? await WebKitDevice.open(stage, driver, options)
          : await ChromiumDevice.open(stage, options);
      onTestFinished(() => handset.close());
      return { handset, openid };
    },
    close: async () => {
      await driver.close();
      await stage.close();
    },
  };
}
