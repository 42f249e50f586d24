create table "singleItemForecast" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "forecastSn" text not null default '',
  "warehouseId" integer not null,
  "skuId" integer not null,
  "supplierId" integer,
  "periodStart" date not null,
  "periodEnd" date not null,
  "avgDaily" numeric(18,3) not null default 0,
  "available" numeric(18,3) not null default 0,
  "inTransit" numeric(18,3) not null default 0,
  "onOrder" numeric(18,3) not null default 0,
  "forecastQty" numeric(18,3),
  "suggestQty" numeric(18,3) not null default 0,
  "planQty" numeric(18,3) not null,
  "boxes" integer not null default 0,
  "pallets" integer not null default 0,
  "expectDate" date,
  "source" smallint not null default 1,
  "confidence" integer,
  "actualIn" numeric(18,3),
  "actualOut" numeric(18,3),
  "accuracy" numeric(18,2),
  "appointId" integer,
  "remark" text not null default '',
  "status" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("forecastSn")) stored,
  check ("periodEnd" >= "periodStart")
);
create unique index "uq_singleItemForecast_forecastSn" on "singleItemForecast" (lower("forecastSn")) where "isDel" = 0;
create index "singleItemForecast_warehouse" on "singleItemForecast" ("warehouseId", "id" desc) where "isDel" = 0;
create index "singleItemForecast_sku" on "singleItemForecast" ("skuId", "warehouseId", "periodStart") where "isDel" = 0;
create index "singleItemForecast_supplier" on "singleItemForecast" ("supplierId", "id" desc) where "isDel" = 0;
create index "singleItemForecast_status" on "singleItemForecast" ("status", "id" desc) where "isDel" = 0;
create index "singleItemForecast_grams" on "singleItemForecast" using gin ("searchGrams") with (fastupdate = off);
