-- Warehouses, what is set for each, and the sections in them. Warehouse §4.1 to §4.3.
create table "warehouse" (
  "id" integer generated always as identity primary key,
  "code" text not null default '',
  "name" text not null default '',
  "type" smallint not null default 1,
  "storeId" integer,
  "supplierId" integer,
  "logisticsProviderId" integer,
  "sapPlant" text not null default '',
  "sapStorageLocation" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "address" text not null default '',
  "lng" numeric(18,6),
  "lat" numeric(18,6),
  "principal" text not null default '',
  "phone" text not null default '',
  "staffIds" integer[] not null default '{}',
  "area" numeric(18,2),
  "logisticsModes" integer[] not null default '{}',
  "isDefault" smallint not null default 0,
  "sort" integer not null default 1,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_warehouse_code" on "warehouse" (lower("code")) where "isDel" = 0 and "code" <> '';
create unique index "uq_warehouse_name" on "warehouse" (lower("name")) where "isDel" = 0 and "name" <> '';
-- SAP knows one enabled warehouse by a plant and a storage location.
create unique index "warehouse_sap" on "warehouse" ("sapPlant", "sapStorageLocation")
  where "isDel" = 0 and "status" = 1 and "sapPlant" <> '' and "sapStorageLocation" <> '';
create index "warehouse_store" on "warehouse" ("storeId") where "storeId" is not null;

create table "section" (
  "id" integer generated always as identity primary key,
  "warehouseId" integer not null,
  "pid" integer not null default 0,
  "level" smallint not null default 1,
  "code" text not null default '',
  "name" text not null default '',
  "type" smallint not null default 1,
  "sellable" smallint not null default 1,
  "tempZone" smallint not null default 1,
  "pickSort" integer not null default 100,
  "mixSku" smallint not null default 1,
  "mixLot" smallint not null default 1,
  "maxWeight" numeric(18,2),
  "maxVolume" numeric(18,3),
  "barCode" text not null default '',
  "isSystem" smallint not null default 0,
  "countSn" text not null default '',
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_section_code" on "section" ("warehouseId", lower("code")) where "isDel" = 0 and "code" <> '';
create unique index "section_barCode" on "section" (lower("barCode")) where "isDel" = 0 and "barCode" <> '';
create index "section_list" on "section" ("warehouseId", "pickSort", "id") where "isDel" = 0;
create index "section_pid" on "section" ("pid") where "pid" <> 0;

create table "wareHouseConfig" (
  "id" integer generated always as identity primary key,
  "warehouseId" integer not null,
  "channelIds" integer[] not null default '{}',
  "areaIds" integer[] not null default '{}',
  "priority" integer not null default 100,
  "cutOffTime" text not null default '16:00',
  "overReceivePct" numeric(18,2) not null default 0,
  "needQc" smallint not null default 0,
  "acceptCheck" smallint not null default 1,
  "autoExamineTypes" text[] not null default '{}',
  "dockCount" integer not null default 2,
  "slotMinutes" integer not null default 60,
  "slotStart" text not null default '08:00',
  "slotEnd" text not null default '18:00',
  "allocRule" smallint not null default 1,
  "custShelfRules" jsonb not null default '[]'::jsonb,
  "pickMode" smallint not null default 1,
  "waveMax" integer not null default 50,
  "slotCount" integer not null default 20,
  "needPick" smallint not null default 1,
  "needCheck" smallint not null default 1,
  "needNightCount" smallint not null default 0,
  "oneStep" smallint not null default 0,
  "inTransitWarnDays" integer not null default 5,
  "transferTolerancePct" numeric(18,2) not null default 0,
  "unfreezeNeedExamine" smallint not null default 1,
  "autoFreeze" smallint not null default 1,
  "countMode" smallint not null default 1,
  "blind" smallint not null default 1,
  "tolerancePct" numeric(18,2) not null default 0,
  "toleranceAmount" bigint not null default 0,
  "closeMonth" text not null default '',
  "labelSize" text not null default '100x70',
  "boxLabelSize" text not null default '100x100',
  "weighPrefix" text not null default '20-29',
  "sapPush" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_wareHouseConfig_warehouseId" on "wareHouseConfig" ("warehouseId") where "isDel" = 0;

-- What a warehouse knows of a sku beside its product. Warehouse §4.9.
create table "wmsProduct" (
  "id" integer generated always as identity primary key,
  "skuId" integer not null,
  "warehouseId" integer not null,
  "safetyQty" numeric(18,3) not null default 0,
  "minQty" numeric(18,3) not null default 0,
  "maxQty" numeric(18,3) not null default 0,
  "defaultSectionId" integer,
  "pickSectionId" integer,
  "pickMin" numeric(18,3),
  "pickMax" numeric(18,3),
  "leadDays" integer not null default 5,
  "coverDays" integer not null default 10,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "wmsProduct_pair" on "wmsProduct" ("skuId", "warehouseId");
create index "wmsProduct_warehouse" on "wmsProduct" ("warehouseId");
create index "wmsProduct_section" on "wmsProduct" ("defaultSectionId") where "defaultSectionId" is not null;
create index "wmsProduct_pickSection" on "wmsProduct" ("pickSectionId") where "pickSectionId" is not null;
