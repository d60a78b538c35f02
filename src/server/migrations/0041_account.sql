CREATE TABLE "data_copies" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"path" text,
	"bytes" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "data_copies" ADD CONSTRAINT "data_copies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_copies_user_idx" ON "data_copies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "data_copies_due_idx" ON "data_copies" USING btree ("next_try_at") WHERE "data_copies"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "data_copies_at_idx" ON "data_copies" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_deletion_idx" ON "users" USING btree ("deletion_due_at") WHERE "users"."deletion_due_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_contact_idx" ON "orders" USING btree ("created_at") WHERE "orders"."address" is not null or "orders"."contact_phone" is not null;--> statement-breakpoint
CREATE INDEX "files_chat_idx" ON "files" USING btree ("created_at") WHERE "files"."kind" = 'chat';