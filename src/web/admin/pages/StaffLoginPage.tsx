import { observer } from "mobx-react-lite";
import { useNavigate, useSearchParams } from "react-router-dom";
import { LoginForm } from "#web/shared/login/LoginForm.tsx";
import { useLoginForm } from "#web/shared/login/useLoginForm.ts";
import { safeRedirect } from "#web/shared/routing/safeRedirect.ts";
import { useAdminStores } from "../AdminStores.ts";
import { factorMessages } from "../factorMessages.ts";
import { SecondStep } from "../features/factor/SecondStep.tsx";
import { messages } from "../messages.ts";
import { landingOf } from "./landing.ts";
import styles from "./StaffLoginPage.module.css";

const words = messages.login;

/** `/admin/login`: by a code to a number on the list; leads back to the page that asked for it. */
export const StaffLoginPage = observer(function StaffLoginPage() {
  const { staff } = useAdminStores();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = safeRedirect(query.get("redirect"));
  const onDone = () => navigate(landingOf(target, staff.me?.role), { replace: true });
  const form = useLoginForm({
    sendCode: staff.sendCode,
    enter: staff.login,
    words,
    onDone,
  });
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src="/favicon.svg" alt="" width={48} height={48} />
        {staff.demand === null ? (
          <>
            <h1 className={styles.title}>{messages.titles.login}</h1>
            <p className={styles.hint}>{words.hint}</p>
            <LoginForm form={form} submit={words.submit} />
          </>
        ) : (
          <>
            <h1 className={styles.title}>
              {staff.demand.is_enrolled ? factorMessages.title : factorMessages.enrolTitle}
            </h1>
            <SecondStep demand={staff.demand} onDone={onDone} />
          </>
        )}
      </section>
    </main>
  );
});
