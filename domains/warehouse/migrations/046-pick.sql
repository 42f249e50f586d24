create table "pickList" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "pickSn" text not null default '',
  "waveSn" text not null default '',
  "warehouseId" integer not null,
  "pickType" smallint not null,
  "planDate" date not null,
  "taskCount" integer not null default 0,
  "skuCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "totalBoxes" integer not null default 0,
  "lineCount" integer not null default 0,
  "doneCount" integer not null default 0,
  "pickerId" integer,
  "status" smallint not null default 0,
  "printCount" integer not null default 0,
  "printTime" timestamptz,
  "startTime" timestamptz,
  "endTime" timestamptz,
  "minutes" integer,
  "searchGrams" text[] generated always as ("gramsOf"("pickSn", "waveSn")) stored
);
create unique index "uq_pickList_pickSn" on "pickList" (lower("pickSn")) where "isDel" = 0;
create index "pickList_warehouse" on "pickList" ("warehouseId", "id" desc) where "isDel" = 0;
create index "pickList_status" on "pickList" ("status", "id" desc) where "isDel" = 0;
create index "pickList_picker" on "pickList" ("pickerId", "id" desc) where "isDel" = 0;
create index "pickList_planDate" on "pickList" ("planDate", "id" desc) where "isDel" = 0;
create index "pickList_grams" on "pickList" using gin ("searchGrams") with (fastupdate = off);

create table "pickListLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "pickListId" integer not null references "pickList" ("id"),
  "seq" integer not null,
  "sectionId" integer not null,
  "skuId" integer not null,
  "stockLotId" bigint not null,
  "lotNo" text not null default '',
  "expiryDate" date,
  "qty" numeric(18,3) not null check ("qty" >= 0),
  "pickedQty" numeric(18,3) not null default 0 check ("pickedQty" >= 0),
  "shortQty" numeric(18,3) not null default 0 check ("shortQty" >= 0),
  "shortReason" smallint,
  "changedLotNo" text not null default '',
  "changeReason" text not null default '',
  check ("pickedQty" + "shortQty" <= "qty")
);
create index "pickListLine_list" on "pickListLine" ("pickListId", "seq");

-- For which ship tasks a line is picked.
create table "pickShare" (
  "id" integer generated always as identity primary key,
  "pickLineId" integer not null references "pickListLine" ("id"),
  "taskLineId" integer not null references "shipTaskLine" ("id"),
  "qty" numeric(18,3) not null check ("qty" >= 0),
  "pickedQty" numeric(18,3) not null default 0 check ("pickedQty" >= 0),
  check ("pickedQty" <= "qty")
);
create unique index "uq_pickShare" on "pickShare" ("pickLineId", "taskLineId");
create index "pickShare_task" on "pickShare" ("taskLineId");

-- Where picked goods of a task stand, lot by lot.
create table "taskStaged" (
  "id" integer generated always as identity primary key,
  "taskLineId" integer not null references "shipTaskLine" ("id"),
  "stockLotId" bigint not null,
  "qty" numeric(18,3) not null check ("qty" >= 0)
);
create unique index "uq_taskStaged" on "taskStaged" ("taskLineId", "stockLotId");

create table "sortOrder" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "sortSn" text not null default '',
  "pickListId" integer not null references "pickList" ("id"),
  "warehouseId" integer not null,
  "planDate" date not null,
  "slotCount" integer not null default 0,
  "taskCount" integer not null default 0,
  "skuCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "sortedQty" numeric(18,3) not null default 0,
  "diffQty" numeric(18,3) not null default 0,
  "sorterId" integer,
  "status" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("sortSn")) stored
);
create unique index "uq_sortOrder_sortSn" on "sortOrder" (lower("sortSn")) where "isDel" = 0;
create unique index "uq_sortOrder_pickList" on "sortOrder" ("pickListId") where "isDel" = 0;
create index "sortOrder_warehouse" on "sortOrder" ("warehouseId", "id" desc) where "isDel" = 0;
create index "sortOrder_status" on "sortOrder" ("status", "id" desc) where "isDel" = 0;
create index "sortOrder_sorter" on "sortOrder" ("sorterId", "id" desc) where "isDel" = 0;
create index "sortOrder_planDate" on "sortOrder" ("planDate", "id" desc) where "isDel" = 0;
create index "sortOrder_grams" on "sortOrder" using gin ("searchGrams") with (fastupdate = off);

create table "sortOrderLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "sortOrderId" integer not null references "sortOrder" ("id"),
  "slotNo" integer not null,
  "taskId" integer not null,
  "taskLineId" integer not null,
  "orderSubSn" text not null default '',
  "customer" text not null default '',
  "skuId" integer not null,
  "qty" numeric(18,3) not null check ("qty" >= 0),
  "sortedQty" numeric(18,3) not null default 0 check ("sortedQty" >= 0),
  "diffReason" text not null default '',
  check ("sortedQty" <= "qty")
);
create index "sortOrderLine_order" on "sortOrderLine" ("sortOrderId", "slotNo");
create index "sortOrderLine_task" on "sortOrderLine" ("taskId");

-- Scans that counted; the same again does not.
create table "sortScan" (
  "sortOrderId" integer not null references "sortOrder" ("id"),
  "scanId" text not null,
  primary key ("sortOrderId", "scanId")
);
