import { Flex, Select, Skeleton, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { legalTextNames, legalTextTitles } from "#contract/legal/texts.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../../app/AdminStores.ts";
import { ErrorState } from "../../../ui/ListStates.tsx";
import { logErrors } from "../../../ui/logErrors.ts";
import { confirmDrop } from "../../../ui/useLeaveConfirmation.ts";
import { LegalTextEditor } from "./LegalTextEditor.tsx";
import { legalTextStore } from "./LegalTextStore.ts";
import { legalMessages as messages } from "./legalMessages.ts";

/** Legal texts of the chain: one is chosen and edited, with its history. */
export const LegalTextsSection = observer(function LegalTextsSection() {
  const store = useAdminStore(legalTextStore);
  const [query, setQuery] = useSearchParams();
  const [isTyped, setIsTyped] = useState(false);
  const name = legalTextNames.find((one) => one === query.get("text")) ?? "agreement";
  const load = useCallback(
    () => void logErrors("loading a legal text failed", store.load(name)),
    [store, name],
  );
  useEffect(load, [load]);
  const { value, status, error } = store.text;
  const choose = async (text: string) => {
    if (isTyped && !(await confirmDrop())) return;
    setQuery({ section: "texts", text }, { replace: true });
  };
  return (
    <>
      <Typography.Paragraph type="secondary">{messages.note}</Typography.Paragraph>
      <Flex style={{ marginBottom: 16 }}>
        <Select
          aria-label={messages.choose}
          value={name}
          style={{ minWidth: 200 }}
          options={legalTextNames.map((one) => ({ value: one, label: legalTextTitles[one] }))}
          onChange={choose}
        />
      </Flex>
      {value?.name === name ? (
        <LegalTextEditor key={`${name}-${value.version}`} current={value} onTyped={setIsTyped} />
      ) : status === "failed" ? (
        <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
});
