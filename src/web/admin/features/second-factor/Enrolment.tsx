import { Button, Skeleton } from "antd";
import { useCallback, useEffect, useState } from "react";
import type { EnrolledSession } from "#contract/staff/auth/schema.ts";
import { isAbortError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { QrCode } from "#web/ui/QrCode.tsx";
import { useAdminStores } from "../../app/AdminStores.ts";
import { copyText } from "../../ui/copyText.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import styles from "./SecondFactorForm.module.css";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { secondFactorMessages as messages } from "./secondFactorMessages.ts";

interface EnrolmentProps {
  ticket: string;
  /** Called once the session has started and the recovery codes are saved. */
  onDone: () => void;
}

type EnrolmentKey = { secret: string; uri: string } | { failed: string } | null;

/** Binds an authenticator app: QR code, first code of the app, then the recovery codes, shown only once. */
export function Enrolment({ ticket, onDone }: EnrolmentProps) {
  const { staff } = useAdminStores();
  const [key, setKey] = useState<EnrolmentKey>(null);
  const [session, setSession] = useState<EnrolledSession>();
  const start = useCallback(async () => {
    setKey(null);
    try {
      setKey(await staff.startEnrolment(ticket));
    } catch (error) {
      if (!isAbortError(error)) setKey({ failed: toErrorMessage(error, messages.beginFailed) });
    }
  }, [staff, ticket]);
  useEffect(() => void start(), [start]);
  if (session !== undefined) {
    const startSession = () => {
      staff.startSession(session);
      onDone();
    };
    return <RecoveryCodes codes={session.recovery_codes} onSaved={startSession} />;
  }
  if (key === null) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if ("failed" in key) return <ErrorState text={key.failed} onRetry={() => void start()} />;
  return (
    <SecondFactorForm
      hint={messages.enrolHint}
      placeholder={messages.newCodeHint}
      submit={messages.enrol}
      onSubmit={async (code) => setSession(await staff.enrolSecondFactor(ticket, code))}
    >
      <div className={styles.qr}>
        <QrCode text={key.uri} label={messages.qr} />
      </div>
      <p className={styles.hint}>
        {messages.secret} <span className={styles.secret}>{key.secret}</span>
      </p>
    </SecondFactorForm>
  );
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <section className={styles.form}>
      <h2>{messages.recoveryTitle}</h2>
      <p className={styles.hint}>{messages.recoveryHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button onClick={() => void copyText(codes.join("\n"))}>{messages.copy}</Button>
        <Button type="primary" onClick={onSaved}>
          {messages.saved}
        </Button>
      </div>
    </section>
  );
}
