import type { Stage } from "../../../scripts/lib/stage.ts";

/** Sets a switch of the sandbox: how the text messages, the maps or the payments behave from now on. */
export async function behave(
  stage: Stage,
  service: "sms" | "amap" | "pay",
  behaviour: Record<string, string | number>,
): Promise<void> {
  const response = await fetch(`${stage.installation.sandboxUrl}/${service}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
  if (!response.ok) throw new Error(`the switch was refused: ${await response.text()}`);
}
