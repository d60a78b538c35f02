CREATE TABLE "dish_drafts" (
	"spu_id" text PRIMARY KEY NOT NULL,
	"form" jsonb NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"publish_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dish_price_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"dish_id" text NOT NULL,
	"restaurant_id" text,
	"from_fen" bigint,
	"to_fen" bigint,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "weekdays" jsonb;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "sold_from" date;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "sold_until" date;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "variant_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dishes" ADD COLUMN "on_sale" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD COLUMN "offered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "dish_price_changes" ADD CONSTRAINT "dish_price_changes_dish_id_dishes_id_fk" FOREIGN KEY ("dish_id") REFERENCES "public"."dishes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dish_price_changes" ADD CONSTRAINT "dish_price_changes_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dish_drafts_publish_idx" ON "dish_drafts" USING btree ("publish_at") WHERE "dish_drafts"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "dish_price_changes_dish_idx" ON "dish_price_changes" USING btree ("dish_id","id");--> statement-breakpoint
CREATE INDEX "dishes_spu_idx" ON "dishes" USING btree (coalesce("spu_id", "id"));--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_dish_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text[];
BEGIN
  SELECT array_agg(name) INTO changed FROM (
    SELECT 'dish:' || n.restaurant_id || ':' || n.dish_id AS name
    FROM new_rows n JOIN old_rows o USING (restaurant_id, dish_id)
    WHERE (n.offered, n.price_fen, n.stock, n.sold_out, n.sales)
      IS DISTINCT FROM (o.offered, o.price_fen, o.stock, o.sold_out, o.sales)
    LIMIT 51) AS few;
  IF cardinality(changed) > 50 THEN
    PERFORM pg_notify('shidan_content', 'menus');
  ELSE
    PERFORM pg_notify('shidan_content', name) FROM unnest(changed) AS t (name);
  END IF;
  RETURN NULL;
END $$;
