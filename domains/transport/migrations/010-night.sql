create table "nightCount" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "nightSn" text not null default '',
  "warehouseId" integer not null,
  "countDate" date not null,
  "shift" smallint not null default 1,
  "assignSns" text not null default '',
  "plates" text not null default '',
  "tripCount" integer not null default 0,
  "boxCount" integer not null default 0,
  "countedBoxes" integer not null default 0,
  "diffCount" integer not null default 0,
  "openCount" integer not null default 0,
  "accuracy" numeric(18,2) not null default 0,
  "counterId" integer,
  "status" smallint not null default 0,
  "finishTime" timestamptz,
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "searchGrams" text[] generated always as ("gramsOf"("nightSn", "assignSns", "plates")) stored
);
create unique index "uq_nightCount_nightSn" on "nightCount" (lower("nightSn")) where "isDel" = 0;
create index "nightCount_warehouse" on "nightCount" ("warehouseId", "id" desc) where "isDel" = 0;
create index "nightCount_status" on "nightCount" ("status", "id" desc) where "isDel" = 0;
create index "nightCount_date" on "nightCount" ("countDate", "id" desc) where "isDel" = 0;
create index "nightCount_counter" on "nightCount" ("counterId", "id" desc) where "isDel" = 0;
create index "nightCount_grams" on "nightCount" using gin ("searchGrams") with (fastupdate = off);

create table "nightCountLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "nightCountId" integer not null references "nightCount" ("id"),
  "assignSn" text not null default '',
  "plateNo" text not null default '',
  "deliveryId" integer not null,
  "deliverySn" text not null default '',
  "customer" text not null default '',
  "boxNo" integer not null,
  "expected" integer not null default 1,
  "counted" integer not null default 0,
  "diff" integer not null default 0,
  "reason" smallint,
  "handling" smallint,
  "handleNote" text not null default '',
  "handleBy" integer,
  "handleTime" timestamptz
);
-- A box stands on a count once.
create unique index "uq_nightCountLine_box" on "nightCountLine" ("nightCountId", "deliveryId", "boxNo");
create index "nightCountLine_trip" on "nightCountLine" ("assignSn");
