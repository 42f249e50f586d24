create table "vacct" (
  "id" integer generated always as identity primary key,
  "vacctNo" text not null default '',
  "vacctName" text not null default '',
  "bankCode" text not null default 'ICBC',
  "mainAccount" text not null default '',
  "payerId" integer not null,
  "companyId" integer,
  "accountId" integer,
  "status" smallint not null default 0,
  "openTime" timestamp with time zone,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("vacctNo", "vacctName", "mainAccount")) stored
);
create unique index "uq_vacct_vacctNo" on "vacct" (lower("vacctNo")) where "isDel" = 0 and "vacctNo" <> '';
create unique index "uq_vacct_payerId" on "vacct" ("payerId") where "isDel" = 0;
create index "vacct_company" on "vacct" ("companyId");
create index "vacct_account" on "vacct" ("accountId");
create index "vacct_status" on "vacct" ("status", "id" desc);
create index "vacct_name" on "vacct" (lower("vacctName")) where "isDel" = 0 and "vacctName" <> '';
create index "vacct_search" on "vacct" using gin ("searchGrams") with (fastupdate = off);

create table "bankLine" (
  "id" integer generated always as identity primary key,
  "bankSerialNo" text not null default '',
  "vacctNo" text not null default '',
  "direction" smallint not null,
  "amount" bigint not null,
  "tradeTime" timestamp with time zone not null,
  "peerName" text not null default '',
  "peerAccount" text not null default '',
  "peerBank" text not null default '',
  "purpose" text not null default '',
  "mainAccount" text not null default '',
  "vacctId" integer references "vacct" ("id"),
  "companyId" integer,
  "source" smallint not null default 2,
  "matchStatus" smallint not null default 0,
  "entryId" bigint references "accountEntry" ("id"),
  "linkId" text not null default '',
  "handleBy" integer,
  "handleTime" timestamp with time zone,
  "handleRemark" text not null default '',
  "isPosted" smallint not null default 0,
  "posts" integer not null default 0,
  "waiting" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("bankSerialNo", "vacctNo", "peerName", "purpose", "linkId")) stored,
  check ("amount" > 0)
);
-- The bank numbers its movements for each of its main accounts; entries of ours that it does not know have no number.
create unique index "uq_bankLine_bankSerialNo" on "bankLine" ("mainAccount", "bankSerialNo") where "isDel" = 0 and "source" <> 3;
-- An entry answers to one movement.
create unique index "bankLine_entry" on "bankLine" ("entryId") where "isDel" = 0;
create index "bankLine_serial" on "bankLine" (lower("bankSerialNo")) where "isDel" = 0 and "bankSerialNo" <> '';
create index "bankLine_time" on "bankLine" ("tradeTime" desc, "id" desc);
create index "bankLine_status" on "bankLine" ("matchStatus", "tradeTime" desc, "id" desc);
create index "bankLine_vacct" on "bankLine" ("vacctId", "tradeTime" desc, "id" desc);
create index "bankLine_number" on "bankLine" ("vacctNo", "tradeTime" desc, "id" desc);
create index "bankLine_company" on "bankLine" ("companyId");
create index "bankLine_open" on "bankLine" ("createTime") where "isDel" = 0 and "matchStatus" in (0, 2, 3, 4);
create index "bankLine_waiting" on "bankLine" ("id") where "waiting" = 1;
create index "bankLine_search" on "bankLine" using gin ("searchGrams") with (fastupdate = off);

create table "icbcLog" (
  "id" integer generated always as identity primary key,
  "bizDate" date not null,
  "vacctId" integer not null references "vacct" ("id"),
  "vacctNo" text not null default '',
  "companyId" integer,
  "bankOpening" bigint not null default 0,
  "bankIn" bigint not null default 0,
  "bankOut" bigint not null default 0,
  "bankClosing" bigint not null default 0,
  "ourOpening" bigint not null default 0,
  "ourIn" bigint not null default 0,
  "ourOut" bigint not null default 0,
  "ourClosing" bigint not null default 0,
  "diffAmount" bigint not null default 0,
  "diffCount" integer not null default 0,
  "status" smallint not null default 0,
  "runTime" timestamp with time zone,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("vacctNo")) stored
);
create unique index "icbcLog_day" on "icbcLog" ("bizDate", "vacctId");
create index "icbcLog_list" on "icbcLog" ("bizDate" desc, "id" desc);
create index "icbcLog_vacct" on "icbcLog" ("vacctId", "bizDate" desc);
create index "icbcLog_company" on "icbcLog" ("companyId");
create index "icbcLog_status" on "icbcLog" ("status", "bizDate" desc, "id" desc);
create index "icbcLog_search" on "icbcLog" using gin ("searchGrams") with (fastupdate = off);
-- The entries of an account that pass through a bank, by their day. Payments of orders and their refunds do not pay for it.
create index "accountEntry_bank" on "accountEntry" ("accountId", "createTime") where "transactionType" in (1, 6, 7, 9);
