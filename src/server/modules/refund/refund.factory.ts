import type { Deps } from "../../platform/Deps.ts";
import { RefundFailureHandler } from "./RefundFailureHandler.ts";
import { RefundProcessor } from "./RefundProcessor.ts";
import { RefundService } from "./refund.service.ts";

/** Services that create refunds, send them to the provider and handle failures. */
export interface RefundServices {
  refunds: RefundService;
  processor: RefundProcessor;
  failures: RefundFailureHandler;
}

/** Creates the refund services, which depend on one another. */
export function createRefundServices(deps: Deps): RefundServices {
  const refunds = new RefundService(deps);
  const failures = new RefundFailureHandler(deps);
  return { refunds, failures, processor: new RefundProcessor(deps, refunds, failures) };
}
