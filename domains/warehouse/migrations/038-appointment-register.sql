create table "appointmentRegister" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "registerSn" text not null default '',
  "warehouseId" integer not null,
  "appointId" integer,
  "supplierId" integer,
  "purchaseSn" text not null default '',
  "plateNo" text not null default '',
  "driverName" text not null default '',
  "driverPhone" text not null default '',
  "arriveTime" timestamptz not null,
  "queueNo" integer,
  "sealNo" text not null default '',
  "temperature" numeric(18,1),
  "dockNo" integer,
  "callTime" timestamptz,
  "waitMinutes" integer,
  "unloadStart" timestamptz,
  "unloadEnd" timestamptz,
  "unloadMinutes" integer,
  "leaveTime" timestamptz,
  "photos" text[] not null default '{}',
  "exception" smallint not null default 0,
  "stockinId" integer,
  "remark" text not null default '',
  "status" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("registerSn", "plateNo", "purchaseSn", "driverName")) stored
);
create unique index "uq_appointmentRegister_registerSn" on "appointmentRegister" (lower("registerSn")) where "isDel" = 0;
-- A vehicle arrives once for an appointment, and a dock serves one vehicle at a time.
create unique index "uq_appointmentRegister_appoint" on "appointmentRegister" ("appointId") where "isDel" = 0;
create unique index "uq_appointmentRegister_dock" on "appointmentRegister" ("warehouseId", "dockNo") where "isDel" = 0 and "status" in (1, 2);
create index "appointmentRegister_warehouse" on "appointmentRegister" ("warehouseId", "id" desc) where "isDel" = 0;
create index "appointmentRegister_supplier" on "appointmentRegister" ("supplierId", "id" desc) where "isDel" = 0;
create index "appointmentRegister_status" on "appointmentRegister" ("status", "id" desc) where "isDel" = 0;
create index "appointmentRegister_grams" on "appointmentRegister" using gin ("searchGrams") with (fastupdate = off);
