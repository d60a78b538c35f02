import { Alert, Button, Flex } from "antd";
import { useState } from "react";
import type { OpeningSpans } from "#contract/restaurant/opening-hours.schema.ts";
import { formatSpans } from "#contract/restaurant/opening-hours.ts";
import type { RestaurantSettings } from "#contract/staff/restaurant/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { hasAllTimes } from "../../ui/hasAllTimes.ts";
import { success } from "../../ui/notify.tsx";
import { OpeningSpansField } from "../../ui/OpeningSpansField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import styles from "./BoardDialog.module.css";
import { boardMessages } from "./boardMessages.ts";

const messages = boardMessages.todayHours;

interface TodayHoursDialogProps {
  today: RestaurantSettings["today"];
  /** Saves the hours of `today`, null for those of the weekday; resolves with the codes of bookings outside them. */
  onSave: (spans: OpeningSpans | null) => Promise<string[]>;
  onClose: () => void;
}

/** Prompts for the times of opening of today; names the bookings that the new ones leave out. */
export function TodayHoursDialog({ today, onSave, onClose }: TodayHoursDialogProps) {
  const [spans, setSpans] = useState(today.spans);
  const [problem, setProblem] = useState<string | null>(null);
  const [outside, setOutside] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (next: OpeningSpans | null) => {
    if (next !== null && !hasAllTimes(next)) return setProblem(uiMessages.openingSpans.incomplete);
    setProblem(null);
    setIsBusy(true);
    try {
      const codes = await onSave(next);
      success(messages.saved);
      if (codes.length === 0) onClose();
      else setOutside(codes);
    } catch (error) {
      setProblem(toErrorMessage(error, uiMessages.actFailed));
    }
    setIsBusy(false);
  };
  if (outside.length > 0)
    return (
      <Dialog
        title={messages.title}
        onClose={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            {messages.understood}
          </Button>
        }
      >
        <Alert type="warning" role="alert" showIcon title={messages.outside(outside)} />
      </Dialog>
    );
  const submit = { text: messages.save, onPress: () => void save(spans), isBusy };
  return (
    // The bookings that are left out are told once: the dialog stays until they are known.
    <Dialog title={messages.title} onClose={() => isBusy || onClose()} submit={submit} width={640}>
      <p className={styles.text}>{messages.text(today.date, formatSpans(today.usual_spans))}</p>
      <OpeningSpansField day={messages.day} spans={spans} onChange={setSpans} />
      <p className={styles.hint}>{uiMessages.openingSpans.hint}</p>
      {problem !== null && <Alert type="error" role="alert" showIcon title={problem} />}
      {today.is_special && (
        <Flex className={styles.usual ?? ""}>
          <Button size="small" disabled={isBusy} onClick={() => void save(null)}>
            {messages.usual}
          </Button>
        </Flex>
      )}
    </Dialog>
  );
}
