import { Button } from "antd";
import styles from "./RowButton.module.css";

interface RowButtonProps {
  text: string;
  /** Text with its subject, for screen readers, which do not present the row around it. */
  name: string;
  onPress: () => void;
  disabled?: boolean;
}

/** antd's Button in a table row, named with the row's subject. */
export function RowButton({ text, name, onPress, disabled = false }: RowButtonProps) {
  return (
    <Button type="link" size="small" disabled={disabled} onClick={onPress}>
      <span className={styles.name}>{name}</span>
      <span aria-hidden="true">{text}</span>
    </Button>
  );
}
