import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { OtherRestaurantButton } from "../../ui/RequireRestaurant.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { Switch } from "../../ui/Switch.tsx";
import { restaurantSettingsStore } from "../restaurant/RestaurantSettingsStore.ts";
import { selectedRestaurantStore } from "../restaurant/SelectedRestaurantStore.ts";
import styles from "./BoardHeader.module.css";
import { boardStore } from "./BoardStore.ts";
import { boardMessages as messages } from "./boardMessages.ts";
import { findLongestWaiting, minutesSince, toOrderCode } from "./boardOrder.ts";
import { PauseDialog } from "./PauseDialog.tsx";
import { TodayHoursDialog } from "./TodayHoursDialog.tsx";

interface BoardHeaderProps {
  now: number;
  hasSound: boolean;
  onSound: (isOn: boolean) => void;
  onRefresh: () => void;
}

/** Header of the board: restaurant, whether it accepts orders, longest wait, and the switches. */
export const BoardHeader = observer(function BoardHeader({
  now,
  hasSound,
  onSound,
  onRefresh,
}: BoardHeaderProps) {
  const board = useAdminStore(boardStore);
  const { board: loadable } = board;
  const longest = findLongestWaiting(board.orders);
  return (
    <>
      <PageHeader title={adminMessages.titles.board} note={loadable.value?.restaurant.storename ?? ""}>
        <Switch label={messages.sound} isChecked={hasSound} onChange={onSound} />
        <RestaurantStatus />
        <OtherRestaurantButton />
        <Button size="small" onClick={onRefresh}>
          {messages.refresh}
        </Button>
      </PageHeader>
      {longest !== null && (
        <p className={styles.longest}>
          {messages.longestOf(toOrderCode(longest), minutesSince(longest.paid_at, now))}
        </p>
      )}
      {loadable.status === "failed" && (
        <p className={styles.old} role="alert">
          {toErrorMessage(loadable.error, messages.failed)}
        </p>
      )}
    </>
  );
});

/** Status and switches for accepting orders; hidden until the status is known. */
const RestaurantStatus = observer(function RestaurantStatus() {
  const settingsStore = useAdminStore(restaurantSettingsStore);
  const { id } = useAdminStore(selectedRestaurantStore);
  const workSettings = useAdminStore(workSettingsStore);
  useEffect(() => workSettings.load(), [workSettings]);
  const [openDialog, setOpenDialog] = useState<"pause" | "hours" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the settings of another restaurant
  useEffect(() => {
    void logErrors("loading the restaurant's settings failed", settingsStore.load());
    return settingsStore.reset;
  }, [settingsStore, id]);
  const settings = settingsStore.settings.value;
  if (settings === undefined) return null;
  const isPaused = settings.paused_until !== null;
  const pause = async (until: string) => {
    if (await runWithToast(() => settingsStore.pause(until), messages.pause.done)) setOpenDialog(null);
  };
  // The page may have been open since yesterday, and others change the hours too.
  const openHours = async () => {
    if (await runWithToast(settingsStore.load)) setOpenDialog("hours");
  };
  return (
    <>
      <Switch
        label={messages.autoAccept}
        isChecked={settings.auto_accept}
        disabled={settingsStore.isBusy || !settings.may_set_auto_accept}
        onChange={(isOn) =>
          void runWithToast(
            () => settingsStore.setAutoAccept(isOn),
            isOn ? messages.autoOn : messages.autoOff(workSettings.current?.unaccepted_minutes),
          )
        }
      />
      <span className={settings.status === "open" ? styles.open : styles.shut}>
        {settings.paused_until === null
          ? settings.status_text
          : messages.pause.until(formatTimestamp(settings.paused_until))}
      </span>
      <Button
        size="small"
        disabled={settingsStore.isBusy}
        onClick={() =>
          isPaused
            ? void runWithToast(() => settingsStore.pause(null), messages.pause.resumed)
            : setOpenDialog("pause")
        }
      >
        {isPaused ? messages.pause.resume : messages.pause.open}
      </Button>
      <Button size="small" disabled={settingsStore.isBusy} onClick={() => void openHours()}>
        {messages.todayHours.open}
      </Button>
      {openDialog === "pause" && (
        <PauseDialog onPause={(until) => void pause(until)} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "hours" && (
        <TodayHoursDialog
          today={settings.today}
          onSave={(spans) => settingsStore.setTodayHours(settings.today.date, spans)}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  );
});
