import { useState } from "react";
import { Button } from "#web/shared/ui/Button.tsx";
import { Field } from "#web/shared/ui/Field.tsx";
import { boardMessages } from "../../boardMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { Choice } from "../../parts/Choice.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import styles from "./BoardDialog.module.css";
import { afterMinutes, pauseEndOf } from "./pauseUntil.ts";

const words = boardMessages.pause;
type Span = (typeof words.options)[number]["value"];

interface PauseDialogProps {
  /** The time of Shanghai that was chosen, "YYYY-MM-DD HH:mm". */
  onPause: (until: string) => void;
  onClose: () => void;
}

/** Asks until when the store takes no orders. */
export function PauseDialog({ onPause, onClose }: PauseDialogProps) {
  const [span, setSpan] = useState<Span>("30");
  const [time, setTime] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const pause = () => {
    const until = span === "time" ? pauseEndOf(time, Date.now()) : afterMinutes(Number(span), Date.now());
    if (until === null) setProblem(words.past);
    else onPause(until);
  };
  const footer = (
    <>
      <Button look="plain" onPress={onClose}>
        {partMessages.cancel}
      </Button>
      <Button onPress={pause}>{words.open}</Button>
    </>
  );
  return (
    <Dialog title={words.title} onClose={onClose} footer={footer}>
      <p className={styles.text}>{words.text}</p>
      <Choice label={words.label} options={words.options} value={span} onChange={setSpan} />
      {span === "time" && (
        <Field label={words.time} type="datetime-local" value={time} onChange={setTime} problem={problem} />
      )}
    </Dialog>
  );
}
