import type { MemberCardCredentials as Secrets } from "#contract/card/schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { confirm } from "#web/ui/notify.ts";
import { backOfficeMessages } from "../../app/backOfficeMessages.ts";
import { copyText } from "../../ui/copyText.ts";
import { Dialog } from "../../ui/Dialog/Dialog.tsx";
import table from "../../ui/Table.module.css";
import { uiMessages } from "../../ui/uiMessages.ts";
import styles from "./CardSecretsDialog.module.css";

const messages = backOfficeMessages.cards;

interface CardSecretsDialogProps {
  secrets: Secrets;
  /** Called when the credentials were read and saved elsewhere. */
  onRead: () => void;
  /** Leaving without them allows issuing them again once, as if they had never arrived. */
  onReissue: () => void;
  onClose: () => void;
}

/** Numbers and PINs of new cards, shown only once: to copy or print before they are gone. */
export function CardSecretsDialog({ secrets, onRead, onReissue, onClose }: CardSecretsDialogProps) {
  const cards = secrets.list;
  const isLost = cards.every(({ pin }) => pin === "");
  const leave = async () => {
    if (await confirm({ title: messages.leaveTitle, message: messages.leaveText })) onClose();
  };
  const asText = cards.map(({ number, pin }) => `${number}\t${pin}`).join("\n");
  const lostFooter = (
    <>
      <Button variant="plain" onPress={onClose}>
        {uiMessages.cancel}
      </Button>
      {secrets.issue_id !== null && <Button onPress={onReissue}>{messages.tellAgain}</Button>}
    </>
  );
  const footer = (
    <>
      <Button variant="plain" onPress={() => void copyText(asText)}>
        {messages.copyAll}
      </Button>
      <Button variant="plain" onPress={() => window.print()}>
        {messages.print}
      </Button>
      <Button onPress={onRead}>{messages.seen}</Button>
    </>
  );
  return (
    <Dialog
      title={isLost ? messages.lostTitle : messages.secretTitle}
      onClose={isLost ? onClose : () => void leave()}
      footer={isLost ? lostFooter : footer}
    >
      <p className={styles.text}>{isLost ? messages.lostText : messages.secretText}</p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{messages.number}</th>
            <th scope="col">{messages.pin}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map(({ number, pin }) => (
            <tr key={number}>
              <td className={styles.secret}>{number}</td>
              {pin === "" ? <td>{messages.pinGone}</td> : <td className={styles.secret}>{pin}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
