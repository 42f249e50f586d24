-- Who may and may not, and what black lists have stopped.
create table "nameList" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "listType" smallint not null,
  "objectType" smallint not null,
  "objectValue" text not null default '',
  "uid" integer,
  "scenes" integer[] not null default '{}',
  "reason" text not null default '',
  "startTime" timestamptz,
  "endTime" timestamptz,
  "hitNum" integer not null default 0,
  "lastHitTime" timestamptz,
  "status" smallint not null default 1
);
create unique index "nameList_object" on "nameList" ("objectType", "objectValue", "listType") where "isDel" = 0;
-- An address is looked for in the networks that hold it.
create index "nameList_network" on "nameList" using gist
  ((case when "objectType" = 5 then "objectValue"::cidr end) inet_ops) where "isDel" = 0 and "objectType" = 5;
create index "nameList_list" on "nameList" ("listType", "id" desc) where "isDel" = 0;
create index "nameList_uid" on "nameList" ("uid");
alter table "nameList" add column "searchGrams" text[] generated always as ("gramsOf"("objectValue")) stored;
create index "nameList_grams" on "nameList" using gin ("searchGrams") with (fastupdate = off);

create table "nameHit" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "nameId" integer not null,
  "scene" smallint not null,
  "uid" integer,
  "value" text not null default '',
  "ip" text not null default ''
);
create index "nameHit_name" on "nameHit" ("nameId", "id" desc);
create index "nameHit_uid" on "nameHit" ("uid");
