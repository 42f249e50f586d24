create table "listView" (
  "id" integer generated always as identity primary key,
  "screen" text not null default '',
  "viewName" text not null default '',
  "shared" smallint not null default 0,
  "isDefault" smallint not null default 0,
  "state" jsonb not null default '[]',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- Read with every list that is opened; two of one name saved at once are refused.
create unique index "uq_listView_viewName_own" on "listView" ("screen", "createBy", "viewName") where "isDel" = 0 and "shared" = 0;
create unique index "uq_listView_viewName_shared" on "listView" ("screen", "viewName") where "isDel" = 0 and "shared" = 1;
