import MessageOutlined from "@ant-design/icons/MessageOutlined";
import PictureOutlined from "@ant-design/icons/PictureOutlined";
import { Button, Flex, type GetRef, Input, Segmented, Typography } from "antd";
import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { maxMessageLength } from "#contract/chat/limits.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { isComposing } from "../console/isComposing.ts";
import { toOptions } from "../console/toOptions.ts";
import { NoteField } from "../customer/NoteField.tsx";
import { CannedReplyMenu } from "./CannedReplyMenu.tsx";
import type { Conversation } from "./Conversation.ts";
import styles from "./MessageComposer.module.css";
import { type CannedReplies, useCannedReplies } from "./useCannedReplies.ts";

const messages = consoleMessages.composer;
const modeOptions = toOptions(messages.modes);

interface MessageComposerProps {
  conversation: Conversation;
}

/** Field for a reply to the customer, or a note that only colleagues see. */
export const MessageComposer = observer(function MessageComposer({ conversation }: MessageComposerProps) {
  const [mode, setMode] = useState<keyof typeof messages.modes>(conversation.note === "" ? "reply" : "note");
  return (
    <Flex vertical gap={6} className={clsx(styles.composer, mode === "note" && styles.noting)}>
      <div>
        <Segmented
          size="small"
          aria-label={messages.modeLabel}
          options={modeOptions}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === "reply" ? (
        <ReplyField conversation={conversation} />
      ) : (
        <NoteField conversation={conversation} onSaved={() => setMode("reply")} />
      )}
    </Flex>
  );
});

const ReplyField = observer(function ReplyField({ conversation }: MessageComposerProps) {
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  const menuId = useId();
  const canned = useCannedReplies(conversation, () => field.current?.focus());
  const excessCharacters = Array.from(conversation.draft.trim()).length - maxMessageLength;
  const canSend = conversation.draft.trim() !== "" && excessCharacters <= 0 && !canned.isOpen;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || canned.handleKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (canSend) conversation.sendDraft();
  };
  return (
    <>
      {canned.isOpen && <CannedReplyMenu id={menuId} canned={canned} />}
      <Input.TextArea
        ref={field}
        data-reply
        rows={3}
        aria-label={messages.label}
        placeholder={messages.field}
        {...menuState(canned, menuId)}
        value={conversation.draft}
        onChange={({ target }) => canned.type(target.value)}
        onKeyDown={onKeyDown}
        onPaste={({ clipboardData }) => sendImages(conversation, clipboardData.files)}
      />
      {excessCharacters > 0 && (
        <Typography.Text type="danger" role="alert">
          {messages.over(excessCharacters)}
        </Typography.Text>
      )}
      <Flex gap={4}>
        <ImageButton onChosen={(files) => sendImages(conversation, files)} />
        <Button
          type="text"
          icon={<MessageOutlined />}
          aria-label={messages.canned}
          title={messages.canned}
          onClick={canned.open}
        />
        <Button
          type="primary"
          disabled={!canSend}
          onClick={conversation.sendDraft}
          style={{ marginLeft: "auto" }}
        >
          {messages.send}
        </Button>
      </Flex>
    </>
  );
});

function ImageButton({ onChosen }: { onChosen: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        type="text"
        icon={<PictureOutlined aria-hidden />}
        title={messages.picture}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        multiple
        aria-label={messages.picture}
        onChange={({ target }) => {
          onChosen(target.files);
          // Allows choosing the same image again.
          target.value = "";
        }}
      />
    </>
  );
}

function menuState(canned: CannedReplies, menuId: string) {
  if (!canned.isOpen) return {};
  return { "aria-controls": menuId, "aria-activedescendant": `${menuId}-${canned.selectedIndex}` };
}

function sendImages(conversation: Conversation, files: FileList | null): void {
  for (const file of Array.from(files ?? []))
    if (file.type.startsWith("image/")) conversation.outbox.sendImage(file);
}
