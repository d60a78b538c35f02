import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";

/** Sets how the sandbox's text messages, maps or payments behave from now on. */
export async function setSandboxBehaviour(
  environment: TestEnvironment,
  service: "sms" | "amap" | "pay",
  behaviour: Record<string, string | number>,
): Promise<void> {
  const response = await fetch(`${environment.installation.sandboxUrl}/${service}/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
  if (!response.ok) throw new Error(`the switch was refused: ${await response.text()}`);
}
