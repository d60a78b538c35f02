import { Button, Table, Typography } from "antd";
import type { MemberCardCredentials as Secrets } from "#contract/card/schema.ts";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { copyText } from "../../ui/copyText.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm } from "../../ui/notify.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";

const messages = staffPageMessages.cards;

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
      <Button onClick={onClose}>{uiMessages.cancel}</Button>
      {secrets.issue_id !== null && (
        <Button type="primary" onClick={onReissue}>
          {messages.tellAgain}
        </Button>
      )}
    </>
  );
  const footer = (
    <>
      <Button onClick={() => void copyText(asText)}>{messages.copyAll}</Button>
      <Button onClick={() => window.print()}>{messages.print}</Button>
      <Button type="primary" onClick={onRead}>
        {messages.seen}
      </Button>
    </>
  );
  return (
    <Dialog
      title={isLost ? messages.lostTitle : messages.secretTitle}
      onClose={isLost ? onClose : () => void leave()}
      footer={isLost ? lostFooter : footer}
    >
      <Typography.Paragraph>{isLost ? messages.lostText : messages.secretText}</Typography.Paragraph>
      <Table
        size="small"
        pagination={false}
        dataSource={[...cards]}
        rowKey={({ number }) => number}
        columns={[
          { title: messages.number, dataIndex: "number" },
          { title: messages.pin, render: (_, { pin }) => (pin === "" ? messages.pinGone : pin) },
        ]}
      />
    </Dialog>
  );
}
