import { useState } from "react";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { type Countdown, useCountdown } from "#web/lib/login/useCountdown.ts";
import { BottomSheet } from "#web/ui/BottomSheet/BottomSheet.tsx";
import { useStore } from "../../../app/useStores.ts";
import { userStore } from "../../auth/UserStore.ts";
import { accountMessages as messages } from "../messages.ts";
import { NewPhoneForm } from "./BindPhoneSheet.tsx";
import { CurrentPhoneForm } from "./CurrentPhoneForm.tsx";

interface ChangePhoneSheetProps {
  /** The account's current number, masked. */
  phone: string;
  open: boolean;
  onClose: () => void;
  /** Called when the account has a new number, and its other sessions have ended. */
  onDone: () => void;
}

/** Changes the number of an account in two steps: the old one is verified first, then the new one. */
export function ChangePhoneSheet({ phone, open, onClose, onDone }: ChangePhoneSheetProps) {
  const countdown = useCountdown();
  return (
    <BottomSheet open={open} onClose={onClose} title={messages.change}>
      <Steps phone={phone} countdown={countdown} onDone={onDone} />
    </BottomSheet>
  );
}

interface StepsProps extends Pick<ChangePhoneSheetProps, "phone" | "onDone"> {
  countdown: Countdown;
}

function Steps({ phone, countdown, onDone }: StepsProps) {
  const user = useStore(userStore);
  const [isProved, setIsProved] = useState(false);
  const prove = async (code: string) => {
    await user.proveOldPhone(code);
    setIsProved(true);
  };
  if (!isProved)
    return (
      <CurrentPhoneForm
        hint={messages.currentPhoneHint(phone)}
        submit={messages.next}
        failedText={messages.verifyFailed}
        sendCode={user.sendOldPhoneCode}
        countdown={countdown}
        onVerify={prove}
      />
    );
  return (
    <NewPhoneForm
      hint={messages.newPhoneHint}
      submit={messages.change}
      resultMessages={{ done: messages.changed, failed: messages.changeFailed }}
      onDone={onDone}
      onFailed={(error) => {
        if (error instanceof ApiError && error.code === "old_phone_required") setIsProved(false);
      }}
    />
  );
}
