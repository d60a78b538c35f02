import { Alert, Button, Form, Input } from "antd";
import { loginMessages as messages } from "#web/lib/login/loginMessages.ts";
import type { useLoginForm } from "#web/lib/login/useLoginForm.ts";

interface StaffLoginFormProps {
  form: ReturnType<typeof useLoginForm>;
  /** Label of the button. */
  submit: string;
}

/** Form with phone, code and its countdown. */
export function StaffLoginForm({ form, submit }: StaffLoginFormProps) {
  const { values, problems, change, busy, secondsLeft } = form;
  const isSending = busy === "sending" || busy === "proving";
  const status = (problem: string | undefined) =>
    problem === undefined
      ? {}
      : { validateStatus: "error" as const, help: <span role="alert">{problem}</span> };
  return (
    <Form layout="vertical" onFinish={() => void form.submit()} requiredMark={false}>
      <Form.Item label={messages.phone} htmlFor="staff-phone" {...status(problems.phone)}>
        <Input
          id="staff-phone"
          size="large"
          type="tel"
          autoComplete="tel"
          maxLength={20}
          placeholder={messages.phoneHint}
          value={values.phone}
          onChange={(event) => change("phone")(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={messages.code} htmlFor="staff-code" {...status(problems.code)}>
        <Input
          id="staff-code"
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          placeholder={messages.codeHint}
          value={values.code}
          onChange={(event) => change("code")(event.target.value)}
          suffix={
            <Button
              type="link"
              size="small"
              loading={isSending}
              disabled={secondsLeft > 0}
              onClick={() => void form.sendCode()}
            >
              {secondsLeft > 0 ? messages.resendIn(secondsLeft) : messages.sendCode}
            </Button>
          }
        />
      </Form.Item>
      {busy === "proving" && <Alert type="info" title={messages.proving} role="status" />}
      {problems.form !== undefined && (
        <Alert type="error" title={problems.form} role="alert" style={{ marginBottom: 12 }} />
      )}
      <Button
        block
        type="primary"
        size="large"
        htmlType="submit"
        disabled={busy !== null}
        loading={busy === "entering"}
      >
        {submit}
      </Button>
    </Form>
  );
}
