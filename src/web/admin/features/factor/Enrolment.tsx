import { useCallback, useEffect, useState } from "react";
import type { EnrolledSession } from "#contract/service-auth/schema.ts";
import { isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { QrCode } from "#web/shared/ui/QrCode.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStores } from "../../AdminStores.ts";
import { factorMessages as words } from "../../factorMessages.ts";
import { copyText } from "../../parts/copyText.ts";
import styles from "./FactorForm.module.css";
import { FactorForm } from "./FactorForm.tsx";

interface EnrolmentProps {
  ticket: string;
  /** The session has begun, and the recovery codes were kept. */
  onDone: () => void;
}

type Key = { secret: string; uri: string } | { failed: string } | null;

/** Binds an authenticator app: its QR code, the first code of it, then the recovery codes, seen this once. */
export function Enrolment({ ticket, onDone }: EnrolmentProps) {
  const { staff } = useAdminStores();
  const [key, setKey] = useState<Key>(null);
  const [session, setSession] = useState<EnrolledSession>();
  const begin = useCallback(async () => {
    setKey(null);
    try {
      setKey(await staff.beginFactor(ticket));
    } catch (error) {
      if (!isAborted(error)) setKey({ failed: messageOf(error, words.beginFailed) });
    }
  }, [staff, ticket]);
  useEffect(() => void begin(), [begin]);
  if (session !== undefined) {
    const enter = () => {
      staff.enter(session);
      onDone();
    };
    return <RecoveryCodes codes={session.recovery_codes} onKept={enter} />;
  }
  if (key === null) return <Skeleton rows={4} />;
  if ("failed" in key) return <FailedState text={key.failed} onRetry={() => void begin()} />;
  return (
    <FactorForm
      hint={words.enrolHint}
      placeholder={words.newCodeHint}
      submit={words.enrol}
      onSubmit={async (code) => setSession(await staff.enrolFactor(ticket, code))}
    >
      <div className={styles.qr}>
        <QrCode text={key.uri} label={words.qr} />
      </div>
      <p className={styles.hint}>
        {words.secret} <span className={styles.secret}>{key.secret}</span>
      </p>
    </FactorForm>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <section className={styles.form}>
      <h2>{words.recoveryTitle}</h2>
      <p className={styles.hint}>{words.recoveryHint}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button look="plain" onPress={() => void copyText(codes.join("\n"))}>
          {words.copy}
        </Button>
        <Button onPress={onKept}>{words.saved}</Button>
      </div>
    </section>
  );
}
