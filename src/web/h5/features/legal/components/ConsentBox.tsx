import { Checkbox } from "#web/ui/Checkbox/Checkbox.tsx";
import { legalMessages as messages } from "../legalMessages.ts";
import styles from "./ConsentBox.module.css";
import { TextLinks } from "./TextLinks.tsx";

interface ConsentBoxProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
}

/** Box with which a customer agrees to the texts at the login; the links stand beside its label, not in it. */
export function ConsentBox({ isTicked, onChange }: ConsentBoxProps) {
  return (
    <div className={styles.box}>
      <Checkbox checked={isTicked} onChange={onChange}>
        {messages.box.before}
      </Checkbox>
      <span>
        <TextLinks />
      </span>
    </div>
  );
}
