import { Button, Flex, Input, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { maxMessageLength } from "#contract/chat/limits.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { isComposing } from "../console/isComposing.ts";
import type { Conversation } from "../conversation/Conversation.ts";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages.notes;

interface NoteFieldProps {
  /** Holds the unsaved text. */
  conversation: Conversation;
  onSaved?: () => void;
}

/** Field for a note; it keeps its text until saved, even while another customer is selected. Enter saves. */
export const NoteField = observer(function NoteField({ conversation, onSaved }: NoteFieldProps) {
  const { customer } = useAdminStore(consoleStore);
  const text = conversation.note.trim();
  const [problem, setProblem] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (text === "" || isSaving) return;
    setProblem("");
    setIsSaving(true);
    try {
      await customer.addNote(text);
      conversation.setNote("");
      onSaved?.();
    } catch (error) {
      setProblem(toErrorMessage(error, messages.saveFailed));
    }
    setIsSaving(false);
  };
  return (
    <Flex vertical gap={6} align="end">
      <Input.TextArea
        data-reply
        rows={3}
        maxLength={maxMessageLength}
        aria-label={messages.field}
        placeholder={messages.field}
        value={conversation.note}
        onChange={({ target }) => conversation.setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      {problem !== "" && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
      <Button type="primary" disabled={text === ""} loading={isSaving} onClick={() => void save()}>
        {messages.save}
      </Button>
    </Flex>
  );
});
