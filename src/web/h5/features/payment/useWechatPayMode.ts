import { useEffect, useLayoutEffect, useState } from "react";
import { clientFeatures, findClient } from "#web/bridge/clients.ts";
import { isWechat, readUserAgent } from "#web/bridge/environment.ts";
import { logError } from "#web/lib/logError.ts";
import { loadBridge } from "../../app/loadBridge.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { settingsStore } from "../../app/SettingsStore.ts";
import { useStores } from "../../app/useStores.ts";

/**
 * Mode of WeChat Pay: as usual, on a page of the mini-program, outside of it by a link, or probably only in another
 * client.
 */
export type WechatPayMode = "usual" | "page" | "link" | "elsewhere";

/** Timeout of the detection (ms); nothing waits for it, the notice appears when it is known. */
const detectTimeoutMs = 5_000;

/** Returns the WeChat Pay mode of this page; "usual" until the surrounding client is detected. */
export function useWechatPayMode(): WechatPayMode {
  const root = useStores();
  const [mode, setMode] = useState<WechatPayMode>("usual");
  // Before the first paint, but not in the first rendering, which may be the server's.
  useLayoutEffect(() => {
    if (clientFeatures[findClient(readUserAgent())].pay === "elsewhere") setMode("elsewhere");
  }, []);
  useEffect(() => {
    let isActive = true;
    detectMode(root).then(
      (found) => isActive && found !== "usual" && setMode(found),
      (error: unknown) => logError("how to pay here is not known", error),
    );
    return () => {
      isActive = false;
    };
  }, [root]);
  return mode;
}

async function detectMode(root: RootStore): Promise<WechatPayMode> {
  if (!isWechat(navigator.userAgent)) return "usual";
  if (!(await (await root.get(loadBridge)()).isMiniProgram(detectTimeoutMs))) return "usual";
  const { mini_program_pay_path: path = "" } = await root.get(settingsStore).load();
  return path === "" ? "link" : "page";
}
