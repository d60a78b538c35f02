ALTER TABLE "refund_requests" ALTER COLUMN "due_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "restaurant_id" text;--> statement-breakpoint
UPDATE "refund_requests" r SET "restaurant_id" = o."restaurant_id" FROM "orders" o WHERE o."id" = r."order_id";--> statement-breakpoint
ALTER TABLE "refund_requests" ALTER COLUMN "restaurant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_store_due_idx" ON "refund_requests" USING btree ("restaurant_id","due_at","id") WHERE "refund_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "refund_requests_store_answered_idx" ON "refund_requests" USING btree ("restaurant_id","answered_at","id") WHERE "refund_requests"."status" <> 'open';