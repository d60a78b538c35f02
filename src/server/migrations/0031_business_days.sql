ALTER TABLE "orders" ADD COLUMN "delivery_minutes" integer;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD COLUMN "stock_day_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "store_dishes" SET "stock_day_at" = "stock_reset_at" - interval '1 day' WHERE "stock_reset_at" IS NOT NULL;
