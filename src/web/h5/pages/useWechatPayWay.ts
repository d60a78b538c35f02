import { useEffect, useState } from "react";
import { isWechat } from "#web/bridge/environment.ts";
import { logFailure } from "#web/shared/log.ts";
import type { RootStore } from "../RootStore.ts";
import { bridgeDoor } from "../stores/bridgeDoor.ts";
import { settingsStore } from "../stores/SettingsStore.ts";
import { useStores } from "../useStores.ts";

/** How WeChat Pay works here: as usual, on a page of the mini-program, or outside of it by a link. */
export type WechatPayWay = "usual" | "page" | "link";

/** Nobody waits for it: the note comes when it is known. */
const waitMs = 5_000;

/** How WeChat Pay works where this page runs; "usual" until the client around the page is known. */
export function useWechatPayWay(): WechatPayWay {
  const root = useStores();
  const [way, setWay] = useState<WechatPayWay>("usual");
  useEffect(() => {
    let isOn = true;
    findWay(root).then(
      (found) => isOn && setWay(found),
      (error: unknown) => logFailure("how to pay here is not known", error),
    );
    return () => {
      isOn = false;
    };
  }, [root]);
  return way;
}

async function findWay(root: RootStore): Promise<WechatPayWay> {
  if (!isWechat(navigator.userAgent)) return "usual";
  if (!(await (await root.get(bridgeDoor)()).isMiniProgram(waitMs))) return "usual";
  const { mini_program_pay_path: path = "" } = await root.get(settingsStore).load();
  return path === "" ? "link" : "page";
}
