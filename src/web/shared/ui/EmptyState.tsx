import { Button } from "./Button.tsx";
import { Drawing, type DrawingName } from "./Drawing.tsx";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  drawing?: DrawingName;
  text: string;
  /** The one way on. */
  action?: { text: string; onPress: () => void };
}

/** What an empty list shows: a drawing, one sentence, and one button. */
export function EmptyState({ drawing = "food", text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <p className={styles.text}>{text}</p>
      {action !== undefined && <Button onPress={action.onPress}>{action.text}</Button>}
    </div>
  );
}
