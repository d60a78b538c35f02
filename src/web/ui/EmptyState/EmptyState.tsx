import { Button } from "../Button/Button.tsx";
import { Illustration, type IllustrationName } from "../Illustration.tsx";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  illustration?: IllustrationName;
  text: string;
  /** Single action to continue with. */
  action?: { text: string; onPress: () => void };
}

/** State of an empty list: an illustration, one sentence, and one button. */
export function EmptyState({ illustration = "food", text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Illustration name={illustration} />
      <p className={styles.text}>{text}</p>
      {action !== undefined && <Button onPress={action.onPress}>{action.text}</Button>}
    </div>
  );
}
