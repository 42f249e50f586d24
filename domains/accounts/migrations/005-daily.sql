create table "balanceDaily" (
  "id" integer generated always as identity primary key,
  "zbatch" text not null default '',
  "zflag" smallint not null,
  "bizDate" date not null,
  "bizTime" timestamptz not null,
  "accountType" smallint not null,
  "accountNum" integer not null default 0,
  "entryNum" integer not null default 0,
  "openingBalance" bigint not null default 0,
  "amount" bigint not null default 0,
  "closingBalance" bigint not null default 0,
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- A day of a kind of accounts is closed once, with one row for each flag.
create unique index "balanceDaily_day" on "balanceDaily" ("accountType", "bizDate", "zflag");
create unique index "balanceDaily_batch" on "balanceDaily" ("zbatch", "zflag");
create index "balanceDaily_list" on "balanceDaily" ("bizDate" desc, "id" desc) where "isDel" = 0;
create index "balanceDaily_flag" on "balanceDaily" ("zflag", "bizDate" desc, "id" desc);
create index "balanceDaily_sap" on "balanceDaily" ("sapSync", "bizDate" desc, "id" desc);
