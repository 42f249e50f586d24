create table "shipTask" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "taskSn" text not null default '',
  "noteId" integer not null,
  "deliveryNo" text not null default '',
  "orderSn" text not null default '',
  "orderSubSn" text not null default '',
  "warehouseId" integer not null,
  "channelId" smallint not null,
  "shoudaId" integer,
  "shipToId" integer,
  "customer" text not null default '',
  "contact" text not null default '',
  "phone" text not null default '',
  "address" text not null default '',
  "cityId" integer,
  "timeWindow" text not null default '',
  "goodsAmount" bigint not null default 0,
  "collectAmount" bigint not null default 0,
  "logisticsMode" smallint not null,
  "planDate" date not null,
  "cutOff" text not null default '',
  "priority" smallint not null default 2,
  "rank" integer not null default 0,
  "lineCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "boxes" integer not null default 0,
  "weight" numeric(18,3) not null default 0,
  "volume" numeric(18,6) not null default 0,
  "remark" text not null default '',
  "status" smallint not null default 0,
  "interceptFlag" smallint not null default 0,
  "shortFlag" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("taskSn", "deliveryNo", "orderSn", "orderSubSn")) stored
);
create unique index "uq_shipTask_taskSn" on "shipTask" (lower("taskSn")) where "isDel" = 0;
-- One live task for a note; a note that was withdrawn and approved again gets another.
create unique index "uq_shipTask_note" on "shipTask" ("noteId") where "isDel" = 0 and "status" <> 9;
create index "shipTask_warehouse" on "shipTask" ("warehouseId", "id" desc) where "isDel" = 0;
create index "shipTask_status" on "shipTask" ("status", "id" desc) where "isDel" = 0;
create index "shipTask_planDate" on "shipTask" ("planDate", "id" desc) where "isDel" = 0;
create index "shipTask_grams" on "shipTask" using gin ("searchGrams") with (fastupdate = off);

create table "shipTaskLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "taskId" integer not null references "shipTask" ("id"),
  "noteLineId" bigint not null,
  "skuId" integer not null,
  "qty" numeric(18,3) not null check ("qty" >= 0),
  "pickedQty" numeric(18,3) not null default 0 check ("pickedQty" >= 0),
  "shortQty" numeric(18,3) not null default 0 check ("shortQty" >= 0),
  "reserveType" text not null default '',
  "reserveSn" text not null default '',
  "reserveLineId" bigint not null
);
create unique index "uq_shipTaskLine_line" on "shipTaskLine" ("taskId", "noteLineId");
create index "shipTaskLine_reserve" on "shipTaskLine" ("reserveSn", "reserveType", "reserveLineId");
