import { Alert, Button, Flex, Table, type TableColumnsType, Tag, Typography, Upload } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useEffect } from "react";
import { Link } from "react-router-dom";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { ErrorState } from "../../ui/ListStates.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { toast } from "../../ui/notify.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RowButton } from "../../ui/RowButton.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import { checklistStore, countLeft } from "./ChecklistStore.ts";
import { type CheckedItem, checklistMessages as messages } from "./checklistMessages.ts";

/** `/admin/checklist`: what the chain needs before it sells its first meal, checked for real. */
export function ChecklistPage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Checks />
    </RequireRole>
  );
}

const { columns: titles } = messages;

const columns: TableColumnsType<CheckedItem> = [
  { title: titles.item, render: (_, { name }) => messages.items[name].title },
  {
    title: titles.state,
    render: (_, { state }) => <Tag color={messages.states[state].color}>{messages.states[state].text}</Tag>,
  },
  { title: titles.problem, dataIndex: "problem" },
  {
    title: titles.acts,
    render: (_, { name, state }) => {
      const { link } = messages.items[name];
      return (
        link !== undefined &&
        state !== "ok" && (
          <Link to={link.to} style={{ whiteSpace: "nowrap" }}>
            {link.text}
          </Link>
        )
      );
    },
  },
];

const Checks = observer(function Checks() {
  const store = useAdminStore(checklistStore);
  const { value, status, error, isLoading } = store.checklist;
  const load = useCallback(() => void logErrors("loading the checklist failed", store.load()), [store]);
  useEffect(load, [load]);
  if (value === undefined && status === "failed")
    return <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={load} />;
  const items = value?.items ?? [];
  const left = countLeft(items);
  return (
    <>
      <PageHeader title={adminMessages.titles.checklist}>
        <Button loading={isLoading} onClick={load}>
          {messages.again}
        </Button>
      </PageHeader>
      {status === "failed" && (
        <Alert
          type="error"
          role="alert"
          showIcon
          title={toErrorMessage(error, messages.failed)}
          style={{ marginBottom: 12 }}
        />
      )}
      {value !== undefined && (
        <Alert
          type={left === 0 ? "success" : "warning"}
          showIcon
          title={left === 0 ? messages.done : messages.left(left)}
          style={{ marginBottom: 12 }}
        />
      )}
      <Table
        size="small"
        pagination={false}
        loading={value === undefined}
        dataSource={[...items]}
        rowKey={({ name }) => name}
        columns={columns}
        locale={{ emptyText: <div /> }}
      />
      <VerificationFiles files={value?.files ?? []} />
    </>
  );
});

/** Files with which WeChat verifies the domain, served at its root. */
const VerificationFiles = observer(function VerificationFiles({ files }: { files: readonly string[] }) {
  const store = useAdminStore(checklistStore);
  const upload = async (file: File) => {
    if (!/^[\w-]{1,80}\.txt$/.test(file.name) || file.size > 1_000) return toast(messages.file.bad);
    const content = await file.text();
    await runWithToast(() => store.saveFile(file.name, content), messages.file.uploaded(file.name));
  };
  return (
    <section aria-label={messages.file.title} style={{ marginTop: 24 }}>
      <Typography.Title level={2} style={{ fontSize: 16 }}>
        {messages.file.title}
      </Typography.Title>
      <Typography.Paragraph type="secondary">{messages.file.hint}</Typography.Paragraph>
      {files.map((name) => (
        <Flex key={name} gap="small" align="center">
          <a href={`/${name}`} target="_blank" rel="noreferrer">
            {name}
          </a>
          <RowButton
            text={messages.file.remove}
            name={messages.file.removeOf(name)}
            onPress={() => void runWithToast(() => store.removeFile(name), messages.file.removed(name))}
          />
        </Flex>
      ))}
      <Upload accept=".txt" showUploadList={false} customRequest={({ file }) => void upload(file as File)}>
        <Button style={{ marginTop: 8 }}>{messages.file.upload}</Button>
      </Upload>
    </section>
  );
});
