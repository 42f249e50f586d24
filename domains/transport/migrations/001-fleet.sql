create table "truckModel" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "code" text not null default '',
  "name" text not null default '',
  "brand" text not null default '',
  "bodyType" smallint not null default 1,
  "length" numeric(18,2) not null,
  "width" numeric(18,2) not null,
  "height" numeric(18,2) not null,
  "loadWeight" numeric(18,3) not null,
  "loadVolume" numeric(18,3),
  "licenceTypes" text[] not null default '{}',
  "tempZones" integer[] not null default '{}',
  "fuelType" smallint,
  "costPerKm" bigint not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_truckModel_code" on "truckModel" (lower("code")) where "isDel" = 0;
create unique index "uq_truckModel_name" on "truckModel" (lower("name")) where "isDel" = 0;

create table "driver" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "name" text not null default '',
  "phone" text not null default '',
  "idCard" text not null default '',
  "gender" text not null default '',
  "birthday" date,
  "ownership" smallint not null default 1,
  "logisticsProviderId" integer,
  "licenceNo" text not null default '',
  "licenceType" text not null default '',
  "licenceBegin" date not null,
  "licenceEnd" date not null,
  "licenceImg" text not null default '',
  "certNo" text not null default '',
  "certEnd" date,
  "adminId" integer,
  "joinDate" date,
  "status" smallint not null default 1
);
create unique index "uq_driver_phone" on "driver" ("phone") where "isDel" = 0;
create unique index "uq_driver_idCard" on "driver" ("idCard") where "isDel" = 0;
create unique index "uq_driver_adminId" on "driver" ("adminId") where "isDel" = 0;
create index "driver_provider" on "driver" ("logisticsProviderId", "id" desc) where "isDel" = 0;
create index "driver_licenceEnd" on "driver" ("licenceEnd", "id") where "isDel" = 0;

create table "truckCar" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "plateNo" text not null default '',
  "truckModelId" integer not null,
  "ownership" smallint not null default 1,
  "logisticsProviderId" integer,
  "defaultDriverId" integer,
  "warehouseId" integer,
  "vin" text not null default '',
  "engineNo" text not null default '',
  "regDate" date,
  "insuranceEnd" date not null,
  "inspectionEnd" date not null,
  "permitNo" text not null default '',
  "permitEnd" date,
  "mileage" numeric(18,1) not null default 0,
  "gpsNo" text not null default '',
  "images" text[] not null default '{}',
  "status" smallint not null default 1
);
create unique index "uq_truckCar_plateNo" on "truckCar" (lower("plateNo")) where "isDel" = 0;
create unique index "uq_truckCar_vin" on "truckCar" (lower("vin")) where "isDel" = 0 and "vin" <> '';
create index "truckCar_model" on "truckCar" ("truckModelId", "id" desc) where "isDel" = 0;
create index "truckCar_driver" on "truckCar" ("defaultDriverId") where "isDel" = 0;
create index "truckCar_provider" on "truckCar" ("logisticsProviderId", "id" desc) where "isDel" = 0;
create index "truckCar_insuranceEnd" on "truckCar" ("insuranceEnd", "id") where "isDel" = 0;
create index "truckCar_inspectionEnd" on "truckCar" ("inspectionEnd", "id") where "isDel" = 0;
create index "truckCar_warehouse" on "truckCar" ("warehouseId", "id" desc) where "isDel" = 0;

create table "truckUpkeep" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "truckCarId" integer not null,
  "type" smallint not null,
  "upkeepDate" date not null,
  "mileage" numeric(18,1),
  "fee" bigint not null default 0,
  "unit" text not null default '',
  "note" text not null default ''
);
create index "truckUpkeep_car" on "truckUpkeep" ("truckCarId", "upkeepDate" desc, "id" desc) where "isDel" = 0;
create index "truckUpkeep_list" on "truckUpkeep" ("upkeepDate" desc, "id" desc) where "isDel" = 0;
