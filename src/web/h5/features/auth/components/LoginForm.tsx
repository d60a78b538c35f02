import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { loginMessages as messages } from "#web/lib/login/loginMessages.ts";
import type { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import formStyles from "../../../app/components/Form.module.css";
import styles from "./LoginForm.module.css";

interface LoginFormProps {
  form: ReturnType<typeof useLoginForm>;
  /** Sentence above the fields. */
  hint?: string;
  /** Label of the button. */
  submit: string;
  hasInvite?: boolean;
  /** Box with which the customer agrees to the texts. */
  consent?: ReactNode;
}

/** Form with phone, code and its countdown, and an optional invite code. */
export function LoginForm({ form, hint, submit, hasInvite = false, consent }: LoginFormProps) {
  const { values, problems, change } = form;
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {hint !== undefined && <p className={formStyles.hint}>{hint}</p>}
      <div className={clsx(formStyles.card, styles.fields)}>
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
          trailing={
            <CodeButton
              secondsLeft={form.secondsLeft}
              isBusy={form.busy === "sending" || form.busy === "proving"}
              onPress={() => void form.sendCode()}
            />
          }
        />
        {hasInvite && <InviteField value={values.inviteCode} onChange={change("inviteCode")} />}
      </div>
      {consent}
      {form.busy === "proving" && (
        <p className={formStyles.hint} role="status">
          {messages.proving}
        </p>
      )}
      {problems.form !== undefined && (
        <p className={formStyles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <Button type="submit" size="large" disabled={form.busy !== null} isBusy={form.busy === "entering"}>
        {submit}
      </Button>
    </form>
  );
}

interface CodeButtonProps {
  /** Seconds until another code may be requested. */
  secondsLeft: number;
  isBusy: boolean;
  onPress: () => void;
}

/** Button beside a code's field that sends one, and counts down until the next. */
export function CodeButton({ secondsLeft, isBusy, onPress }: CodeButtonProps) {
  return (
    <Button
      variant="ghost"
      className={styles.code}
      onPress={onPress}
      isBusy={isBusy}
      disabled={secondsLeft > 0}
    >
      {secondsLeft > 0 ? messages.resendIn(secondsLeft) : messages.sendCode}
    </Button>
  );
}

/** Collapsed unless a link brought a code: most customers have none. */
function InviteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [isOpen, setIsOpen] = useState(value !== "");
  if (!isOpen)
    return (
      <button type="button" aria-expanded={false} onClick={() => setIsOpen(true)}>
        <Cell
          className={styles.unfold ?? ""}
          title={messages.invite}
          rightIcon={<Icon name="down" size={16} />}
        />
      </button>
    );
  return (
    <Field
      label={messages.invite}
      value={value}
      onChange={onChange}
      placeholder={messages.inviteHint}
      autoComplete="off"
      maxLength={32}
    />
  );
}
