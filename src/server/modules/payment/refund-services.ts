import type { Deps } from "../../platform/Deps.ts";
import { RefundFailures } from "./RefundFailures.ts";
import { RefundProcessor } from "./RefundProcessor.ts";
import { RefundService } from "./RefundService.ts";

/** What gives money back: promising it, bringing it to the provider, and what happens when that fails. */
export interface RefundParts {
  refunds: RefundService;
  processor: RefundProcessor;
  failures: RefundFailures;
}

/** Creates the services of refunds, which depend on one another. */
export function createRefunds(deps: Deps): RefundParts {
  const refunds = new RefundService(deps);
  const failures = new RefundFailures(deps);
  return { refunds, failures, processor: new RefundProcessor(deps, refunds, failures) };
}
