import { Button } from "#web/ui/Button/Button.tsx";
import styles from "./RowButton.module.css";

interface RowButtonProps {
  text: string;
  /** Text with its subject, for screen readers, which do not present the row around it. */
  name: string;
  onPress: () => void;
  disabled?: boolean;
}

/** Button in a table row. */
export function RowButton({ text, name, onPress, disabled = false }: RowButtonProps) {
  return (
    <Button size="small" variant="ghost" disabled={disabled} onPress={onPress}>
      <span className={styles.name}>{name}</span>
      <span aria-hidden="true">{text}</span>
    </Button>
  );
}
