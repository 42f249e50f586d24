create table "consignmentNote" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "consignSn" text not null default '',
  "warehouseId" integer not null,
  "logisticsProviderId" integer not null,
  "waybillNo" text not null default '',
  "toCityId" integer not null,
  "consignee" text not null default '',
  "consigneePhone" text not null default '',
  "consigneeAddress" text not null default '',
  "goodsName" text not null default '',
  "boxCount" integer not null default 0,
  "weight" numeric(18,3) not null default 0,
  "volume" numeric(18,6) not null default 0,
  "volumeFactor" integer not null default 250,
  "chargeWeight" numeric(18,3) not null default 0,
  "baseFreight" bigint,
  "deliveryFee" bigint not null default 0,
  "declaredValue" bigint not null default 0,
  "insuranceRate" numeric(18,2) not null default 0,
  "insuranceFee" bigint not null default 0,
  "freight" bigint,
  "freightReason" text not null default '',
  "payMethod" smallint not null default 3,
  "planPickTime" timestamptz,
  "planArriveDate" date,
  "dispatchTime" timestamptz,
  "actualArriveTime" timestamptz,
  "receiptNeed" smallint not null default 0,
  "tracks" jsonb not null default '[]',
  "status" smallint not null default 0,
  "remark" text not null default '',
  "searchGrams" text[] generated always as ("gramsOf"("consignSn", "waybillNo")) stored
);
create unique index "uq_consignmentNote_consignSn" on "consignmentNote" (lower("consignSn")) where "isDel" = 0;
-- A carrier gives each number once.
create unique index "uq_consignmentNote_waybill" on "consignmentNote" ("logisticsProviderId", lower("waybillNo"))
  where "isDel" = 0 and "waybillNo" <> '' and "status" <> 9;
create index "consignmentNote_warehouse" on "consignmentNote" ("warehouseId", "id" desc) where "isDel" = 0;
create index "consignmentNote_status" on "consignmentNote" ("status", "id" desc) where "isDel" = 0;
create index "consignmentNote_provider" on "consignmentNote" ("logisticsProviderId", "id" desc) where "isDel" = 0;
create index "consignmentNote_city" on "consignmentNote" ("toCityId", "id" desc) where "isDel" = 0;
create index "consignmentNote_pay" on "consignmentNote" ("payMethod", "id" desc) where "isDel" = 0;
create index "consignmentNote_grams" on "consignmentNote" using gin ("searchGrams") with (fastupdate = off);
