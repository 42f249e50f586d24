create table "transfer" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "transferSn" text not null default '',
  "transferType" smallint not null default 1,
  "outWarehouseId" integer not null,
  "inWarehouseId" integer not null,
  "bizDate" date not null,
  "planOutDate" date not null,
  "planInDate" date,
  "carryMode" smallint not null default 1,
  "truckCarId" integer,
  "driverId" integer,
  "logisticsProviderId" integer,
  "waybillNo" text not null default '',
  "totalQty" numeric(18,3) not null default 0,
  "shippedQty" numeric(18,3) not null default 0,
  "receivedQty" numeric(18,3) not null default 0,
  "openQty" numeric(18,3) not null default 0,
  "status" smallint not null default 0,
  "shipTime" timestamptz,
  "receiver" integer,
  "times" integer not null default 0,
  "lines" jsonb not null default '[]'::jsonb,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("transferSn", "waybillNo")) stored
);
create unique index "uq_transfer_transferSn" on "transfer" (lower("transferSn")) where "isDel" = 0;
create index "transfer_out" on "transfer" ("outWarehouseId", "id" desc) where "isDel" = 0;
create index "transfer_in" on "transfer" ("inWarehouseId", "id" desc) where "isDel" = 0;
create index "transfer_auditStatus" on "transfer" ("auditStatus", "id" desc) where "isDel" = 0;
create index "transfer_status" on "transfer" ("status", "id" desc) where "isDel" = 0;
create index "transfer_way" on "transfer" ("shipTime") where "isDel" = 0 and "status" in (2, 3);
create index "transfer_createBy" on "transfer" ("createBy", "id" desc) where "isDel" = 0;
create index "transfer_grams" on "transfer" using gin ("searchGrams") with (fastupdate = off);
