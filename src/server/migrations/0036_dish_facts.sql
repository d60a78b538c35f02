ALTER TABLE "dishes" ADD COLUMN "min_quantity" integer;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "max_quantity" integer;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "allergens" jsonb;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "nutrition" jsonb;--> statement-breakpoint
ALTER TABLE "dishes" ADD CONSTRAINT "dishes_quantity_check" CHECK (coalesce("dishes"."min_quantity", 1) between 1 and coalesce("dishes"."max_quantity", 99) and coalesce("dishes"."max_quantity", 99) <= 99);