create table "sapBill" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "sapBillNo" text not null default '',
  "sapYear" text not null default '',
  "moveType" text not null default '',
  "postingDate" date not null,
  "documentDate" date,
  "sapPlant" text not null default '',
  "sapStorageLocation" text not null default '',
  "warehouseId" integer,
  "source" smallint not null default 3,
  "receiveTime" timestamptz not null,
  "batchNo" text not null default '',
  "referenceNo" text not null default '',
  "headerText" text not null default '',
  "vendorCode" text not null default '',
  "customerCode" text not null default '',
  "lineCount" integer not null default 0,
  "totalQty" numeric(18,3) not null default 0,
  "status" smallint not null default 0,
  "relatedSn" text not null default '',
  "docType" text not null default '',
  "docId" integer,
  "ignoreReason" text not null default '',
  "contentHash" text not null default '',
  "remark" text not null default '',
  "lines" jsonb not null default '[]',
  "rawPayload" jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("sapBillNo", "referenceNo", "sapPlant", "sapStorageLocation", "batchNo", "relatedSn")) stored
);
-- SAP numbers its material documents anew each year; a document is here once however often it is told.
create unique index "uq_sapBill_sapBillNo" on "sapBill" (lower("sapBillNo"), "sapYear") where "isDel" = 0;
create index "sapBill_warehouse" on "sapBill" ("warehouseId", "id" desc) where "isDel" = 0;
create index "sapBill_status" on "sapBill" ("status", "id" desc) where "isDel" = 0;
create index "sapBill_posted" on "sapBill" ("postingDate", "id" desc) where "isDel" = 0;
create index "sapBill_doc" on "sapBill" ("docType", "docId") where "docId" is not null;
create index "sapBill_grams" on "sapBill" using gin ("searchGrams") with (fastupdate = off);

-- Which posting of ours a material of a bill is; a posting answers to one bill.
create table "sapBillMatch" (
  "billId" integer not null references "sapBill" ("id"),
  "postingId" bigint not null references "stockPosting" ("id"),
  "productId" integer not null,
  "charg" text not null default '',
  primary key ("postingId", "productId", "charg")
);
create index "sapBillMatch_bill" on "sapBillMatch" ("billId");
-- A bill looks for its posting among those of a week.
create index "stockPosting_postDate" on "stockPosting" ("postDate");
