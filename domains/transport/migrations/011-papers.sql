create table "attachSheet" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "attachSn" text not null default '',
  "carrySn" text not null default '',
  "warehouseId" integer not null,
  "deliveryId" integer not null,
  "deliverySn" text not null default '',
  "customer" text not null default '',
  "bizDate" date not null,
  "driverId" integer,
  "lines" jsonb not null default '[]',
  "copies" integer not null default 0,
  "needCount" integer not null default 0,
  "backCount" integer not null default 0,
  "openCount" integer not null default 0,
  "sentTime" timestamptz,
  "status" smallint not null default 0,
  "remark" text not null default '',
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "searchGrams" text[] generated always as ("gramsOf"("attachSn", "carrySn", "deliverySn", "customer")) stored,
  check ("backCount" <= "needCount")
);
create unique index "uq_attachSheet_attachSn" on "attachSheet" (lower("attachSn")) where "isDel" = 0;
-- A delivery has its papers on one sheet.
create unique index "uq_attachSheet_delivery" on "attachSheet" ("deliveryId") where "isDel" = 0;
create index "attachSheet_warehouse" on "attachSheet" ("warehouseId", "id" desc) where "isDel" = 0;
create index "attachSheet_status" on "attachSheet" ("status", "id" desc) where "isDel" = 0;
create index "attachSheet_driver" on "attachSheet" ("driverId", "id" desc) where "isDel" = 0;
create index "attachSheet_date" on "attachSheet" ("bizDate", "id" desc) where "isDel" = 0;
create index "attachSheet_carry" on "attachSheet" ("carrySn") where "carrySn" <> '';
create index "attachSheet_open" on "attachSheet" ("id" desc) where "isDel" = 0 and "openCount" > 0;
create index "attachSheet_grams" on "attachSheet" using gin ("searchGrams") with (fastupdate = off);

create table "coverPage" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "carrySn" text not null default '',
  "kind" smallint not null,
  "sourceId" integer not null,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "routeId" integer,
  "truckCarId" integer,
  "driverId" integer,
  "stopCount" integer not null default 0,
  "boxCount" integer not null default 0,
  "deliveryCount" integer not null default 0,
  "sheetCount" integer not null default 0,
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "searchGrams" text[] generated always as ("gramsOf"("carrySn")) stored
);
create unique index "uq_coverPage_carrySn" on "coverPage" (lower("carrySn")) where "isDel" = 0;
create index "coverPage_warehouse" on "coverPage" ("warehouseId", "id" desc) where "isDel" = 0;
create index "coverPage_kind" on "coverPage" ("kind", "id" desc) where "isDel" = 0;
create index "coverPage_date" on "coverPage" ("bizDate", "id" desc) where "isDel" = 0;
create index "coverPage_route" on "coverPage" ("routeId", "id" desc) where "isDel" = 0;
create index "coverPage_car" on "coverPage" ("truckCarId") where "isDel" = 0;
create index "coverPage_driver" on "coverPage" ("driverId") where "isDel" = 0;
create index "coverPage_unprinted" on "coverPage" ("id" desc) where "isDel" = 0 and "printCount" = 0;
create index "coverPage_grams" on "coverPage" using gin ("searchGrams") with (fastupdate = off);

-- Trips and consignments that are there already.
insert into "coverPage" ("carrySn", "kind", "sourceId", "warehouseId", "bizDate", "routeId", "truckCarId", "driverId", "stopCount", "boxCount", "deliveryCount")
select v."assignSn", 1, v."id", v."warehouseId", v."deliveryDate", v."routeId", v."truckCarId", v."driverId", v."stopCount", v."boxCount",
  (select count(*) from "wtsDelivery" d where d."carrySn" = v."assignSn" and d."isDel" = 0)
from "vehicleAssignment" v where v."isDel" = 0 and v."status" <> 9;
insert into "coverPage" ("carrySn", "kind", "sourceId", "warehouseId", "bizDate", "stopCount", "boxCount", "deliveryCount")
select n."consignSn", 2, n."id", n."warehouseId", (coalesce(n."planPickTime", n."createTime") at time zone 'Asia/Shanghai')::date, 1, n."boxCount",
  (select count(*) from "wtsDelivery" d where d."carrySn" = n."consignSn" and d."isDel" = 0)
from "consignmentNote" n where n."isDel" = 0 and n."status" <> 9;
