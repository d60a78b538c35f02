import { observer } from "mobx-react-lite";
import { useState } from "react";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { boardMessages as words } from "../boardMessages.ts";
import { BoardColumns } from "../features/board/BoardColumns.tsx";
import { BoardHead } from "../features/board/BoardHead.tsx";
import { useArrivals } from "../features/board/useArrivals.ts";
import { useBoardRefresh } from "../features/board/useBoardRefresh.ts";
import { messages } from "../messages.ts";
import { ConnectionNotice } from "../parts/ConnectionNotice.tsx";
import { StoreGate } from "../parts/StoreGate.tsx";
import { useNow } from "../parts/useNow.ts";
import { boardStore } from "../stores/BoardStore.ts";
import { RolePage } from "./RolePage.tsx";

/** `/admin/orders`: the paid orders of a store by state, each with its next step. */
export function OrderBoardPage() {
  return (
    <RolePage roles={["store", "admin"]} forbidden={words.forbidden}>
      <StoreGate title={messages.titles.board}>
        <StoreBoard />
      </StoreGate>
    </RolePage>
  );
}

const StoreBoard = observer(function StoreBoard() {
  const { board, arrivals } = useAdminStore(boardStore);
  const load = useBoardRefresh();
  const now = useNow();
  const [hasSound, setHasSound] = useState(true);
  useArrivals(arrivals, hasSound);
  if (board.value === undefined) {
    if (board.status === "failed")
      return <FailedState text={messageOf(board.error, words.failed)} onRetry={load} />;
    return (
      <>
        <ConnectionNotice />
        <Skeleton rows={4} />
      </>
    );
  }
  return (
    <>
      <ConnectionNotice />
      <BoardHead now={now} hasSound={hasSound} onSound={setHasSound} onRefresh={load} />
      <BoardColumns now={now} onOutdated={load} />
    </>
  );
});
