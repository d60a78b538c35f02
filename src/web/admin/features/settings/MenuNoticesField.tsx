import { Button, Flex, Form, Input } from "antd";
import { menuNoticesMax } from "#contract/constants.ts";
import { RowButton } from "../../ui/RowButton.tsx";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.notices;

interface MenuNoticesFieldProps {
  label: string;
  notices: readonly string[];
  onChange: (notices: string[]) => void;
  problem: string | undefined;
}

/** Editor of the notices above the dishes of menus, in their order. */
export function MenuNoticesField({ label, notices, onChange, problem }: MenuNoticesFieldProps) {
  const moveUp = (index: number) => {
    const moved = [...notices];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  return (
    <Form.Item
      label={label}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Flex vertical gap={8} style={{ maxWidth: 560 }}>
        {notices.map((notice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notices have no id, and their texts change while typing
          <Flex key={index} gap={8}>
            <Input
              aria-label={messages.text(index + 1)}
              value={notice}
              maxLength={menuNoticesMax.length}
              showCount
              onChange={({ target }) =>
                onChange(notices.map((one, at) => (at === index ? target.value : one)))
              }
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
              onPress={() => onChange(notices.filter((_, at) => at !== index))}
            />
          </Flex>
        ))}
        <Button
          style={{ alignSelf: "start" }}
          disabled={notices.length >= menuNoticesMax.count}
          onClick={() => onChange([...notices, ""])}
        >
          {messages.add}
        </Button>
      </Flex>
    </Form.Item>
  );
}
