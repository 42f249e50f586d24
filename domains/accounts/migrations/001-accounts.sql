create sequence "accountNo";
create sequence "accountEntryNo";

create table "account" (
  "id" integer generated always as identity primary key,
  "accountNo" text not null default '',
  "accountType" smallint not null,
  "accountName" text not null default '',
  "uid" integer,
  "systemOrgId" integer,
  "payerId" integer,
  "balance" bigint not null default 0,
  "frozen" bigint not null default 0,
  "creditLimit" bigint not null default 0,
  "status" smallint not null default 1,
  "openTime" timestamp with time zone not null,
  "negativeSince" timestamp with time zone,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  check ("frozen" >= 0),
  check ("balance" - "frozen" + "creditLimit" >= 0)
);
create unique index "uq_account_accountNo" on "account" (lower("accountNo")) where "isDel" = 0 and "accountNo" <> '';
create unique index "account_uid" on "account" ("uid") where "accountType" = 1;
create unique index "account_company" on "account" ("systemOrgId") where "accountType" = 2;
create unique index "account_payer" on "account" ("payerId") where "accountType" = 3;
create index "account_type" on "account" ("accountType", "id" desc);

create table "accountEntry" (
  "id" integer generated always as identity primary key,
  "entryNo" text not null default '',
  "accountId" integer not null references "account" ("id"),
  "pm" smallint not null,
  "transactionType" smallint not null,
  "amount" bigint not null,
  "balance" bigint not null,
  "frozen" bigint not null,
  "title" text not null default '',
  "linkId" text not null default '',
  "sourceType" text not null default '',
  "sourceId" integer not null,
  "sourceLine" integer not null default 0,
  "mark" text not null default '',
  "operator" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_accountEntry_entryNo" on "accountEntry" (lower("entryNo")) where "isDel" = 0 and "entryNo" <> '';
create unique index "accountEntry_source" on "accountEntry" ("accountId", "sourceType", "sourceId", "sourceLine", "transactionType");
create index "accountEntry_bySource" on "accountEntry" ("sourceType", "sourceId", "sourceLine");
create index "accountEntry_account" on "accountEntry" ("accountId", "id" desc);
