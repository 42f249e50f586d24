create table "sapDeliveryOrder" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "sapDeliveryNo" text not null default '',
  "deliveryType" text not null default '',
  "custType" text not null default '',
  "shoudaNum" text not null default '',
  "shipToCode" text not null default '',
  "planGiDate" date not null,
  "sapPlant" text not null default '',
  "sapStorageLocation" text not null default '',
  "warehouseId" integer,
  "source" smallint not null default 3,
  "receiveTime" timestamptz not null,
  "batchNo" text not null default '',
  "route" text not null default '',
  "salesOrderNo" text not null default '',
  "poNo" text not null default '',
  "lineCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "totalWeight" numeric(18,3) not null default 0,
  "status" smallint not null default 0,
  "taskId" integer,
  "taskSn" text not null default '',
  "orderSubSn" text not null default '',
  "shippedQty" numeric(18,3) not null default 0,
  "giTime" timestamptz,
  "cancelReason" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "contentHash" text not null default '',
  "remark" text not null default '',
  "lines" jsonb not null default '[]',
  "rawPayload" jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("sapDeliveryNo", "shoudaNum", "shipToCode", "sapPlant", "sapStorageLocation", "batchNo",
    "salesOrderNo", "poNo", "taskSn", "orderSubSn")) stored
);
create unique index "uq_sapDeliveryOrder_sapDeliveryNo" on "sapDeliveryOrder" (lower("sapDeliveryNo")) where "isDel" = 0;
-- A ship task is what one delivery order of SAP became; one that was cancelled has given it back.
create unique index "sapDeliveryOrder_task" on "sapDeliveryOrder" ("taskId") where "taskId" is not null and "isDel" = 0 and "status" <> 5;
create index "sapDeliveryOrder_warehouse" on "sapDeliveryOrder" ("warehouseId", "id" desc) where "isDel" = 0;
create index "sapDeliveryOrder_status" on "sapDeliveryOrder" ("status", "id" desc) where "isDel" = 0;
create index "sapDeliveryOrder_plan" on "sapDeliveryOrder" ("planGiDate", "id" desc) where "isDel" = 0;
create index "sapDeliveryOrder_grams" on "sapDeliveryOrder" using gin ("searchGrams") with (fastupdate = off);
