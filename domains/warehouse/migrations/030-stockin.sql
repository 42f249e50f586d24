create table "stockin" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "stockinSn" text not null default '',
  "type" smallint not null default 6,
  "warehouseId" integer not null,
  "bizDate" date not null,
  "supplierId" integer,
  "sourceSn" text not null default '',
  "deliveryNoteNo" text not null default '',
  "totalQty" numeric(18,3) not null default 0,
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
  "searchGrams" text[] generated always as ("gramsOf"("stockinSn", "sourceSn", "deliveryNoteNo")) stored
);
create unique index "uq_stockin_stockinSn" on "stockin" (lower("stockinSn")) where "isDel" = 0;
create index "stockin_warehouse" on "stockin" ("warehouseId", "id" desc) where "isDel" = 0;
create index "stockin_auditStatus" on "stockin" ("auditStatus", "id" desc) where "isDel" = 0;
create index "stockin_createBy" on "stockin" ("createBy", "id" desc) where "isDel" = 0;
create index "stockin_grams" on "stockin" using gin ("searchGrams") with (fastupdate = off);
