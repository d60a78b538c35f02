CREATE INDEX "orders_created_idx" ON "orders" USING btree ("created_at","id","restaurant_id","type","status");--> statement-breakpoint
CREATE INDEX "refund_requests_created_idx" ON "refund_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refund_requests_store_created_idx" ON "refund_requests" USING btree ("restaurant_id","created_at","id");