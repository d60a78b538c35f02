import type { TableColumnsType } from "antd";
import { useState } from "react";
import { confirmedSections } from "#contract/chain-settings/chain-settings.ts";
import type { SettingsVersion } from "#contract/staff/chain-settings/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { confirm, success } from "../../ui/notify.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { usePaginatedList } from "../../ui/usePaginatedList.ts";
import { chainSettingsStore } from "./ChainSettingsStore.ts";
import { describeSection } from "./describeSection.ts";
import { saveConfirmed } from "./saveConfirmed.tsx";
import { settingsMessages } from "./settingsMessages.ts";

const messages = settingsMessages.history;
const rowKey = ({ version }: SettingsVersion) => String(version);

interface HistoryDialogProps {
  current: SettingsVersion;
  title: string;
  onClose: () => void;
}

/** Lists what a section held, newest first; an earlier version can be saved again. */
export function HistoryDialog({ current, title, onClose }: HistoryDialogProps) {
  const store = useAdminStore(chainSettingsStore);
  const [list] = useState(() => store.createHistory(current.section));
  const reload = usePaginatedList(list, messages.failed);
  const restore = async (version: SettingsVersion) => {
    const question = messages.confirmRestore(formatTimestamp(version.changed_at ?? ""));
    if (
      !confirmedSections.includes(current.section) &&
      !(await confirm({ title: question, confirmText: messages.restore }))
    )
      return;
    let isSaved = false;
    await runWithToast(async () => {
      isSaved = await saveConfirmed(store, current, version.value);
    });
    if (!isSaved) return;
    success(settingsMessages.saved);
    onClose();
  };
  const columns: TableColumnsType<SettingsVersion> = [
    {
      title: messages.columns.at,
      width: 150,
      render: (_, { changed_at }) => formatTimestamp(changed_at ?? ""),
    },
    { title: messages.columns.by, width: 100, dataIndex: "changed_by" },
    {
      title: messages.columns.what,
      render: (_, { section, value }) => (
        <span style={{ whiteSpace: "pre-line" }}>{describeSection(section, value)}</span>
      ),
    },
    {
      title: messages.columns.acts,
      width: 90,
      render: (_, version) =>
        version.version !== current.version && (
          <RowButton
            text={messages.restore}
            name={messages.restoreOf(formatTimestamp(version.changed_at ?? ""))}
            onPress={() => void restore(version)}
          />
        ),
    },
  ];
  return (
    <Dialog title={title} onClose={onClose} width={860}>
      <DataTable
        list={list}
        columns={columns}
        rowKey={rowKey}
        errorText={messages.failed}
        emptyText={messages.empty}
        onReload={reload}
      />
    </Dialog>
  );
}
