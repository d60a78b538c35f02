-- What staff can find a customer by: every sign and every two signs in a row of the name.
CREATE FUNCTION name_words(name text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
AS $$
  SELECT array_agg(DISTINCT substr(name, at, size))
  FROM generate_series(1, length(name)) at, generate_series(1, 2) size
$$;--> statement-breakpoint
CREATE TABLE "presence" (
	"user_id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "refund_requests_due_idx";--> statement-breakpoint
DROP INDEX "chat_messages_key";--> statement-breakpoint
DROP INDEX "chat_sessions_waiting_idx";--> statement-breakpoint
DROP INDEX "chat_sessions_assignee_idx";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "uploaded_by" text;--> statement-breakpoint
CREATE INDEX "users_phone_end_idx" ON "users" USING btree (right("phone", 4));--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING gin (name_words("nickname"));--> statement-breakpoint
CREATE INDEX "refund_requests_answered_idx" ON "refund_requests" USING btree ("answered_at","id") WHERE "refund_requests"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "vouchers_created_idx" ON "vouchers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor","at");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "chat_messages_unread_idx" ON "chat_messages" USING btree ("user_id","sender_type","id") WHERE "chat_messages"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_file_key" ON "chat_messages" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_status_idx" ON "chat_sessions" USING btree ("status","waiting_since","updated_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_assignee_status_idx" ON "chat_sessions" USING btree ("assignee_id","status","waiting_since","updated_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "refund_requests_due_idx" ON "refund_requests" USING btree ("due_at","id") WHERE "refund_requests"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_key" ON "chat_messages" USING btree ("user_id","sender_id","client_key");--> statement-breakpoint
CREATE INDEX "chat_sessions_waiting_idx" ON "chat_sessions" USING btree ("waiting_since","updated_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_assignee_idx" ON "chat_sessions" USING btree ("assignee_id","waiting_since","updated_at" DESC NULLS LAST,"user_id");