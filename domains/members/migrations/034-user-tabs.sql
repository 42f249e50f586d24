-- Tabs leave out whom nobody serves any more: with that in the index they are counted without looking at a row.
drop index "user_userType";
drop index "user_lifeStage";
drop index "user_status";
drop index "user_companyId";
create index "user_userType" on "user" ("userType", "id") include ("lifeStatus") where "isDel" = 0;
create index "user_lifeStage" on "user" ("lifeStage", "id") include ("lifeStatus") where "isDel" = 0;
create index "user_status" on "user" ("status", "id") include ("lifeStatus") where "isDel" = 0;
create index "user_companyId" on "user" ("companyId", "id") include ("lifeStatus")
  where "isDel" = 0 and "companyId" is not null;
