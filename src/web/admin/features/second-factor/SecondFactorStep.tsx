import { Button } from "antd";
import type { SecondFactorChallenge } from "#contract/staff/auth/schema.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { Enrolment } from "./Enrolment.tsx";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { secondFactorMessages as messages } from "./secondFactorMessages.ts";

interface SecondFactorStepProps {
  demand: SecondFactorChallenge;
  /** Called once the session has started. */
  onDone: () => void;
}

/** Second step of a login: enters the code of the app, or binds one. */
export function SecondFactorStep({ demand, onDone }: SecondFactorStepProps) {
  const { staff } = useAdminStores();
  const verify = async (code: string) => {
    staff.startSession(await staff.verifySecondFactor(demand.ticket, code));
    onDone();
  };
  return (
    <>
      {demand.is_enrolled ? (
        <SecondFactorForm
          hint={messages.verifyHint}
          placeholder={messages.codeHint}
          submit={messages.verify}
          onSubmit={verify}
        />
      ) : (
        <Enrolment ticket={demand.ticket} onDone={onDone} />
      )}
      <Button type="link" onClick={staff.clearDemand}>
        {messages.back}
      </Button>
    </>
  );
}
