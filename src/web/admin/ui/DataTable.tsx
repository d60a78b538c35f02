import { Table, type TableColumnsType, type TableProps } from "antd";
import type { SortOrder as AntdSortOrder } from "antd/es/table/interface.js";
import { observer } from "mobx-react-lite";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { EmptyState, ErrorState } from "./ListStates.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { uiMessages } from "./uiMessages.ts";

interface DataTableProps<T> {
  list: PagedList<T>;
  columns: TableColumnsType<T>;
  rowKey: (item: T) => string;
  /** Accessible name of the region around it, where a page has several tables. */
  label?: string;
  /** Message for a failure without a known reason. */
  errorText: string;
  emptyText: string;
  /** Reloads the list and shows failures, see `usePaginatedList`. */
  onReload: () => Promise<void>;
  /** Lets rows be chosen: the keys of the chosen ones, and how the checkbox of a row is named. */
  selection?: {
    keys: readonly string[];
    nameOf: (item: T) => string;
    onChange: (keys: string[]) => void;
  };
  /** Called when a head is pressed: with the key of its column and the order, or with nothing to end sorting. */
  onSort?: (sort: { sort: string; order: SortOrder } | undefined) => void;
}

type SortOrder = "asc" | "desc";

/** Returns what makes a column one that the server sorts by; `order` is null if the list is sorted by another. */
export function sortedColumn(key: string, order: SortOrder | null) {
  const orders = { asc: "ascend", desc: "descend" } as const;
  const sortOrder: AntdSortOrder = order === null ? null : orders[order];
  return { key, sorter: true, sortOrder };
}

/** antd's Table over a paged list, which grows at its end: totals are not counted, so there are no page numbers. */
export const DataTable = observer(function DataTable<T extends object>(props: DataTableProps<T>) {
  const { list, columns, rowKey, label, errorText, emptyText, onReload, selection, onSort } = props;
  const { status, error } = list.pages;
  if (!list.hasLoaded && status === "failed")
    return <ErrorState text={toErrorMessage(error, errorText)} onRetry={() => void onReload()} />;
  const table = (
    <Table<T>
      size="small"
      columns={columns}
      dataSource={[...list.items]}
      rowKey={rowKey}
      pagination={false}
      loading={!list.hasLoaded}
      scroll={{ x: "max-content" }}
      locale={{ emptyText: list.hasLoaded ? <EmptyState text={emptyText} /> : <div /> }}
      {...(selection !== undefined && { rowSelection: toRowSelection(selection) })}
      {...(onSort !== undefined && { onChange: toSortHandler<T>(onSort) })}
      {...(list.hasMore && { footer: () => <LoadMore list={list} /> })}
    />
  );
  return label === undefined ? table : <section aria-label={label}>{table}</section>;
});

function toRowSelection<T extends object>(
  selection: NonNullable<DataTableProps<T>["selection"]>,
): NonNullable<TableProps<T>["rowSelection"]> {
  return {
    selectedRowKeys: [...selection.keys],
    onChange: (keys) => selection.onChange(keys.map(String)),
    getCheckboxProps: (item) => ({ "aria-label": selection.nameOf(item) }),
    getTitleCheckboxProps: () => ({ "aria-label": uiMessages.selectAll }),
  };
}

function toSortHandler<T>(
  onSort: NonNullable<DataTableProps<T>["onSort"]>,
): NonNullable<TableProps<T>["onChange"]> {
  return (_pagination, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    onSort(order ? { sort: String(columnKey), order: order === "ascend" ? "asc" : "desc" } : undefined);
  };
}
