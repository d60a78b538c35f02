CREATE TABLE "staff_restaurants" (
	"staff_id" text NOT NULL,
	"restaurant_id" text NOT NULL,
	CONSTRAINT "staff_restaurants_staff_id_restaurant_id_pk" PRIMARY KEY("staff_id","restaurant_id")
);
--> statement-breakpoint
ALTER TABLE "staff" DROP CONSTRAINT "staff_restaurant_id_restaurants_id_fk";
--> statement-breakpoint
ALTER TABLE "staff_restaurants" ADD CONSTRAINT "staff_restaurants_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_restaurants" ADD CONSTRAINT "staff_restaurants_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_restaurants_restaurant_idx" ON "staff_restaurants" USING btree ("restaurant_id","staff_id");--> statement-breakpoint
-- Written by hand: everybody keeps the restaurant that they had; nobody works at one that is closed for good.
INSERT INTO "staff_restaurants" ("staff_id", "restaurant_id")
  SELECT s."id", s."restaurant_id" FROM "staff" s JOIN "restaurants" r ON r."id" = s."restaurant_id"
  WHERE s."role" = 'store' AND r."closed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "staff" DROP COLUMN "restaurant_id";