-- Numbers of messages outgrow an integer once messages are divided by month. Processes of the version before write and read
-- last_message_id: a trigger sets either column from the other.
ALTER TABLE "conversations" ADD COLUMN "newest_message_id" bigint;--> statement-breakpoint
CREATE FUNCTION set_newest_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.newest_message_id := coalesce(NEW.newest_message_id, NEW.last_message_id);
  ELSIF NEW.newest_message_id IS NOT DISTINCT FROM OLD.newest_message_id
    AND NEW.last_message_id IS DISTINCT FROM OLD.last_message_id THEN
    NEW.newest_message_id := NEW.last_message_id;
  END IF;
  IF NEW.newest_message_id <= 2147483647 THEN
    NEW.last_message_id := NEW.newest_message_id;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER conversations_set_newest_message BEFORE INSERT OR UPDATE ON "conversations" FOR EACH ROW
  EXECUTE FUNCTION set_newest_message();--> statement-breakpoint
UPDATE "conversations" SET "newest_message_id" = "last_message_id";
