create table "supplier" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "supplierCode" text not null default '',
  "supplierName" text not null default '',
  "shortName" text not null default '',
  "supplierType" smallint not null,
  "grade" text not null default 'C',
  "creditCode" text not null default '',
  "taxNo" text not null default '',
  "taxRate" smallint not null default 13,
  "legalPerson" text not null default '',
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "telephone" text not null default '',
  "email" text not null default '',
  "fax" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "address" text not null default '',
  "bankName" text not null default '',
  "bankAccount" text not null default '',
  "bankAddress" text not null default '',
  "settleType" smallint not null,
  "creditDays" integer,
  "payTerms" text not null default '',
  "currency" text not null default 'CNY',
  "leadTimeDays" integer,
  "minOrderAmount" bigint,
  "orderDays" integer[] not null default '{}',
  "buyerId" integer,
  "warehouseIds" integer[] not null default '{}',
  "isDirect" smallint not null default 0,
  "contractNo" text not null default '',
  "contractStart" date,
  "contractEnd" date,
  "contractFiles" jsonb not null default '[]'::jsonb,
  "contractStatus" smallint,
  "sapPurOrg" text not null default '',
  "vendorNum" text not null default '',
  "status" smallint not null default 1,
  "closeReason" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "inForce" smallint not null default 0,
  "pending" jsonb
);
create unique index "uq_supplier_supplierCode" on "supplier" (lower("supplierCode")) where "isDel" = 0 and "supplierCode" <> '';
create unique index "uq_supplier_supplierName" on "supplier" (lower("supplierName")) where "isDel" = 0;
create unique index "uq_supplier_creditCode" on "supplier" (lower("creditCode")) where "isDel" = 0;
create unique index "uq_supplier_vendorNum" on "supplier" (lower("vendorNum")) where "isDel" = 0 and "vendorNum" <> '';
create index "supplier_buyerId" on "supplier" ("buyerId", "id");
create index "supplier_auditStatus" on "supplier" ("auditStatus", "id");
create index "supplier_status" on "supplier" ("status", "id") where "status" = 0;
create index "supplier_contractStatus" on "supplier" ("contractStatus", "id");
create index "supplier_provinceId" on "supplier" ("provinceId", "id");
create index "supplier_cityId" on "supplier" ("cityId", "id");
create index "supplier_districtId" on "supplier" ("districtId", "id");
create index "supplier_createTime" on "supplier" ("createTime", "id");
alter table "supplier" add column "searchGrams" text[] generated always as
  ("gramsOf"("supplierCode", "supplierName", "shortName", "creditCode", "contactName", "contactPhone", "vendorNum")) stored;
create index "supplier_grams" on "supplier" using gin ("searchGrams") with (fastupdate = off);

create table "supplierProduct" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "supplierId" integer not null,
  "skuId" integer not null,
  "supplyPrice" bigint not null,
  "taxRate" smallint,
  "unitId" integer,
  "minQty" numeric(18,3),
  "leadDays" integer,
  "startDate" date not null,
  "endDate" date,
  "isDefault" smallint not null default 0,
  "isDraft" smallint not null default 0,
  "sourceType" text not null default '',
  "sourceId" integer
);
create index "supplierProduct_supplierId" on "supplierProduct" ("supplierId", "skuId", "startDate" desc);
create index "supplierProduct_skuId" on "supplierProduct" ("skuId", "startDate" desc);
-- One line is the usual way to get a sku; a line that has ended gives the mark away.
create unique index "supplierProduct_default" on "supplierProduct" ("skuId") where "isDefault" = 1 and "isDel" = 0;
create index "supplierProduct_source" on "supplierProduct" ("sourceType", "sourceId") where "sourceType" <> '';

create table "logisticsProvider" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "providerCode" text not null default '',
  "providerName" text not null default '',
  "shortName" text not null default '',
  "creditCode" text not null default '',
  "roadLicenceNo" text not null default '',
  "insuranceAmount" bigint,
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "dispatchPhone" text not null default '',
  "email" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "address" text not null default '',
  "logisticsModes" integer[] not null default '{}',
  "tempZones" integer[] not null default '{}',
  "serviceAreas" integer[] not null default '{}',
  "warehouseIds" integer[] not null default '{}',
  "ownTruck" smallint not null default 0,
  "truckCount" integer not null default 0,
  "priceMode" smallint not null,
  "priceLines" jsonb not null default '[]'::jsonb,
  "settleType" smallint not null,
  "creditDays" integer,
  "bankName" text not null default '',
  "bankAccount" text not null default '',
  "taxRate" smallint not null default 13,
  "contractNo" text not null default '',
  "contractStart" date,
  "contractEnd" date,
  "contractFiles" jsonb not null default '[]'::jsonb,
  "contractStatus" smallint,
  "apiCode" text not null default '',
  "sapCode" text not null default '',
  "status" smallint not null default 1,
  "closeReason" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "inForce" smallint not null default 0,
  "pending" jsonb
);
create unique index "uq_logisticsProvider_providerCode" on "logisticsProvider" (lower("providerCode")) where "isDel" = 0 and "providerCode" <> '';
create unique index "uq_logisticsProvider_providerName" on "logisticsProvider" (lower("providerName")) where "isDel" = 0;
create unique index "uq_logisticsProvider_creditCode" on "logisticsProvider" (lower("creditCode")) where "isDel" = 0;
create unique index "uq_logisticsProvider_sapCode" on "logisticsProvider" (lower("sapCode")) where "isDel" = 0 and "sapCode" <> '';
create index "logisticsProvider_auditStatus" on "logisticsProvider" ("auditStatus", "id");
create index "logisticsProvider_status" on "logisticsProvider" ("status", "id") where "status" = 0;
create index "logisticsProvider_contractStatus" on "logisticsProvider" ("contractStatus", "id");
create index "logisticsProvider_provinceId" on "logisticsProvider" ("provinceId", "id");
create index "logisticsProvider_cityId" on "logisticsProvider" ("cityId", "id");
create index "logisticsProvider_districtId" on "logisticsProvider" ("districtId", "id");
create index "logisticsProvider_createTime" on "logisticsProvider" ("createTime", "id");
create index "logisticsProvider_serviceAreas" on "logisticsProvider" using gin ("serviceAreas");
alter table "logisticsProvider" add column "searchGrams" text[] generated always as
  ("gramsOf"("providerCode", "providerName", "shortName", "creditCode", "contactName", "contactPhone")) stored;
create index "logisticsProvider_grams" on "logisticsProvider" using gin ("searchGrams") with (fastupdate = off);
