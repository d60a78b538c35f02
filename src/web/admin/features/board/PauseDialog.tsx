import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./BoardDialog.module.css";
import { boardMessages } from "./boardMessages.ts";
import { parsePauseEnd, pauseEndAfter } from "./pauseEnd.ts";

const messages = boardMessages.pause;
type Span = (typeof messages.options)[number]["value"];

interface PauseDialogProps {
  /** Chosen time in Shanghai, "YYYY-MM-DD HH:mm". */
  onPause: (until: string) => void;
  onClose: () => void;
}

/** Prompts for the end of a pause, until which the restaurant accepts no orders. */
export function PauseDialog({ onPause, onClose }: PauseDialogProps) {
  const [span, setSpan] = useState<Span>("30");
  const [time, setTime] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const pause = () => {
    const until = span === "time" ? parsePauseEnd(time, Date.now()) : pauseEndAfter(Number(span), Date.now());
    if (until === null) setProblem(messages.past);
    else onPause(until);
  };
  return (
    <Dialog title={messages.title} onClose={onClose} submit={{ text: messages.open, onPress: pause }}>
      <p className={styles.text}>{messages.text}</p>
      <RadioGroup label={messages.label} options={messages.options} value={span} onChange={setSpan} />
      {span === "time" && (
        <TextField
          label={messages.time}
          type="datetime-local"
          value={time}
          onChange={setTime}
          problem={problem}
        />
      )}
    </Dialog>
  );
}
