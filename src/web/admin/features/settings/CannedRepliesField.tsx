import { Button, Flex, Form, Input, Select } from "antd";
import { type CannedReplySetting, replySituations } from "#contract/chain-settings/chain-settings.ts";
import { cannedRepliesMax } from "#contract/constants.ts";
import { RowButton } from "../../ui/RowButton.tsx";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.replies;

interface CannedRepliesFieldProps {
  label: string;
  replies: readonly CannedReplySetting[];
  onChange: (replies: CannedReplySetting[]) => void;
  problem: string | undefined;
}

/** Editor of the replies that agents insert by a slash, in their order. */
export function CannedRepliesField({ label, replies, onChange, problem }: CannedRepliesFieldProps) {
  const change = (index: number, changes: Partial<CannedReplySetting>) =>
    onChange(replies.map((reply, at) => (at === index ? { ...reply, ...changes } : reply)));
  const moveUp = (index: number) => {
    const moved = [...replies];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  return (
    <Form.Item
      label={label}
      layout="vertical"
      extra={messages.hint}
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Flex vertical gap={8}>
        {replies.map((reply, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: replies have no id, and their texts change while typing
          <Flex key={index} gap={8} align="start">
            <Input
              aria-label={messages.title(index + 1)}
              value={reply.title}
              maxLength={10}
              style={{ width: 120 }}
              onChange={({ target }) => change(index, { title: target.value })}
            />
            <Select
              aria-label={messages.situation(index + 1)}
              value={reply.situation}
              style={{ width: 150 }}
              options={replySituations.map((value) => ({ value, label: messages.situations[value] }))}
              onChange={(situation) => change(index, { situation })}
            />
            <Input.TextArea
              aria-label={messages.text(index + 1)}
              value={reply.text}
              maxLength={500}
              autoSize={{ minRows: 1, maxRows: 6 }}
              style={{ flex: 1 }}
              onChange={({ target }) => change(index, { text: target.value })}
            />
            <RowButton
              text={messages.up}
              name={messages.upOf(index + 1)}
              disabled={index === 0}
              onPress={() => moveUp(index)}
            />
            <RowButton
              text={messages.remove}
              name={messages.removeOf(index + 1)}
              onPress={() => onChange(replies.filter((_, at) => at !== index))}
            />
          </Flex>
        ))}
        <Button
          style={{ alignSelf: "start" }}
          disabled={replies.length >= cannedRepliesMax}
          onClick={() => onChange([...replies, { title: "", text: "", situation: "any" }])}
        >
          {messages.add}
        </Button>
      </Flex>
    </Form.Item>
  );
}
