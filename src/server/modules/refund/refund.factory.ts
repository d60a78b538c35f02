import type { Deps } from "../../platform/Deps.ts";
import type { OrderStateService } from "../order/order-state.service.ts";
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
export function createRefundServices(deps: Deps, states: OrderStateService): RefundServices {
  const refunds = new RefundService(deps, states);
  const failures = new RefundFailureHandler(deps, states);
  return { refunds, failures, processor: new RefundProcessor(deps, refunds, failures) };
}
