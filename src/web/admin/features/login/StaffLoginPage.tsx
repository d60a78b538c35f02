import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { iconPath } from "#contract/chain-settings/brand.ts";
import { logError } from "#web/lib/logError.ts";
import { useLoginForm } from "#web/lib/login/useLoginForm.ts";
import { safeRedirect } from "#web/lib/routing/safeRedirect.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { landingPathFor } from "../../app/landingPathFor.ts";
import { adminMessages } from "../../app/messages.ts";
import { success } from "../../ui/notify.tsx";
import { SecondFactorStep } from "../second-factor/SecondFactorStep.tsx";
import { secondFactorMessages } from "../second-factor/secondFactorMessages.ts";
import { StaffLoginForm } from "./StaffLoginForm.tsx";
import styles from "./StaffLoginPage.module.css";

const loginMessages = adminMessages.login;

/** `/admin/login`: login with a code to a registered number; redirects to the page that required it. */
export const StaffLoginPage = observer(function StaffLoginPage() {
  const { staff } = useAdminStores();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = safeRedirect(query.get("redirect"));
  const onDone = () => navigate(landingPathFor(target, staff.me?.role), { replace: true });
  const form = useLoginForm({
    success,
    sendCode: staff.sendCode,
    login: staff.login,
    resultMessages: loginMessages,
    onDone,
  });
  useEffect(() => {
    staff.needsSetup().then(
      (isNeeded) => isNeeded && navigate("/admin/setup", { replace: true }),
      (error: unknown) => logError("asking whether the system is set up failed", error),
    );
  }, [staff, navigate]);
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src={iconPath} alt="" width={48} height={48} />
        {staff.secondFactorDemand === null ? (
          <>
            <h1 className={styles.title}>{adminMessages.titles.login}</h1>
            <p className={styles.hint}>{loginMessages.hint}</p>
            <StaffLoginForm form={form} submit={loginMessages.submit} />
          </>
        ) : (
          <>
            <h1 className={styles.title}>
              {staff.secondFactorDemand.is_enrolled
                ? secondFactorMessages.title
                : secondFactorMessages.enrolTitle}
            </h1>
            <SecondFactorStep demand={staff.secondFactorDemand} onDone={onDone} />
          </>
        )}
      </section>
    </main>
  );
});
