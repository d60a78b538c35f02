import { Alert, Button } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { iconPath } from "#contract/chain-settings/brand.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { logError } from "#web/lib/logError.ts";
import { validatePhone } from "#web/lib/login/loginValidation.ts";
import { useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { success } from "../../ui/notify.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { TextField } from "../../ui/TextField.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { SecondFactorStep } from "../second-factor/SecondFactorStep.tsx";
import { secondFactorMessages } from "../second-factor/secondFactorMessages.ts";
import styles from "./StaffLoginPage.module.css";

const messages = adminMessages.setup;

/** `/admin/setup`: adds the first administrator of an empty system; redirects to the login once there is one. */
export const StaffSetupPage = observer(function StaffSetupPage() {
  const { staff } = useAdminStores();
  const navigate = useNavigate();
  const onDone = () => {
    success(messages.done);
    navigate("/admin/checklist", { replace: true });
  };
  useEffect(() => {
    staff.needsSetup().then(
      (isNeeded) => !isNeeded && navigate("/admin/login", { replace: true }),
      (error: unknown) => logError("asking whether the system is set up failed", error),
    );
  }, [staff, navigate]);
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <img src={iconPath} alt="" width={48} height={48} />
        {staff.secondFactorDemand === null ? (
          <>
            <h1 className={styles.title}>{adminMessages.titles.setup}</h1>
            <p className={styles.hint}>{messages.hint}</p>
            <SetupForm onDone={onDone} />
          </>
        ) : (
          <>
            <h1 className={styles.title}>{secondFactorMessages.enrolTitle}</h1>
            <SecondFactorStep demand={staff.secondFactorDemand} onDone={onDone} />
          </>
        )}
      </section>
    </main>
  );
});

type Problems = Partial<Record<"code" | "name" | "phone" | "form", string>>;

function SetupForm({ onDone }: { onDone: () => void }) {
  const { staff } = useAdminStores();
  const [form, setForm] = useState({ code: "", name: "", phone: "" });
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const set = (name: keyof typeof form) => (value: string) => {
    setForm({ ...form, [name]: value });
    setProblems({});
  };
  const submit = async () => {
    const found = findProblems(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    try {
      await staff.setUp(form);
      onDone();
    } catch (error) {
      setProblems({ form: toErrorMessage(error, uiMessages.actFailed) });
    } finally {
      setIsBusy(false);
    }
  };
  const again = () => void runWithToast(() => staff.requestSetupCode(), messages.printed);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={messages.code}
        value={form.code}
        onChange={set("code")}
        maxLength={32}
        autoComplete="off"
        problem={problems.code}
      />
      <TextField
        label={messages.name}
        value={form.name}
        onChange={set("name")}
        maxLength={20}
        problem={problems.name}
      />
      <TextField
        label={messages.phone}
        type="tel"
        value={form.phone}
        onChange={set("phone")}
        maxLength={20}
        problem={problems.phone}
      />
      {problems.form !== undefined && (
        <Alert type="error" title={problems.form} role="alert" style={{ marginBottom: 12 }} />
      )}
      <Button block type="primary" size="large" htmlType="submit" loading={isBusy}>
        {messages.submit}
      </Button>
      <Button block type="link" onClick={again}>
        {messages.again}
      </Button>
    </form>
  );
}

function findProblems({ code, name, phone }: { code: string; name: string; phone: string }): Problems {
  const phoneProblem = validatePhone(phone);
  return {
    ...(code.trim() === "" && { code: messages.codeMissing }),
    ...(name.trim() === "" && { name: messages.nameMissing }),
    ...(phoneProblem !== undefined && { phone: phoneProblem }),
  };
}
