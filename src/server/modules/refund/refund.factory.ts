import type { Deps } from "../../platform/Deps.ts";
import { RefundFailureHandler } from "./RefundFailureHandler.ts";
import { RefundProcessor } from "./RefundProcessor.ts";
import { RefundService } from "./refund.service.ts";

/** What gives money back: promising it, bringing it to the provider, and what happens when that fails. */
export interface RefundServices {
  refunds: RefundService;
  processor: RefundProcessor;
  failures: RefundFailureHandler;
}

/** Creates the services of refunds, which depend on one another. */
export function createRefundServices(deps: Deps): RefundServices {
  const refunds = new RefundService(deps);
  const failures = new RefundFailureHandler(deps);
  return { refunds, failures, processor: new RefundProcessor(deps, refunds, failures) };
}
