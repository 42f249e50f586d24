-- Shares of the stock that are kept for a channel, a company, an activity or a store. Warehouse §2.7.
create table "stockVacct" (
  "id" integer generated always as identity primary key,
  "code" text not null,
  "name" text not null,
  "ownerType" smallint not null,
  "ownerId" integer not null,
  "warehouseId" integer not null,
  "mode" smallint not null default 1,
  "overflow" smallint not null default 1,
  "priority" integer not null default 100,
  "beginTime" timestamptz,
  "endTime" timestamptz,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_stockVacct_code" on "stockVacct" (lower("code")) where "isDel" = 0 and "code" <> '';
-- One enabled account for an owner in a warehouse.
create unique index "stockVacct_owner" on "stockVacct" ("warehouseId", "ownerType", "ownerId") where "isDel" = 0 and "status" = 1;
create index "stockVacct_end" on "stockVacct" ("endTime") where "endTime" is not null and "isDel" = 0;

create table "stockVacctItem" (
  "id" integer generated always as identity primary key,
  "vacctId" integer not null,
  "warehouseId" integer not null,
  "skuId" integer not null,
  "qty" numeric(18,3) not null default 0 check ("qty" >= 0),
  "reserved" numeric(18,3) not null default 0 check ("reserved" >= 0),
  "shipped" numeric(18,3) not null default 0,
  "available" numeric(18,3) not null generated always as ("qty" - "reserved") stored,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  check ("reserved" <= "qty")
) with (fillfactor = 80);
create unique index "stockVacctItem_sku" on "stockVacctItem" ("vacctId", "skuId");
create index "stockVacctItem_stock" on "stockVacctItem" ("skuId", "warehouseId");

create table "stockVacctRecord" (
  "id" bigint generated always as identity primary key,
  "vacctId" integer not null,
  "type" smallint not null,
  "skuId" integer not null,
  "qty" numeric(18,3) not null,
  "qtyAfter" numeric(18,3) not null,
  "reservedAfter" numeric(18,3) not null,
  "sourceType" text not null,
  "sourceId" bigint not null,
  "sourceSn" text not null,
  "postingId" bigint not null,
  "operatorId" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "stockVacctRecord_vacct" on "stockVacctRecord" ("vacctId", "id" desc);
create index "stockVacctRecord_sku" on "stockVacctRecord" ("skuId", "id" desc);
