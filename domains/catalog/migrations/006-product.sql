-- Steps are carried out by the system: whether prices below the floor are let through is decided by who planned them.
alter table "productPlan" add "anyPrice" smallint not null default 0;
alter table "showApply" add "anyPrice" smallint not null default 0;
-- Where goods of a group are put away.
alter table "sapWmsGroup" add "putawaySection" integer[] not null default '{}';
-- What was deleted for good, the last one first, while it can still be taken back.
create index "product_deleted" on "product" ("updateTime" desc, "id" desc) where "isDel" = 1;
