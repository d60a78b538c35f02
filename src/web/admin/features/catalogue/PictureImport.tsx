import { Alert, Button, Flex, Progress, Table, Typography, Upload } from "antd";
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { catalogueStore } from "./CatalogueStore.ts";
import { type PictureCheck, type PictureImportStore, pictureImportStore } from "./PictureImportStore.ts";
import { pictureMessages as messages } from "./pictureMessages.ts";

const rowsPerPage = 20;
const pages = { pageSize: rowsPerPage, hideOnSinglePage: true, showSizeChanger: false };

/** Pictures of dishes as a ZIP archive: exported, checked and imported. */
export const PictureImport = observer(function PictureImport() {
  const store = useAdminStore(pictureImportStore);
  const catalogue = useAdminStore(catalogueStore);
  const { check, done } = store;
  const isBusy = check.isLoading || done.isLoading;
  // The store keeps what failed, and it is shown below.
  const run = (task: Promise<void>) => void task.catch(() => undefined);
  return (
    <section aria-label={messages.title} style={{ marginTop: 32 }}>
      <Flex justify="space-between" align="center" wrap gap="small">
        <Typography.Title level={2} style={{ fontSize: 18, margin: 0 }}>
          {messages.title}
        </Typography.Title>
        <Flex gap="small">
          <ExportButton
            text={messages.export}
            fileName="pictures.zip"
            fetch={() => catalogue.fetchFile("pictures")}
          />
          <Upload
            accept=".zip"
            showUploadList={false}
            customRequest={({ file }) => run(store.checkFile(file as File))}
          >
            <Button disabled={isBusy}>{messages.pick}</Button>
          </Upload>
        </Flex>
      </Flex>
      <Typography.Paragraph style={{ marginTop: 8 }}>{messages.intro}</Typography.Paragraph>
      {isBusy && <PictureProgress store={store} />}
      {check.status === "failed" && <Failure text={toErrorMessage(check.error, messages.failed)} />}
      {done.status === "failed" && <Failure text={toErrorMessage(done.error, messages.importFailed)} />}
      {check.value !== undefined && (
        <Preview store={store} checked={check.value} onImport={() => run(store.import())} />
      )}
    </section>
  );
});

const PictureProgress = observer(function PictureProgress({ store }: { store: PictureImportStore }) {
  const { progress, check } = store;
  const text = check.isLoading ? messages.checking : messages.uploading;
  const percent = progress === null ? 0 : Math.round((progress.count / progress.total) * 100);
  return (
    <div role="status">
      {text} {progress !== null && messages.count(progress)}
      <Progress percent={percent} showInfo={false} aria-label={text} />
    </div>
  );
});

function Failure({ text }: { text: string }) {
  return <Alert type="error" role="alert" showIcon title={text} />;
}

interface PreviewProps {
  store: PictureImportStore;
  checked: PictureCheck;
  onImport: () => void;
}

/** What the checked archive does, or what is wrong with it. */
const Preview = observer(function Preview({ store, checked, onImport }: PreviewProps) {
  const { pictures, problems } = checked;
  const title = messages.preview(store.fileName);
  if (problems.length > 0)
    return (
      <section aria-label={title}>
        <Alert type="error" role="alert" showIcon title={messages.problems(problems.length)} />
        <Table
          size="small"
          pagination={pages}
          dataSource={[...problems]}
          rowKey={({ file, problem }) => `${file} ${problem}`}
          columns={[
            { title: messages.columns.file, dataIndex: "file" },
            { title: messages.columns.problem, dataIndex: "problem" },
          ]}
        />
      </section>
    );
  const added = pictures.filter(({ isNew }) => isNew).length;
  const imported = store.done.value;
  return (
    <section aria-label={title}>
      <p>
        {title}：{messages.summary(added, pictures.length - added)}
      </p>
      {imported !== undefined && (
        <Alert
          type="success"
          role="status"
          showIcon
          title={messages.imported(imported.changed)}
          description={messages.importedText}
          action={<Link to="/admin/menu?state=draft">{messages.toMenu}</Link>}
        />
      )}
      {store.canImport && (
        <Button type="primary" loading={store.done.isLoading} onClick={onImport} style={{ marginBottom: 12 }}>
          {messages.import}
        </Button>
      )}
      {added === 0 && <p>{messages.nothing}</p>}
      <Table
        size="small"
        pagination={pages}
        dataSource={[...pictures]}
        rowKey="code"
        columns={[
          { title: messages.columns.file, dataIndex: "file" },
          { title: messages.columns.dish, dataIndex: "dishName" },
          {
            title: messages.columns.state,
            key: "state",
            render: (_value, { isNew }) => (isNew ? messages.isNew : messages.unchanged),
          },
        ]}
      />
    </section>
  );
});
