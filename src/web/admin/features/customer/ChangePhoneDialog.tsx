import { Button, Form, Input } from "antd";
import { useState } from "react";
import { validatePhone } from "#web/lib/login/loginValidation.ts";
import { withCode } from "../../ui/CodePrompt.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { uiMessages } from "../../ui/uiMessages.ts";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages.changePhone;
const formName = "change-phone";

interface ChangePhoneDialogProps {
  name: string;
  /** Changes the customer's number; `code` is that of the authenticator app where the server wants it. */
  onChange: (phone: string, reason: string, code?: string) => Promise<void>;
  onClose: () => void;
}

/** Prompts for the new number of a customer who has lost the old one, and how staff verified it. */
export function ChangePhoneDialog({ name, onChange, onClose }: ChangePhoneDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const change = async ({ phone, reason }: { phone: string; reason: string }) => {
    setIsBusy(true);
    const isDone = await runWithToast(
      () => withCode((code) => onChange(phone, reason.trim(), code)),
      messages.done,
    );
    setIsBusy(false);
    if (isDone) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{uiMessages.cancel}</Button>
      <Button type="primary" htmlType="submit" form={formName} loading={isBusy}>
        {messages.confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={messages.title(name)} onClose={onClose} footer={footer} isForm>
      <p>{messages.text}</p>
      <Form name={formName} layout="vertical" requiredMark={false} onFinish={change}>
        <Form.Item name="phone" label={messages.phone} rules={[{ validator: checkPhone }]}>
          <Input type="tel" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={messages.reason}
          rules={[{ required: true, whitespace: true, message: messages.reasonMissing }]}
        >
          <Input placeholder={messages.reasonHint} maxLength={200} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

async function checkPhone(_rule: unknown, phone = ""): Promise<void> {
  const problem = validatePhone(phone);
  if (problem !== undefined) throw new Error(problem);
}
