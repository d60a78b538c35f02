import { useState } from "react";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import styles from "./LoginForm.module.css";
import { loginMessages as messages } from "./loginMessages.ts";
import type { useLoginForm } from "./useLoginForm.ts";

interface LoginFormProps {
  form: ReturnType<typeof useLoginForm>;
  /** Label of the button. */
  submit: string;
  hasInvite?: boolean;
}

/** Form with phone, code and its countdown, and an optional invite code. */
export function LoginForm({ form, submit, hasInvite = false }: LoginFormProps) {
  const { values, problems, change } = form;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={styles.card}>
        <Field
          label={messages.phone}
          value={values.phone}
          onChange={change("phone")}
          problem={problems.phone}
          placeholder={messages.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
        <Field
          label={messages.code}
          value={values.code}
          onChange={change("code")}
          problem={problems.code}
          placeholder={messages.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          trailing={<CodeButton form={form} />}
        />
        {hasInvite && <InviteField value={values.inviteCode} onChange={change("inviteCode")} />}
      </div>
      {form.busy === "proving" && (
        <p className={styles.note} role="status">
          {messages.proving}
        </p>
      )}
      {problems.form !== undefined && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <Button type="submit" size="large" disabled={form.busy !== null} isBusy={form.busy === "entering"}>
        {submit}
      </Button>
    </form>
  );
}

function CodeButton({ form }: { form: ReturnType<typeof useLoginForm> }) {
  const isWaiting = form.secondsLeft > 0;
  return (
    <Button
      variant="ghost"
      className={styles.code}
      onPress={() => void form.sendCode()}
      isBusy={form.busy === "sending" || form.busy === "proving"}
      disabled={isWaiting}
    >
      {isWaiting ? messages.resendIn(form.secondsLeft) : messages.sendCode}
    </Button>
  );
}

/** Collapsed unless a link brought a code: most customers have none. */
function InviteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [isOpen, setIsOpen] = useState(value !== "");
  if (!isOpen)
    return (
      <button type="button" className={styles.unfold} aria-expanded={false} onClick={() => setIsOpen(true)}>
        {messages.invite}
        <Icon name="down" size={16} />
      </button>
    );
  return (
    <div className={styles.invite}>
      <Field
        label={messages.invite}
        value={value}
        onChange={onChange}
        placeholder={messages.inviteHint}
        autoComplete="off"
        maxLength={32}
      />
    </div>
  );
}
