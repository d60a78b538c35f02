import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStore, useAdminStores } from "../../AdminStores.ts";
import { boardMessages as words } from "../../boardMessages.ts";
import { messages } from "../../messages.ts";
import { attempt, fetchFor } from "../../parts/attempt.ts";
import { chinaMoment } from "../../parts/chinaMoment.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { Switch } from "../../parts/Switch.tsx";
import { boardStore } from "../../stores/BoardStore.ts";
import { chosenStore } from "../../stores/ChosenStore.ts";
import { storeSwitches } from "../../stores/StoreSwitches.ts";
import styles from "./BoardHead.module.css";
import { codeOf, longestWaiting, minutesSince } from "./boardOrder.ts";
import { PauseDialog } from "./PauseDialog.tsx";

interface BoardHeadProps {
  now: number;
  hasSound: boolean;
  onSound: (isOn: boolean) => void;
  onRefresh: () => void;
}

/** Above the board: which store, whether it takes orders, who waits longest, and the switches. */
export const BoardHead = observer(function BoardHead({ now, hasSound, onSound, onRefresh }: BoardHeadProps) {
  const { staff } = useAdminStores();
  const board = useAdminStore(boardStore);
  const chosen = useAdminStore(chosenStore);
  const { board: shown } = board;
  const longest = longestWaiting(board.orders);
  return (
    <>
      <PageHead title={messages.titles.board} note={shown.value?.restaurant.storename ?? ""}>
        <Switch label={words.sound} isOn={hasSound} onChange={onSound} />
        <StoreState />
        {staff.me?.role === "admin" && (
          <Button size="small" look="plain" onPress={() => chosen.pick("")}>
            {words.otherStore}
          </Button>
        )}
        <Button size="small" look="plain" onPress={onRefresh}>
          {words.refresh}
        </Button>
      </PageHead>
      {longest !== null && (
        <p className={styles.longest}>
          {words.longestOf(codeOf(longest), minutesSince(longest.paid_at, now))}
        </p>
      )}
      {shown.status === "failed" && (
        <p className={styles.old} role="alert">
          {messageOf(shown.error, words.failed)}
        </p>
      )}
    </>
  );
});

/** Whether the store takes orders, and the switches for it; not there until it is known. */
const StoreState = observer(function StoreState() {
  const switches = useAdminStore(storeSwitches);
  const { id } = useAdminStore(chosenStore);
  const [isPausing, setIsPausing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another store is asked for anew
  useEffect(() => {
    fetchFor(switches.load);
    return switches.reset;
  }, [switches, id]);
  const desk = switches.desk.value;
  if (desk === undefined) return null;
  const isPaused = desk.paused_until !== null;
  const pause = async (until: string) => {
    if (await attempt(() => switches.pause(until), words.pause.done)) setIsPausing(false);
  };
  return (
    <>
      <Switch
        label={words.autoAccept}
        isOn={desk.auto_accept}
        disabled={switches.isBusy}
        onChange={(isOn) =>
          void attempt(() => switches.setAutoAccept(isOn), isOn ? words.autoOn : words.autoOff)
        }
      />
      <span className={desk.status === "open" ? styles.open : styles.shut}>
        {desk.paused_until === null ? desk.status_text : words.pause.until(chinaMoment(desk.paused_until))}
      </span>
      <Button
        size="small"
        look="plain"
        disabled={switches.isBusy}
        onPress={() =>
          isPaused ? void attempt(() => switches.pause(null), words.pause.resumed) : setIsPausing(true)
        }
      >
        {isPaused ? words.pause.resume : words.pause.open}
      </Button>
      {isPausing && (
        <PauseDialog onPause={(until) => void pause(until)} onClose={() => setIsPausing(false)} />
      )}
    </>
  );
});
