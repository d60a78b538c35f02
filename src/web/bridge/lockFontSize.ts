import type { NativeBridge } from "./getNativeBridge.ts";

/** WeChat's value for the default size. */
const defaultFontSize = "2";

/** Keeps the text at its own size: WeChat on Android scales it with its settings, which breaks the layout. */
export function lockFontSize(native: NativeBridge): void {
  const applySize = () => native.invoke("setFontSizeCallback", { fontSize: defaultFontSize });
  applySize();
  native.on("menu:setfont", applySize);
}
