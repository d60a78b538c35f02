import { Alert, Button, Descriptions, Flex, Spin, Table, Typography, Upload } from "antd";
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import type { CatalogueReport } from "#contract/staff/catalogue/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { RequireRole } from "../../app/RequireRole.tsx";
import { staffPageMessages } from "../../app/staffPageMessages.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { type CatalogueStore, catalogueStore } from "./CatalogueStore.ts";
import { catalogueMessages as messages } from "./catalogueMessages.ts";
import { PictureImport } from "./PictureImport.tsx";

const exports = [
  { table: "staff", text: messages.exportStaff },
  { table: "offers", text: messages.exportOffers },
  { table: "catalogue", text: messages.export },
] as const;

/** `/admin/catalogue`: restaurants and menu as a file, which the head office exports, checks and imports. */
export function CataloguePage() {
  return (
    <RequireRole roles={["admin"]} forbidden={staffPageMessages.forbidden}>
      <Catalogue />
    </RequireRole>
  );
}

const Catalogue = observer(function Catalogue() {
  const store = useAdminStore(catalogueStore);
  const isBusy = store.check.isLoading || store.done.isLoading;
  // The store keeps what failed, and it is shown below.
  const run = (task: Promise<void>) => void task.catch(() => undefined);
  return (
    <>
      <PageHeader title={adminMessages.titles.catalogue}>
        {exports.map(({ table, text }) => (
          <ExportButton
            key={table}
            text={text}
            fileName={`${table}.xlsx`}
            fetch={() => store.fetchFile(table)}
          />
        ))}
        <Upload
          accept=".xlsx,.csv"
          showUploadList={false}
          customRequest={({ file }) => run(store.checkFile(file as File))}
        >
          <Button type="primary" disabled={isBusy}>
            {messages.pick}
          </Button>
        </Upload>
      </PageHeader>
      <Typography.Paragraph>{messages.intro}</Typography.Paragraph>
      <Typography.Paragraph type="secondary">{messages.pickHint}</Typography.Paragraph>
      {store.check.isLoading && <Progress text={messages.checking} />}
      <Failure loadable={store.check} text={messages.failed} />
      {store.report !== undefined && (
        <Report store={store} report={store.report} onImport={() => run(store.import())} />
      )}
      {store.done.isLoading && <Progress text={messages.importing} />}
      <Failure loadable={store.done} text={messages.importFailed} />
      <PictureImport />
    </>
  );
});

function Progress({ text }: { text: string }) {
  return (
    <Flex gap="small" role="status">
      <Spin />
      {text}
    </Flex>
  );
}

interface FailureProps {
  loadable: CatalogueStore["check"];
  /** Message for a failure without a known reason. */
  text: string;
}

const Failure = observer(function Failure({ loadable, text }: FailureProps) {
  if (loadable.status !== "failed") return null;
  return <Alert type="error" role="alert" showIcon title={toErrorMessage(loadable.error, text)} />;
});

interface ReportProps {
  store: CatalogueStore;
  report: CatalogueReport;
  onImport: () => void;
}

/** What the checked file does, or what is wrong with it. */
const Report = observer(function Report({ store, report, onImport }: ReportProps) {
  const { restaurants, dishes, offers, staff, new_categories, problems, problem_count } = report;
  const title = messages.preview(store.file?.name ?? "");
  if (problem_count > 0)
    return (
      <section aria-label={title}>
        <Alert type="error" role="alert" showIcon title={messages.problems(problem_count)} />
        <Table
          size="small"
          pagination={false}
          dataSource={problems}
          rowKey={({ sheet, row, column, problem }) => [sheet, row, column, problem].join(" ")}
          columns={[
            { title: messages.columns.sheet, dataIndex: "sheet" },
            { title: messages.columns.row, dataIndex: "row" },
            { title: messages.columns.column, dataIndex: "column" },
            { title: messages.columns.problem, dataIndex: "problem" },
          ]}
          {...(problem_count > problems.length && { footer: () => messages.shown(problems.length) })}
        />
      </section>
    );
  return (
    <section aria-label={title}>
      <Descriptions title={title} column={1} size="small">
        <Descriptions.Item label={messages.restaurants}>{messages.counts(restaurants)}</Descriptions.Item>
        <Descriptions.Item label={messages.dishes}>{messages.counts(dishes)}</Descriptions.Item>
        <Descriptions.Item label={messages.offers}>{messages.counts(offers)}</Descriptions.Item>
        <Descriptions.Item label={messages.staff}>{messages.counts(staff)}</Descriptions.Item>
      </Descriptions>
      {new_categories.length > 0 && <p>{messages.newCategories(new_categories)}</p>}
      {store.isImported && (
        <Alert
          type="success"
          role="status"
          showIcon
          title={messages.imported}
          description={messages.importedText}
          action={<Link to="/admin/menu?state=draft">{messages.toMenu}</Link>}
        />
      )}
      {store.canImport && (
        <Button type="primary" loading={store.done.isLoading} onClick={onImport}>
          {messages.import}
        </Button>
      )}
      {!store.canImport && !store.isImported && <p>{messages.nothing}</p>}
      {report.changes.length > 0 && <Changes report={report} />}
    </section>
  );
});

/** Rows of the file that add or change something. */
function Changes({ report }: { report: CatalogueReport }) {
  const { restaurants, dishes, offers, staff, changes } = report;
  const count = [restaurants, dishes, offers, staff].reduce(
    (sum, counts) => sum + counts.added + counts.changed,
    0,
  );
  return (
    <Table
      size="small"
      style={{ marginTop: 16 }}
      aria-label={messages.changes}
      pagination={false}
      dataSource={changes}
      rowKey={({ sheet, row }) => `${sheet} ${row}`}
      columns={[
        { title: messages.columns.sheet, dataIndex: "sheet" },
        { title: messages.columns.row, dataIndex: "row" },
        { title: messages.columns.code, dataIndex: "code" },
        { title: messages.columns.name, dataIndex: "name" },
        {
          title: messages.columns.change,
          render: (_, { is_new, cells }) => (is_new ? messages.isNew : cells.map(messages.cell).join("；")),
        },
      ]}
      {...(count > changes.length && { footer: () => messages.changesShown(changes.length) })}
    />
  );
}
