declare module "virtual:page-modules" {
  /** The source file of each page's code, by the path of its route (scripts/lib/pageModules.ts). */
  export const pageModules: Record<string, string>;
}
