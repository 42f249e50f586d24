create table "stockout" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "stockoutSn" text not null default '',
  "type" smallint not null default 5,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "totalQty" numeric(18,3) not null default 0,
  "supplierId" integer,
  "stockinId" integer,
  "department" text not null default '',
  "receiver" text not null default '',
  "costCenter" text not null default '',
  "sourceSn" text not null default '',
  "totalAmount" bigint not null default 0,
  "lines" jsonb not null default '[]'::jsonb,
  "reversed" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("stockoutSn", "department", "sourceSn")) stored
);
create unique index "uq_stockout_stockoutSn" on "stockout" (lower("stockoutSn")) where "isDel" = 0;
create index "stockout_warehouse" on "stockout" ("warehouseId", "id" desc) where "isDel" = 0;
create index "stockout_auditStatus" on "stockout" ("auditStatus", "id" desc) where "isDel" = 0;
create index "stockout_createBy" on "stockout" ("createBy", "id" desc) where "isDel" = 0;
create index "stockout_stockin" on "stockout" ("stockinId") where "stockinId" is not null;
create index "stockout_grams" on "stockout" using gin ("searchGrams") with (fastupdate = off);

create table "freeze" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "freezeNo" text not null default '',
  "type" smallint not null default 1,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "totalQty" numeric(18,3) not null default 0,
  "reason" smallint not null default 1,
  "planUnfreezeDate" date,
  "sourceFreezeId" integer,
  "state" smallint not null default 0,
  "unfrozenQty" numeric(18,3) not null default 0,
  "consumedQty" numeric(18,3) not null default 0,
  "remainQty" numeric(18,3) not null default 0,
  "lines" jsonb not null default '[]'::jsonb,
  "reversed" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("freezeNo")) stored
);
create sequence "freezeLine_id_seq" as bigint;
create unique index "uq_freeze_freezeNo" on "freeze" (lower("freezeNo")) where "isDel" = 0;
create index "freeze_warehouse" on "freeze" ("warehouseId", "id" desc) where "isDel" = 0;
create index "freeze_auditStatus" on "freeze" ("auditStatus", "id" desc) where "isDel" = 0;
create index "freeze_createBy" on "freeze" ("createBy", "id" desc) where "isDel" = 0;
create index "freeze_open" on "freeze" ("warehouseId", "id" desc) where "isDel" = 0 and "type" = 1 and "state" in (1, 2);
create index "freeze_grams" on "freeze" using gin ("searchGrams") with (fastupdate = off);

create table "shifting" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "shiftingSn" text not null default '',
  "reason" smallint not null default 2,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "totalQty" numeric(18,3) not null default 0,
  "sourceSn" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "reversed" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("shiftingSn", "sourceSn")) stored
);
create unique index "uq_shifting_shiftingSn" on "shifting" (lower("shiftingSn")) where "isDel" = 0;
create index "shifting_warehouse" on "shifting" ("warehouseId", "id" desc) where "isDel" = 0;
create index "shifting_auditStatus" on "shifting" ("auditStatus", "id" desc) where "isDel" = 0;
create index "shifting_createBy" on "shifting" ("createBy", "id" desc) where "isDel" = 0;
create index "shifting_grams" on "shifting" using gin ("searchGrams") with (fastupdate = off);
