import { Checkbox, Flex, Table, type TableColumnsType, type TableProps } from "antd";
import type { SortOrder as AntdSortOrder } from "antd/es/table/interface.js";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import type { PagedList } from "#web/lib/async/PagedList.ts";
import { EmptyState, ErrorState } from "./ListStates.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { uiMessages } from "./uiMessages.ts";
import { useChosenColumns } from "./useChosenColumns.tsx";

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
  /** Controls that filter the list. */
  filters?: ReactNode;
  /** Name under which the device keeps which columns are shown; without it all are. */
  name?: string;
  /** Buttons that save the list as a file. */
  files?: ReactNode;
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
  const { shown, chooser } = useChosenColumns(props.name ?? "", columns);
  const { status, error } = list.pages;
  const bar = (props.filters !== undefined || props.name !== undefined) && (
    <Flex gap="small" align="start" wrap style={{ marginBottom: 12 }}>
      {props.filters}
      {/* Beside the filters, or below them where they need the whole line. */}
      <Flex gap="small" style={{ marginInlineStart: "auto" }}>
        {props.files}
        {props.name !== undefined && chooser}
      </Flex>
    </Flex>
  );
  if (!list.hasLoaded && status === "failed")
    return (
      <>
        {bar}
        <ErrorState text={toErrorMessage(error, errorText)} onRetry={() => void onReload()} />
      </>
    );
  const table = (
    <Table<T>
      size="small"
      columns={props.name === undefined ? columns : shown}
      dataSource={[...list.items]}
      rowKey={rowKey}
      pagination={false}
      loading={!list.hasLoaded}
      // An empty table has nothing to focus by which its wide head could be scrolled.
      {...(list.items.length > 0 && { scroll: { x: "max-content" } })}
      locale={{ emptyText: list.hasLoaded ? <EmptyState text={emptyText} /> : <div /> }}
      {...(selection !== undefined && { rowSelection: toRowSelection(selection) })}
      {...(onSort !== undefined && { onChange: toSortHandler<T>(onSort) })}
      {...(list.hasMore && { footer: () => <LoadMore list={list} /> })}
    />
  );
  const content = (
    <>
      {bar}
      {selection !== undefined && (
        <SelectAll keys={list.items.map(rowKey)} selected={selection.keys} onChange={selection.onChange} />
      )}
      {table}
    </>
  );
  return label === undefined ? content : <section aria-label={label}>{content}</section>;
});

interface SelectAllProps {
  keys: readonly string[];
  selected: readonly string[];
  onChange: (keys: string[]) => void;
}

/** Chooses all rows that are loaded, or none. */
function SelectAll({ keys, selected, onChange }: SelectAllProps) {
  const isAll = keys.length > 0 && keys.every((key) => selected.includes(key));
  return (
    <Checkbox
      checked={isAll}
      indeterminate={!isAll && selected.length > 0}
      disabled={keys.length === 0}
      onChange={() => onChange(isAll ? [] : [...keys])}
      style={{ marginBottom: 8, paddingInline: 8 }}
    >
      {uiMessages.selectAll}
    </Checkbox>
  );
}

function toRowSelection<T extends object>(
  selection: NonNullable<DataTableProps<T>["selection"]>,
): NonNullable<TableProps<T>["rowSelection"]> {
  return {
    selectedRowKeys: [...selection.keys],
    onChange: (keys) => selection.onChange(keys.map(String)),
    // antd copies the head into a hidden row that it measures, where a checkbox could still be reached by keyboard.
    hideSelectAll: true,
    getCheckboxProps: (item) => ({ "aria-label": selection.nameOf(item) }),
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
