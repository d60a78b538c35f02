import type { NativeBridge } from "./getNativeBridge.ts";

/** WeChat's name of the ordinary size. */
const defaultFontSize = "2";

/** Keeps the text at its own size: WeChat on Android scales it as its settings say, and the layout with it. */
export function lockFontSize(native: NativeBridge): void {
  const applySize = () => native.invoke("setFontSizeCallback", { fontSize: defaultFontSize });
  applySize();
  native.on("menu:setfont", applySize);
}
