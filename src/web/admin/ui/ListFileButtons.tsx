import {
  type ExportedList,
  type ListFormat,
  listFilePath,
  listFormats,
} from "#contract/staff/list-files/limits.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { useAdminStores } from "../app/AdminStores.ts";
import { ExportButton } from "./ExportButton.tsx";
import { uiMessages } from "./uiMessages.ts";

/** Time for a whole file, in ms. */
const timeoutMs = 600_000;

interface ListFileButtonsProps {
  list: ExportedList;
  /** The filter of the list as its endpoint takes it; "" for no filter. */
  query: { readonly [name: string]: string | boolean };
}

/** Buttons that save the filtered list as a file. */
export function ListFileButtons({ list, query }: ListFileButtonsProps) {
  const { api } = useAdminStores();
  const fetch = async (format: ListFormat) => {
    const given = Object.entries(query)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, String(value)]);
    const search = new URLSearchParams({ list, format, ...Object.fromEntries(given) });
    const { signal } = new AbortController();
    return await fetchFile(api, { principal: "staff", url: `${listFilePath}?${search}`, signal, timeoutMs });
  };
  return listFormats.map((format) => (
    <ExportButton
      key={format}
      text={uiMessages.list[format]}
      fileName={`${list}.${format}`}
      fetch={() => fetch(format)}
    />
  ));
}
