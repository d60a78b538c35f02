import { confirm } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { officeMessages } from "../../officeMessages.ts";
import { copyText } from "../../parts/copyText.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import table from "../../parts/Table.module.css";
import type { CardSecret } from "../../stores/CardStore.ts";
import styles from "./CardSecrets.module.css";

const words = officeMessages.cards;

interface CardSecretsProps {
  cards: readonly CardSecret[];
  onClose: () => void;
}

/** The numbers and PINs of new cards, seen this once: to be copied or printed before they are gone. */
export function CardSecrets({ cards, onClose }: CardSecretsProps) {
  const leave = async () => {
    if (await confirm({ title: words.leaveTitle, message: words.leaveText })) onClose();
  };
  const asText = cards.map(({ number, pin }) => `${number}\t${pin}`).join("\n");
  const footer = (
    <>
      <Button look="plain" onPress={() => void copyText(asText)}>
        {words.copyAll}
      </Button>
      <Button look="plain" onPress={() => window.print()}>
        {words.print}
      </Button>
      <Button onPress={onClose}>{words.seen}</Button>
    </>
  );
  return (
    <Dialog title={words.secretTitle} onClose={() => void leave()} footer={footer}>
      <p className={styles.text}>{words.secretText}</p>
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
