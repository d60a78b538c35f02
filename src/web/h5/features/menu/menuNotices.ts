import { defineStore } from "../../app/RootStore.ts";

/** The chain's notices above the dishes, which the server writes into the document; other hosts have those of the build. */
export const menuNotices = defineStore((root) => root.notices ?? readMenuNotices());

function readMenuNotices(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>("[name=menu-notices]");
  return meta?.content.split("\n").filter(Boolean) ?? [];
}
