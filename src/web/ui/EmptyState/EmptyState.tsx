import { Button } from "../Button/Button.tsx";
import { Illustration, type IllustrationName } from "../Illustration.tsx";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  illustration?: IllustrationName;
  text: string;
  /** The one way on. */
  action?: { text: string; onPress: () => void };
}

/** What an empty list shows: a drawing, one sentence, and one button. */
export function EmptyState({ illustration = "food", text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Illustration name={illustration} />
      <p className={styles.text}>{text}</p>
      {action !== undefined && <Button onPress={action.onPress}>{action.text}</Button>}
    </div>
  );
}
