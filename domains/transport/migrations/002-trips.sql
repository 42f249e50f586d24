create table "vehicleAssignment" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "assignSn" text not null default '',
  "warehouseId" integer not null,
  "deliveryDate" date not null,
  "truckCarId" integer not null,
  "driverId" integer not null,
  "planDepartTime" timestamptz not null,
  "planBackTime" timestamptz not null,
  "helperName" text not null default '',
  "logisticsProviderId" integer,
  "stopCount" integer not null default 0,
  "boxCount" integer not null default 0,
  "weight" numeric(18,3) not null default 0,
  "volume" numeric(18,6) not null default 0,
  "loadRate" numeric(18,2) not null default 0,
  "mileageStart" numeric(18,1),
  "mileageEnd" numeric(18,1),
  "tollFee" bigint not null default 0,
  "fuelFee" bigint not null default 0,
  "otherFee" bigint not null default 0,
  "departTime" timestamptz,
  "backTime" timestamptz,
  "status" smallint not null default 0,
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "searchGrams" text[] generated always as ("gramsOf"("assignSn")) stored
);
create unique index "uq_vehicleAssignment_assignSn" on "vehicleAssignment" (lower("assignSn")) where "isDel" = 0;
create index "vehicleAssignment_warehouse" on "vehicleAssignment" ("warehouseId", "id" desc) where "isDel" = 0;
create index "vehicleAssignment_status" on "vehicleAssignment" ("status", "id" desc) where "isDel" = 0;
create index "vehicleAssignment_car" on "vehicleAssignment" ("truckCarId", "id" desc) where "isDel" = 0;
create index "vehicleAssignment_driver" on "vehicleAssignment" ("driverId", "id" desc) where "isDel" = 0;
create index "vehicleAssignment_date" on "vehicleAssignment" ("deliveryDate", "id" desc) where "isDel" = 0;
create index "vehicleAssignment_provider" on "vehicleAssignment" ("logisticsProviderId") where "isDel" = 0;
create index "vehicleAssignment_grams" on "vehicleAssignment" using gin ("searchGrams") with (fastupdate = off);
