create table "waveStrategy" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "name" text not null default '',
  "warehouseId" integer not null,
  "aheadDays" integer not null default 0,
  "channelIds" integer[] not null default '{}',
  "logisticsModes" integer[] not null default '{}',
  "priority" smallint,
  "pickType" smallint,
  "maxTasks" integer,
  "singleFirst" smallint not null default 0,
  "onlyComplete" smallint not null default 1,
  "everyMinutes" integer,
  "hours" text not null default '',
  "status" smallint not null default 1,
  "lastTime" timestamptz,
  "lastResult" text not null default ''
);
create unique index "uq_waveStrategy_name" on "waveStrategy" (lower("name")) where "isDel" = 0;
create index "waveStrategy_warehouse" on "waveStrategy" ("warehouseId", "id" desc) where "isDel" = 0;
