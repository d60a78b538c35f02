import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { isAbortError } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { settingsStore } from "../../../app/SettingsStore.ts";
import { useStore } from "../../../app/useStores.ts";
import { profileMessages } from "../messages.ts";
import styles from "../ProfilePage.module.css";

const tapsNeeded = 7;
const tapsWithinMs = 3_000;

/** App version; seven taps within three seconds open the debug console where the installation allows it. */
export const VersionLabel = observer(function VersionLabel() {
  const { settings, load } = useStore(settingsStore);
  const taps = useRef<number[]>([]);
  useEffect(() => {
    load().catch((error: unknown) => {
      if (!isAbortError(error)) logError("loading the settings failed", error);
    });
  }, [load]);
  const tap = () => {
    const now = Date.now();
    taps.current = [...taps.current.filter((at) => now - at < tapsWithinMs), now];
    if (taps.current.length < tapsNeeded || settings.value?.vconsole !== true) return;
    taps.current = [];
    void openConsole();
  };
  return (
    // A hidden entry for developers is no control: keyboards and screen readers need not find it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see the line above
    <p className={styles.version} onClick={tap}>
      {settings.value ? profileMessages.version(settings.value.version) : " "}
    </p>
  );
});

async function openConsole(): Promise<void> {
  try {
    const { openDebugConsole } = await import("#web/bridge/openDebugConsole.ts");
    await openDebugConsole();
  } catch (error) {
    logError("the console did not open", error);
  }
}
