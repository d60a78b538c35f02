import type { NativeBridge } from "./nativeBridge.ts";

/** WeChat's name of the ordinary size. */
const ordinarySize = "2";

/** Keeps the text at its own size: WeChat on Android scales it as its settings say, and the layout with it. */
export function holdFontSize(native: NativeBridge): void {
  const hold = () => native.invoke("setFontSizeCallback", { fontSize: ordinarySize });
  hold();
  native.on("menu:setfont", hold);
}
