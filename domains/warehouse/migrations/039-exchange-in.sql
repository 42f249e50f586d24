create table "exchangeInBill" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "exchangeSn" text not null default '',
  "exchangeType" smallint not null default 2,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "totalQty" numeric(18,3) not null default 0,
  "refundSn" text not null default '',
  "customer" text not null default '',
  "stockoutId" integer,
  "supplierId" integer,
  "expressNo" text not null default '',
  "outQty" numeric(18,3) not null default 0,
  "priceDiff" bigint not null default 0,
  "outState" smallint not null default 0,
  "lines" jsonb not null default '[]'::jsonb,
  "reversed" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("exchangeSn", "refundSn", "customer", "expressNo")) stored
);
create unique index "uq_exchangeInBill_exchangeSn" on "exchangeInBill" (lower("exchangeSn")) where "isDel" = 0;
create index "exchangeInBill_warehouse" on "exchangeInBill" ("warehouseId", "id" desc) where "isDel" = 0;
create index "exchangeInBill_auditStatus" on "exchangeInBill" ("auditStatus", "id" desc) where "isDel" = 0;
create index "exchangeInBill_createBy" on "exchangeInBill" ("createBy", "id" desc) where "isDel" = 0;
create index "exchangeInBill_stockout" on "exchangeInBill" ("stockoutId") where "isDel" = 0 and "stockoutId" is not null;
create index "exchangeInBill_grams" on "exchangeInBill" using gin ("searchGrams") with (fastupdate = off);
