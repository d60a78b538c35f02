ALTER TABLE "orders" ADD COLUMN "alarmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "order_limit_minutes" integer;--> statement-breakpoint
CREATE INDEX "orders_alarmed_idx" ON "orders" USING btree ("alarmed_at") WHERE "orders"."alarmed_at" is not null;--> statement-breakpoint
UPDATE "orders" SET "due_at" = now() WHERE "status" IN ('accepted', 'preparing') AND "due_at" IS NULL;
