import { Button, Checkbox, Flex, Popover, type TableColumnsType, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { readJson, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { uiMessages } from "./uiMessages.ts";

const messages = uiMessages.list;

/**
 * Lets a member of staff hide columns of a table, but for the first one; the device keeps which, by the name of the list.
 * Returns the columns to show and the button that chooses them.
 */
export function useChosenColumns<T>(
  list: string,
  columns: TableColumnsType<T>,
): { shown: TableColumnsType<T>; chooser: ReactNode } {
  const [hidden, setHidden] = useState(() => readHidden()[list] ?? []);
  const titles = columns.map(({ title }) => String(title));
  const hide = (chosen: string[]) => {
    const next = titles.filter((title) => !chosen.includes(title));
    setHidden(next);
    writeJson(storageKeys.staffColumns, { ...readHidden(), [list]: next });
  };
  const isShown = (title: string, index: number) => index === 0 || !hidden.includes(title);
  const content = (
    <Flex vertical gap="small">
      <Checkbox.Group
        style={{ flexDirection: "column", gap: 4 }}
        value={titles.filter(isShown)}
        onChange={hide}
        options={titles.map((title, index) => ({ label: title, value: title, disabled: index === 0 }))}
      />
      <Typography.Text type="secondary">{messages.columnsHint}</Typography.Text>
    </Flex>
  );
  return {
    shown: columns.filter(({ title }, index) => isShown(String(title), index)),
    chooser: (
      <Popover trigger="click" placement="bottomRight" content={content}>
        <Button>{messages.columns}</Button>
      </Popover>
    ),
  };
}

/** Returns the titles of hidden columns, by list. */
function readHidden(): Record<string, string[]> {
  const parse = (raw: unknown) => {
    const entries = Object.entries(isRecord(raw) ? raw : {});
    return Object.fromEntries(
      entries.map(([name, titles]) => [name, Array.isArray(titles) ? titles.map(String) : []]),
    );
  };
  return readJson(storageKeys.staffColumns, parse) ?? {};
}
