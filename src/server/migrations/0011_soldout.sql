ALTER TABLE "order_items" DROP CONSTRAINT "order_items_quantity_check";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "unavailable_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_quantity_check" CHECK ("order_items"."quantity" > 0 and "order_items"."refunded_quantity" between 0 and "order_items"."quantity" and "order_items"."held_stock" between 0 and "order_items"."quantity" and "order_items"."unavailable_quantity" between 0 and "order_items"."quantity");--> statement-breakpoint
-- The words that the contract had before.
UPDATE "orders" SET "soldout_policy" = CASE "soldout_policy" WHEN 'refund' THEN 'remove' WHEN 'cancel' THEN 'cancel_order' END WHERE "soldout_policy" IN ('refund', 'cancel');
