import type { SecondFactorDemand } from "#contract/service-auth/schema.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStores } from "../../AdminStores.ts";
import { factorMessages as words } from "../../factorMessages.ts";
import { Enrolment } from "./Enrolment.tsx";
import { FactorForm } from "./FactorForm.tsx";

interface SecondStepProps {
  demand: SecondFactorDemand;
  /** The session has begun. */
  onDone: () => void;
}

/** The second step of a login: the code of the app, or binding one. */
export function SecondStep({ demand, onDone }: SecondStepProps) {
  const { staff } = useAdminStores();
  const verify = async (code: string) => {
    staff.enter(await staff.verifyFactor(demand.ticket, code));
    onDone();
  };
  return (
    <>
      {demand.is_enrolled ? (
        <FactorForm
          hint={words.verifyHint}
          placeholder={words.codeHint}
          submit={words.verify}
          onSubmit={verify}
        />
      ) : (
        <Enrolment ticket={demand.ticket} onDone={onDone} />
      )}
      <Button look="ghost" onPress={staff.forgetDemand}>
        {words.back}
      </Button>
    </>
  );
}
