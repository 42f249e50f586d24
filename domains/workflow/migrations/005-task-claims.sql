-- Who has taken a task stands with those it waits for too, so that a page of to-dos need not look at each task for it.
alter table "processTaskActor" add column "claimedBy" integer;
update "processTaskActor" a set "claimedBy" = t."claimedBy" from "processTask" t
  where t."id" = a."taskId" and t."state" = 'open' and t."claimedBy" is not null and a."open" = 1;
