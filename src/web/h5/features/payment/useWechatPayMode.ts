import { useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { logError } from "#web/lib/logError.ts";
import { loadBridge } from "../../app/loadBridge.ts";
import type { RootStore } from "../../app/RootStore.ts";
import { settingsStore } from "../../app/SettingsStore.ts";
import { useStores } from "../../app/useStores.ts";

/** How WeChat Pay works here: as usual, on a page of the mini-program, or outside of it by a link. */
export type WechatPayMode = "usual" | "page" | "link";

/** Nobody waits for it: the note comes when it is known. */
const detectTimeoutMs = 5_000;

/** How WeChat Pay works where this page runs; "usual" until the client around the page is known. */
export function useWechatPayMode(): WechatPayMode {
  const root = useStores();
  const [mode, setMode] = useState<WechatPayMode>("usual");
  useEffect(() => {
    let isActive = true;
    detectMode(root).then(
      (found) => isActive && setMode(found),
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
