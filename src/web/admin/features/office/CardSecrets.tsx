import type { CardSecrets as Secrets } from "#contract/card/schema.ts";
import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { officeMessages } from "../../officeMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { copyText } from "../../parts/copyText.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import table from "../../parts/Table.module.css";
import styles from "./CardSecrets.module.css";

const words = officeMessages.cards;

interface CardSecretsProps {
  secrets: Secrets;
  /** They were read and are safe elsewhere. */
  onSeen: () => void;
  /** Whoever leaves without them may have them told again once, as who never got them. */
  onTellAgain: () => void;
  onClose: () => void;
}

/** The numbers and PINs of new cards, seen this once: to be copied or printed before they are gone. */
export function CardSecrets({ secrets, onSeen, onTellAgain, onClose }: CardSecretsProps) {
  const cards = secrets.list;
  const isLost = cards.every(({ pin }) => pin === "");
  const leave = async () => {
    if (await confirm({ title: words.leaveTitle, message: words.leaveText })) onClose();
  };
  const asText = cards.map(({ number, pin }) => `${number}\t${pin}`).join("\n");
  const lostFooter = (
    <>
      <Button look="plain" onPress={onClose}>
        {partMessages.cancel}
      </Button>
      {secrets.issue_id !== null && <Button onPress={onTellAgain}>{words.tellAgain}</Button>}
    </>
  );
  const footer = (
    <>
      <Button look="plain" onPress={() => void copyText(asText)}>
        {words.copyAll}
      </Button>
      <Button look="plain" onPress={() => window.print()}>
        {words.print}
      </Button>
      <Button onPress={onSeen}>{words.seen}</Button>
    </>
  );
  return (
    <Dialog
      title={isLost ? words.lostTitle : words.secretTitle}
      onClose={isLost ? onClose : () => void leave()}
      footer={isLost ? lostFooter : footer}
    >
      <p className={styles.text}>{isLost ? words.lostText : words.secretText}</p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.number}</th>
            <th scope="col">{words.pin}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map(({ number, pin }) => (
            <tr key={number}>
              <td className={styles.secret}>{number}</td>
              {pin === "" ? <td>{words.pinGone}</td> : <td className={styles.secret}>{pin}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
