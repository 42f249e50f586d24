create table "ctRecord" (
  "id" integer generated always as identity primary key,
  "recordSn" text not null default '',
  "accountId" integer not null references "account" ("id"),
  "accountType" smallint not null,
  "systemOrgId" integer,
  "transactionType" smallint not null default 1,
  "typeEnum" smallint not null default 1,
  "amount" bigint not null,
  "payType" text,
  "payTime" timestamptz,
  "bankSerialNo" text not null default '',
  "voucherNo" text not null default '',
  "voucherImg" text[] not null default '{}',
  "reverseOf" integer,
  "entryId" bigint,
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("recordSn", "bankSerialNo", "voucherNo")) stored
);
create unique index "uq_ctRecord_recordSn" on "ctRecord" (lower("recordSn")) where "isDel" = 0 and "recordSn" <> '';
create unique index "uq_ctRecord_bankSerialNo" on "ctRecord" (lower("bankSerialNo")) where "isDel" = 0 and "bankSerialNo" <> '';
-- A top-up is reversed once; a reversal that was rejected may be asked for again.
create unique index "ctRecord_reverseOf" on "ctRecord" ("reverseOf") where "isDel" = 0 and "auditStatus" <> 2;
create index "ctRecord_grams" on "ctRecord" using gin ("searchGrams") with (fastupdate = off);
create index "ctRecord_account" on "ctRecord" ("accountId", "id" desc);
create index "ctRecord_state" on "ctRecord" ("auditStatus", "id" desc) where "isDel" = 0;
create index "ctRecord_type" on "ctRecord" ("transactionType", "id" desc) where "isDel" = 0;
create index "ctRecord_createTime" on "ctRecord" ("createTime") where "isDel" = 0;
create index "ctRecord_company" on "ctRecord" ("systemOrgId");
