import { observer } from "mobx-react-lite";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { CaseRow } from "../features/refund/CaseRow.tsx";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePageSessions.module.css";
import { MoreRows } from "./MoreRows.tsx";
import { useChosen } from "./useChosen.ts";

const words = customerMessages.request;

/** The customers who wait for an answer about their money, the one that is due next first. */
export const ConsolePageCases = observer(function ConsolePageCases({ onChosen }: { onChosen: () => void }) {
  const desk = useAdminStore(deskStore);
  const { cases } = desk.cases;
  const { orderId, choose } = useChosen();
  if (!cases.isKnown) {
    const retry = () => void quietly("loading refund requests failed", cases.reload());
    return cases.pages.status === "failed" ? (
      <FailedState text={messageOf(cases.pages.error, words.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={4} className={styles.skeleton} />
    );
  }
  if (cases.items.length === 0) return <EmptyState drawing="order" text={words.empty} />;
  return (
    <ul className={styles.rows} aria-label={words.listLabel}>
      {cases.items.map((one) => (
        <CaseRow
          key={one.request_id}
          refundCase={one}
          isChosen={one.order_id === orderId}
          clock={desk.clock}
          onChoose={() => {
            choose(one.user_id, one.order_id);
            desk.showTab("refund");
            onChosen();
          }}
        />
      ))}
      <MoreRows list={cases} />
    </ul>
  );
});
