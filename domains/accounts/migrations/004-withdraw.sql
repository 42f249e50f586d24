create table "withdraw" (
  "id" integer generated always as identity primary key,
  "withdrawSn" text not null default '',
  "uid" integer not null,
  "accountId" integer not null references "account" ("id"),
  "method" text not null,
  "payeeName" text not null default '',
  "payeeAccount" text not null default '',
  "payeeBank" text not null default '',
  "amount" bigint not null,
  "status" smallint not null default 0,
  "opinion" text not null default '',
  "voucher" text[] not null default '{}',
  "payTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("withdrawSn", "payeeName")) stored
);
create unique index "uq_withdraw_withdrawSn" on "withdraw" (lower("withdrawSn")) where "isDel" = 0 and "withdrawSn" <> '';
create index "withdraw_grams" on "withdraw" using gin ("searchGrams") with (fastupdate = off);
create index "withdraw_status" on "withdraw" ("status", "id" desc) where "isDel" = 0;
create index "withdraw_uid" on "withdraw" ("uid", "id" desc);
create index "withdraw_account" on "withdraw" ("accountId");
