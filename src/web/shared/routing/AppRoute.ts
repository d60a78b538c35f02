import { LazyPage, type Page } from "./PageCode.ts";
import type { Access } from "./redirectFor.ts";

/** One screen: its path, its title, who may see it, and how its code is fetched. */
export interface AppRoute {
  path: string;
  title: string;
  access: Access;
  lazy: () => Promise<Page>;
  lazyPage: LazyPage;
}

/** A row of a route table. */
export function appRoute(path: string, title: string, access: Access, lazy: () => Promise<Page>): AppRoute {
  return { path, title, access, lazy, lazyPage: new LazyPage(lazy) };
}
