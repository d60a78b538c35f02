import { Skeleton, Tabs } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { sectionLabels } from "#contract/chain-settings/setting-labels.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { chainSettingsStore } from "./ChainSettingsStore.ts";
import { LegalTextsSection } from "./legal/LegalTextsSection.tsx";
import { legalMessages } from "./legal/legalMessages.ts";
import { SectionForm } from "./SectionForm.tsx";
import { settingsMessages as messages } from "./settingsMessages.ts";

/** `/admin/settings`: the chain's own rules and figures, a tab for each section. */
export function SettingsPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <PageHeader title={adminMessages.titles.settings} />
      <Sections />
    </RequireRole>
  );
}

/** High enough for a finger. */
function TabLabel({ text }: { text: string }) {
  return <span style={{ lineHeight: "28px" }}>{text}</span>;
}

const Sections = observer(function Sections() {
  const store = useAdminStore(chainSettingsStore);
  const [query, setQuery] = useSearchParams();
  const load = useCallback(() => void logErrors("loading the settings failed", store.load()), [store]);
  useEffect(load, [load]);
  const { value, status, error } = store.sections;
  if (value === undefined)
    return status === "failed" ? (
      <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />
    ) : (
      <Skeleton active />
    );
  return (
    <Tabs
      activeKey={query.get("section") ?? value[0]?.section ?? ""}
      onChange={(section) =>
        // The chosen legal text stays: another one would replace what is typed into it.
        setQuery(
          (before) => {
            before.set("section", section);
            return before;
          },
          { replace: true },
        )
      }
      items={[
        ...value.map((current) => ({
          key: current.section,
          label: <TabLabel text={sectionLabels[current.section]} />,
          children: (
            <SectionForm key={`${current.version}-${store.saves[current.section] ?? 0}`} current={current} />
          ),
        })),
        { key: "texts", label: <TabLabel text={legalMessages.tab} />, children: <LegalTextsSection /> },
      ]}
    />
  );
});
