import { Button, Flex, Form, Input } from "antd";
import type { CancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import { cancelReasonsMax } from "#contract/constants.ts";
import { RowButton } from "../../ui/RowButton.tsx";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.reasons;

interface CancelReasonsFieldProps {
  label: string;
  reasons: readonly CancelReason[];
  onChange: (reasons: CancelReason[]) => void;
  problem: string | undefined;
}

/** Editor of the reasons from which customers choose when they cancel. */
export function CancelReasonsField({ label, reasons, onChange, problem }: CancelReasonsFieldProps) {
  const add = () => {
    const number = Math.max(0, ...reasons.map((reason) => reason.number)) + 1;
    onChange([...reasons, { number, text: "" }]);
  };
  return (
    <Form.Item
      label={label}
      layout="vertical"
      {...(problem !== undefined && { validateStatus: "error", help: <span role="alert">{problem}</span> })}
    >
      <Flex vertical gap={8} style={{ maxWidth: 420 }}>
        {reasons.map((reason, index) => (
          <Flex key={reason.number} gap={8}>
            <Input
              aria-label={messages.text(index + 1)}
              value={reason.text}
              maxLength={20}
              onChange={({ target }) =>
                onChange(
                  reasons.map((one) => (one.number === reason.number ? { ...one, text: target.value } : one)),
                )
              }
            />
            <RowButton
              text={messages.remove}
              name={messages.removeOf(index + 1)}
              onPress={() => onChange(reasons.filter(({ number }) => number !== reason.number))}
            />
          </Flex>
        ))}
        <Button style={{ alignSelf: "start" }} disabled={reasons.length >= cancelReasonsMax} onClick={add}>
          {messages.add}
        </Button>
      </Flex>
    </Form.Item>
  );
}
