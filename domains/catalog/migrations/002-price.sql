-- ---- prices of every scope

alter table "skuPrice"
  add column "purchaseBase" bigint,
  add column "minRate" numeric(18,2),
  -- 1: ends by itself and leaves the row before it open, which then rules again; 0: ends where the next one begins
  add column "isTimed" smallint not null default 0,
  -- what the shown prices know of it: 0 not yet, 1 began, 2 ended
  add column "phase" smallint not null default 1;
-- What a person types into a form has no line that could be posted twice; a line of a document has.
create unique index "uq_skuPrice_source" on "skuPrice"
  ("sourceType", "sourceId", "sourceLineId", "skuId", "channelId", "scopeType", "scopeId")
  where "sourceType" not in ('product', 'productChannel');
create index "skuPrice_begins" on "skuPrice" ("startTime", "id") where "phase" = 0;
create index "skuPrice_ends" on "skuPrice" ("endTime", "id") where "phase" = 1 and "isTimed" = 1;
create index "skuPrice_salesChannel" on "skuPrice" ("scopeId", "skuId") where "scopeType" = 1;

-- ---- documents

create table "basePrice" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "basePriceNo" text not null default '',
  "priceTitle" text not null default '',
  "effectTime" timestamptz not null,
  "reason" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "lineCount" integer not null default 0,
  "goods" text not null default '',
  "execStatus" smallint,
  "belowFloor" smallint not null default 0,
  "revokeReason" text not null default '',
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("basePriceNo", "priceTitle", "goods")) stored
);
create unique index "uq_basePrice_basePriceNo" on "basePrice" (lower("basePriceNo")) where "isDel" = 0 and "basePriceNo" <> '';
create index "basePrice_list" on "basePrice" ("id" desc) where "isDel" = 0;
create index "basePrice_audit" on "basePrice" ("auditStatus", "id" desc) where "isDel" = 0;
create index "basePrice_exec" on "basePrice" ("execStatus", "effectTime") where "isDel" = 0;
create index "basePrice_effect" on "basePrice" ("effectTime", "id") where "isDel" = 0;
create index "basePrice_grams" on "basePrice" using gin ("searchGrams") with (fastupdate = off);

create table "saleInfo" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "saleInfoNo" text not null default '',
  "infoTitle" text not null default '',
  "salesChannelId" integer not null,
  "effectTime" timestamptz not null,
  "expireTime" timestamptz,
  "lines" jsonb not null default '[]'::jsonb,
  "lineCount" integer not null default 0,
  "goods" text not null default '',
  "execStatus" smallint,
  "belowFloor" smallint not null default 0,
  "revokeReason" text not null default '',
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("saleInfoNo", "infoTitle", "goods")) stored
);
create unique index "uq_saleInfo_saleInfoNo" on "saleInfo" (lower("saleInfoNo")) where "isDel" = 0 and "saleInfoNo" <> '';
create index "saleInfo_list" on "saleInfo" ("id" desc) where "isDel" = 0;
create index "saleInfo_audit" on "saleInfo" ("auditStatus", "id" desc) where "isDel" = 0;
create index "saleInfo_exec" on "saleInfo" ("execStatus", "effectTime") where "isDel" = 0;
create index "saleInfo_effect" on "saleInfo" ("effectTime", "id") where "isDel" = 0;
create index "saleInfo_channel" on "saleInfo" ("salesChannelId", "id" desc) where "isDel" = 0;
create index "saleInfo_grams" on "saleInfo" using gin ("searchGrams") with (fastupdate = off);

create table "priceNotice" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "noticeNo" text not null default '',
  "noticeTitle" text not null default '',
  "noticeType" smallint not null,
  "scopeType" smallint not null,
  "channelId" smallint not null,
  "scopeIds" integer[] not null default '{}',
  "effectTime" timestamptz not null,
  "expireTime" timestamptz,
  "reason" text not null default '',
  "notifyWay" integer[] not null default '{}',
  "lines" jsonb not null default '[]'::jsonb,
  "sourceKey" text not null default '',
  "lineCount" integer not null default 0,
  "goods" text not null default '',
  "execStatus" smallint,
  "belowFloor" smallint not null default 0,
  "revokeReason" text not null default '',
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("noticeNo", "noticeTitle", "goods")) stored
);
create unique index "uq_priceNotice_noticeNo" on "priceNotice" (lower("noticeNo")) where "isDel" = 0 and "noticeNo" <> '';
create unique index "uq_priceNotice_sourceKey" on "priceNotice" (lower("sourceKey")) where "isDel" = 0 and "sourceKey" <> '';
create index "priceNotice_list" on "priceNotice" ("id" desc) where "isDel" = 0;
create index "priceNotice_audit" on "priceNotice" ("auditStatus", "id" desc) where "isDel" = 0;
create index "priceNotice_exec" on "priceNotice" ("execStatus", "effectTime") where "isDel" = 0;
create index "priceNotice_effect" on "priceNotice" ("effectTime", "id") where "isDel" = 0;
create index "priceNotice_channel" on "priceNotice" ("channelId", "id" desc) where "isDel" = 0;
create index "priceNotice_grams" on "priceNotice" using gin ("searchGrams") with (fastupdate = off);

-- ---- masters

create table "salesChannel" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "channelCode" text not null default '',
  "channelName" text not null default '',
  "channelId" smallint not null,
  "pid" integer not null default 0,
  "sapSalesOrg" text not null default '',
  "sapDistChannel" text not null default '',
  "division" text not null default '',
  "isOnline" smallint not null default 0,
  "defaultWarehouseId" integer,
  "managerId" integer,
  "priceRate" numeric(18,2),
  "sort" integer not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_salesChannel_channelCode" on "salesChannel" (lower("channelCode")) where "isDel" = 0;
create index "salesChannel_list" on "salesChannel" ("sort" desc, "id" desc) where "isDel" = 0;
create index "salesChannel_pid" on "salesChannel" ("pid") where "isDel" = 0;

create table "payerProduct" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "payerId" integer not null,
  "companyId" integer,
  "skuId" integer not null,
  "goods" text not null default '',
  "settlePrice" bigint,
  "discountRate" numeric(18,2),
  "minQty" numeric(18,3) not null default 0,
  "monthMaxQty" numeric(18,3),
  "startDate" date not null,
  "endDate" date not null,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "searchGrams" text[] generated always as ("gramsOf"("goods")) stored
);
create index "payerProduct_list" on "payerProduct" ("id" desc) where "isDel" = 0;
create index "payerProduct_payer" on "payerProduct" ("payerId", "skuId") where "isDel" = 0;
create index "payerProduct_sku" on "payerProduct" ("skuId") where "isDel" = 0;
create index "payerProduct_company" on "payerProduct" ("companyId", "id" desc) where "isDel" = 0;
create index "payerProduct_end" on "payerProduct" ("endDate", "id") where "isDel" = 0;
create index "payerProduct_grams" on "payerProduct" using gin ("searchGrams") with (fastupdate = off);

