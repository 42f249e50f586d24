create table "wtsDelivery" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "deliverySn" text not null default '',
  "taskId" integer not null references "shipTask" ("id"),
  "taskSn" text not null default '',
  "noteId" integer not null,
  "deliveryNo" text not null default '',
  "orderSubSn" text not null default '',
  "warehouseId" integer not null,
  "logisticsMode" smallint not null,
  "carrySn" text not null default '',
  "routeId" integer,
  "routeName" text not null default '',
  "stopSeq" integer,
  "shipToId" integer,
  "customer" text not null default '',
  "contact" text not null default '',
  "phone" text not null default '',
  "address" text not null default '',
  "cityId" integer,
  "planDate" date not null,
  "timeWindow" text not null default '',
  "boxCount" integer not null default 0,
  "loadedCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "totalWeight" numeric(18,3) not null default 0,
  "totalVolume" numeric(18,6) not null default 0,
  "goodsAmount" bigint not null default 0,
  "collectAmount" bigint not null default 0,
  "payStatus" smallint not null default 0,
  "status" smallint not null default 0,
  "interceptFlag" smallint not null default 0,
  "pickupCode" text not null default '',
  "issueTime" timestamptz,
  "signTime" timestamptz,
  "signer" text not null default '',
  "signPhotos" text[] not null default '{}',
  "signLocation" text not null default '',
  "receiptBack" smallint not null default 0,
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "searchGrams" text[] generated always as ("gramsOf"("deliverySn", "taskSn", "deliveryNo", "orderSubSn", "carrySn")) stored,
  check ("loadedCount" <= "boxCount")
);
create unique index "uq_wtsDelivery_deliverySn" on "wtsDelivery" (lower("deliverySn")) where "isDel" = 0;
-- One live delivery for a task.
create unique index "uq_wtsDelivery_task" on "wtsDelivery" ("taskId") where "isDel" = 0 and "status" <> 9;
create index "wtsDelivery_warehouse" on "wtsDelivery" ("warehouseId", "id" desc) where "isDel" = 0;
create index "wtsDelivery_status" on "wtsDelivery" ("status", "id" desc) where "isDel" = 0;
create index "wtsDelivery_mode" on "wtsDelivery" ("logisticsMode", "id" desc) where "isDel" = 0;
create index "wtsDelivery_carry" on "wtsDelivery" ("carrySn") where "carrySn" <> '';
create index "wtsDelivery_planDate" on "wtsDelivery" ("planDate", "id" desc) where "isDel" = 0;
create index "wtsDelivery_receipt" on "wtsDelivery" ("id" desc) where "isDel" = 0 and "receiptBack" = 0;
create index "wtsDelivery_grams" on "wtsDelivery" using gin ("searchGrams") with (fastupdate = off);

create table "wtsDeliveryLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "deliveryId" integer not null references "wtsDelivery" ("id"),
  "taskLineId" integer not null,
  "noteLineId" bigint not null,
  "skuId" integer not null,
  "stockLotId" bigint not null,
  "lotNo" text not null default '',
  "qty" numeric(18,3) not null check ("qty" >= 0),
  "signedQty" numeric(18,3) not null default 0 check ("signedQty" >= 0),
  "rejectQty" numeric(18,3) not null default 0 check ("rejectQty" >= 0),
  "rejectReason" smallint
);
create index "wtsDeliveryLine_delivery" on "wtsDeliveryLine" ("deliveryId");

-- Boxes of a delivery that are on the vehicle; each is scanned once.
create table "deliveryBox" (
  "deliveryId" integer not null references "wtsDelivery" ("id"),
  "boxNo" integer not null,
  primary key ("deliveryId", "boxNo")
);
