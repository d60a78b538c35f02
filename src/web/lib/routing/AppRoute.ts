import { LazyPage, type Page } from "./LazyPage.ts";
import type { Access } from "./redirectFor.ts";

/**
 * File of a page, relative to the folder of its app (src/web/h5, src/web/admin), and the import of its code.
 */
export type PageSource = [file: string, lazy: () => Promise<Page>];

/** Route of a screen: path, title, access, and page code. */
export interface AppRoute {
  path: string;
  title: string;
  access: Access;
  file: string;
  lazy: () => Promise<Page>;
  lazyPage: LazyPage;
}

/** Creates a row of a route table. */
export function appRoute(path: string, title: string, access: Access, ...[file, lazy]: PageSource): AppRoute {
  return { path, title, access, file, lazy, lazyPage: new LazyPage(lazy) };
}
