-- Whose an account is, each kind by its own field; ownerType and ownerId follow.
alter table "stockVacct"
  add column "channelId" integer,
  add column "companyId" integer,
  add column "storeId" integer,
  add column "activityId" integer;
