import type { TableColumnsType } from "antd";
import { useState } from "react";
import { isConsentText, type LegalTextName, legalTextTitles } from "#contract/legal/texts.ts";
import type { LegalTextVersion } from "#contract/staff/legal/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../../app/AdminStores.ts";
import { DataTable } from "../../../ui/DataTable.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { success } from "../../../ui/notify.tsx";
import { RowButton } from "../../../ui/RowButton.tsx";
import { runWithToast } from "../../../ui/runWithToast.ts";
import { usePaginatedList } from "../../../ui/usePaginatedList.ts";
import { legalTextStore } from "./LegalTextStore.ts";
import { legalMessages } from "./legalMessages.ts";

const messages = legalMessages.history;
const rowKey = ({ version }: LegalTextVersion) => String(version);

interface LegalHistoryDialogProps {
  name: LegalTextName;
  /** Receives the text of the version that is to be edited. */
  onPick: (body: string) => void;
  onClose: () => void;
}

/** Lists the versions of a text, newest first; each can be loaded into the editor. */
export function LegalHistoryDialog({ name, onPick, onClose }: LegalHistoryDialogProps) {
  const store = useAdminStore(legalTextStore);
  const [list] = useState(() => store.createHistory(name));
  const reload = usePaginatedList(list, messages.failed);
  const load = (version: number) =>
    runWithToast(async () => {
      onPick((await store.read(name, version)).body);
      success(messages.picked(version));
      onClose();
    });
  const columns: TableColumnsType<LegalTextVersion> = [
    { title: messages.columns.version, width: 100, render: (_, { version }) => messages.nth(version) },
    {
      title: messages.columns.at,
      width: 160,
      render: (_, { changed_at }) => formatTimestamp(changed_at ?? ""),
    },
    { title: messages.columns.by, dataIndex: "changed_by" },
    ...(isConsentText(name)
      ? [
          {
            title: messages.columns.consent,
            width: 100,
            render: (_: unknown, { needs_consent }: LegalTextVersion) =>
              needs_consent ? messages.needed : messages.notNeeded,
          },
        ]
      : []),
    {
      title: messages.columns.acts,
      width: 110,
      render: (_, { version }) => (
        <RowButton text={messages.pick} name={messages.pickOf(version)} onPress={() => void load(version)} />
      ),
    },
  ];
  return (
    <Dialog title={messages.title(legalTextTitles[name])} onClose={onClose} width={760}>
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
