create table "stockCountPlan" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "planSn" text not null default '',
  "countType" smallint not null default 1,
  "warehouseId" integer not null,
  "period" text not null default '',
  "planDate" date not null,
  "scopeType" smallint not null default 1,
  "sectionIds" integer[] not null default '{}',
  "cateIds" integer[] not null default '{}',
  "skuIds" integer[] not null default '{}',
  "countMode" smallint not null default 1,
  "blind" smallint not null default 1,
  "tolerancePct" numeric(18,2) not null default 0,
  "toleranceAmount" bigint not null default 0,
  "splitBy" smallint not null default 1,
  "splitLines" integer not null default 100,
  "counterIds" integer[] not null default '{}',
  "deadline" timestamptz,
  "remark" text not null default '',
  "status" smallint not null default 0,
  "sheetCount" integer not null default 0,
  "doneCount" integer not null default 0,
  "lineCount" integer not null default 0,
  "countedCount" numeric(18,3) not null default 0,
  "diffCount" integer not null default 0,
  "gainAmount" bigint not null default 0,
  "lossAmount" bigint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("planSn")) stored
);
create unique index "uq_stockCountPlan_planSn" on "stockCountPlan" (lower("planSn")) where "isDel" = 0;
create index "stockCountPlan_warehouse" on "stockCountPlan" ("warehouseId", "id" desc) where "isDel" = 0;
create index "stockCountPlan_createBy" on "stockCountPlan" ("createBy", "id" desc) where "isDel" = 0;
create index "stockCountPlan_grams" on "stockCountPlan" using gin ("searchGrams") with (fastupdate = off);

create table "stockCount" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "countSn" text not null default '',
  "planId" integer,
  "countType" smallint not null default 1,
  "period" text not null default '',
  "warehouseId" integer not null,
  "sectionId" integer,
  "countMode" smallint not null default 1,
  "blind" smallint not null default 1,
  "tolerancePct" numeric(18,2) not null default 0,
  "toleranceAmount" bigint not null default 0,
  "bookTime" timestamptz,
  "firstBy" integer,
  "secondBy" integer,
  "supervisorId" integer,
  "lineCount" integer not null default 0,
  "countedCount" integer not null default 0,
  "diffCount" integer not null default 0,
  "gainQty" numeric(18,3) not null default 0,
  "lossQty" numeric(18,3) not null default 0,
  "gainAmount" bigint not null default 0,
  "lossAmount" bigint not null default 0,
  "accuracy" numeric(18,2),
  "status" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("countSn")) stored
);
create unique index "uq_stockCount_countSn" on "stockCount" (lower("countSn")) where "isDel" = 0;
create index "stockCount_plan" on "stockCount" ("planId", "id") where "isDel" = 0;
create index "stockCount_warehouse" on "stockCount" ("warehouseId", "id" desc) where "isDel" = 0;
create index "stockCount_kind" on "stockCount" ("countType", "id" desc) where "isDel" = 0;
create index "stockCount_auditStatus" on "stockCount" ("auditStatus", "id" desc) where "isDel" = 0;
create index "stockCount_createBy" on "stockCount" ("createBy", "id" desc) where "isDel" = 0;
create index "stockCount_grams" on "stockCount" using gin ("searchGrams") with (fastupdate = off);

create table "stockCountLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "countId" integer not null references "stockCount" ("id"),
  "seq" integer not null,
  "sectionId" integer not null,
  "skuId" integer not null,
  "lotId" integer not null,
  "lotNo" text not null default '',
  "expiryDate" date,
  "bookQty" numeric(18,3),
  "firstQty" numeric(18,3),
  "secondQty" numeric(18,3),
  "thirdQty" numeric(18,3),
  "finalQty" numeric(18,3),
  "diffQty" numeric(18,3),
  "avgCost" numeric(18,4),
  "diffAmount" bigint,
  "reason" smallint,
  "note" text not null default '',
  check (coalesce("firstQty", 0) >= 0 and coalesce("secondQty", 0) >= 0 and coalesce("thirdQty", 0) >= 0)
);
create unique index "uq_stockCountLine_place" on "stockCountLine" ("countId", "sectionId", "skuId", "lotId");
create index "stockCountLine_seq" on "stockCountLine" ("countId", "seq");

create table "stockCountEntry" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "countId" integer not null references "stockCount" ("id"),
  "lineId" integer not null references "stockCountLine" ("id"),
  "round" integer not null,
  "adminId" integer not null,
  "qty" numeric(18,3) not null,
  "scanId" text not null default ''
);
create unique index "uq_stockCountEntry_scan" on "stockCountEntry" ("scanId") where "scanId" <> '';
create index "stockCountEntry_line" on "stockCountEntry" ("lineId", "round");
create index "stockCountEntry_count" on "stockCountEntry" ("countId", "round", "adminId");
