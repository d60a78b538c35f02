import { Button } from "#web/ui/Button/Button.tsx";
import styles from "./RowButton.module.css";

interface RowButtonProps {
  text: string;
  /** The text with what it is about, for those who do not see the row around it. */
  name: string;
  onPress: () => void;
  disabled?: boolean;
}

/** A button of a row in a table. */
export function RowButton({ text, name, onPress, disabled = false }: RowButtonProps) {
  return (
    <Button size="small" variant="ghost" disabled={disabled} onPress={onPress}>
      <span className={styles.name}>{name}</span>
      <span aria-hidden="true">{text}</span>
    </Button>
  );
}
