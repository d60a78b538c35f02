ALTER TABLE "data_copies" ALTER COLUMN "bytes" SET DATA TYPE bigint;--> statement-breakpoint
CREATE INDEX "users_merged_idx" ON "users" USING btree ("merged_into") WHERE "users"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "events_user_idx" ON "events" USING btree (("payload"->>'user_id')) WHERE "events"."payload"->>'user_id' is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_user_idx" ON "idempotency_keys" USING btree (("response"->>'user_id')) WHERE "idempotency_keys"."response"->>'user_id' is not null;--> statement-breakpoint
DROP INDEX "orders_contact_idx";--> statement-breakpoint
CREATE INDEX "orders_contact_idx" ON "orders" USING btree ("created_at") WHERE "orders"."address" is not null or "orders"."contact_phone" is not null or "orders"."remark" <> '';