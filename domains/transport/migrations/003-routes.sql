create table "route" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "code" text not null default '',
  "name" text not null default '',
  "warehouseId" integer not null,
  "type" smallint not null default 1,
  "weekdays" integer[] not null default '{}',
  "cutOffTime" text not null default '16:00',
  "planDepartTime" text not null default '07:30',
  "minutes" integer,
  "distanceKm" numeric(18,1),
  "defaultTruckCarId" integer,
  "defaultDriverId" integer,
  "colour" text not null default '',
  "stops" jsonb not null default '[]'::jsonb,
  "status" smallint not null default 1
);
create unique index "uq_route_code" on "route" (lower("code")) where "isDel" = 0;
create index "route_warehouse" on "route" ("warehouseId", "id" desc) where "isDel" = 0;
create index "route_car" on "route" ("defaultTruckCarId") where "isDel" = 0;
create index "route_driver" on "route" ("defaultDriverId") where "isDel" = 0;
create index "route_stops" on "route" using gin ("stops" jsonb_path_ops) where "isDel" = 0;
