create table "sapDailyFullStock" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "stockDate" date not null,
  "sapPlant" text not null default '',
  "sapStorageLocation" text not null default '',
  "warehouseId" integer,
  "source" smallint not null default 3,
  "receiveTime" timestamptz not null,
  "batchNo" text not null default '',
  "lineCount" integer not null default 0,
  "sapQty" numeric(18,3) not null default 0,
  "ownQty" numeric(18,3) not null default 0,
  "diffLines" integer not null default 0,
  "diffQty" numeric(18,3) not null default 0,
  "status" smallint not null default 0,
  "contentHash" text not null default '',
  "remark" text not null default '',
  "rawPayload" jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("sapPlant", "sapStorageLocation", "batchNo")) stored
);
-- One that counts for a day and place; those it replaced stay.
create unique index "uq_sapDailyFullStock_day" on "sapDailyFullStock" ("stockDate", lower("sapPlant"), lower("sapStorageLocation"))
  where "isDel" = 0 and "status" <> 9;
create index "sapDailyFullStock_warehouse" on "sapDailyFullStock" ("warehouseId", "id" desc) where "isDel" = 0;
create index "sapDailyFullStock_status" on "sapDailyFullStock" ("status", "id" desc) where "isDel" = 0;
create index "sapDailyFullStock_grams" on "sapDailyFullStock" using gin ("searchGrams") with (fastupdate = off);

create table "sapDailyStockLine" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "fullStockId" integer not null references "sapDailyFullStock" ("id"),
  "lineNo" integer not null,
  "productId" integer not null,
  "sapCode" text not null default '',
  "charg" text not null default '',
  "labst" numeric(18,3) not null default 0,
  "umlme" numeric(18,3) not null default 0,
  "insme" numeric(18,3) not null default 0,
  "speme" numeric(18,3) not null default 0,
  "ownLabst" numeric(18,3) not null default 0,
  "ownUmlme" numeric(18,3) not null default 0,
  "ownInsme" numeric(18,3) not null default 0,
  "ownSpeme" numeric(18,3) not null default 0,
  "diffQty" numeric(18,3) not null default 0,
  "lagSn" text not null default '',
  "meins" text not null default ''
);
create index "sapDailyStockLine_stock" on "sapDailyStockLine" ("fullStockId", "lineNo");
create index "sapDailyStockLine_product" on "sapDailyStockLine" ("productId");
