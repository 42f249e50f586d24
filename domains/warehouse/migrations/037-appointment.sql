create table "purchaseAppointment" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "appointSn" text not null default '',
  "warehouseId" integer not null,
  "supplierId" integer not null,
  "purchaseSns" text[] not null default '{}',
  "arriveDate" date not null,
  "slotStart" text not null default '',
  "slotEnd" text not null default '',
  "dockNo" integer,
  "plateNo" text not null default '',
  "driverName" text not null default '',
  "driverPhone" text not null default '',
  "boxes" integer not null,
  "pallets" integer,
  "contact" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "remark" text not null default '',
  "cancelReason" text not null default '',
  "status" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("appointSn", "plateNo", "contact")) stored
);
create unique index "uq_purchaseAppointment_appointSn" on "purchaseAppointment" (lower("appointSn")) where "isDel" = 0;
-- A dock serves one vehicle at a time.
create unique index "uq_purchaseAppointment_dock" on "purchaseAppointment" ("warehouseId", "arriveDate", "slotStart", "dockNo")
  where "isDel" = 0 and "status" not in (5, 6);
create index "purchaseAppointment_arriveDate" on "purchaseAppointment" ("arriveDate", "id" desc) where "isDel" = 0;
create index "purchaseAppointment_supplier" on "purchaseAppointment" ("supplierId", "id" desc) where "isDel" = 0;
create index "purchaseAppointment_status" on "purchaseAppointment" ("status", "id" desc) where "isDel" = 0;
create index "purchaseAppointment_purchases" on "purchaseAppointment" using gin ("purchaseSns");
create index "purchaseAppointment_grams" on "purchaseAppointment" using gin ("searchGrams") with (fastupdate = off);

-- How many vehicles a warehouse takes in a slot of a day, and how many are booked.
create table "dockSlot" (
  "warehouseId" integer not null,
  "slotDate" date not null,
  "slotStart" text not null,
  "capacity" smallint not null,
  "booked" smallint not null default 0 check ("booked" >= 0),
  primary key ("warehouseId", "slotDate", "slotStart")
);
