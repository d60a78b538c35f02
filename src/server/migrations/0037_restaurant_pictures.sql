ALTER TABLE "restaurants" ADD COLUMN "pictures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "business_licence" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "food_licence" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "pictures_version" integer DEFAULT 1 NOT NULL;