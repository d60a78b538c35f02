import { LazyPage, type Page } from "./LazyPage.ts";
import type { Access } from "./redirectFor.ts";

/** The file of a page, relative to the folder of its app (src/web/h5, src/web/admin), and how its code is fetched. */
export type PageSource = [file: string, lazy: () => Promise<Page>];

/** One screen: its path, its title, who may see it, and where its code is. */
export interface AppRoute {
  path: string;
  title: string;
  access: Access;
  file: string;
  lazy: () => Promise<Page>;
  lazyPage: LazyPage;
}

/** A row of a route table. */
export function appRoute(path: string, title: string, access: Access, ...[file, lazy]: PageSource): AppRoute {
  return { path, title, access, file, lazy, lazyPage: new LazyPage(lazy) };
}
