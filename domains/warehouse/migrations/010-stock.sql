-- The stock ledger. Its tables grow without bound and in time, so their keys are bigint. Decision 0177.
create sequence "stockPostingNo";

create table "lot" (
  "id" integer generated always as identity primary key,
  "skuId" integer not null,
  "lotNo" text not null,
  "productionDate" date,
  "expiryDate" date,
  "supplierId" integer,
  "firstInTime" timestamptz not null default now(),
  "near" smallint not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "lot_number" on "lot" ("skuId", "lotNo");
create index "lot_no" on "lot" (lower("lotNo"));
create index "lot_expiry" on "lot" ("expiryDate") where "expiryDate" is not null;

-- The row that every sale is checked against. Movements change no indexed column but those of the few partial indexes, so that
-- with some room on its page a posting writes no index of it.
create table "stock" (
  "id" bigint generated always as identity primary key,
  "warehouseId" integer not null,
  "skuId" integer not null,
  "onHand" numeric(18,3) not null default 0 check ("onHand" >= 0),
  "reserved" numeric(18,3) not null default 0 check ("reserved" >= 0),
  "frozen" numeric(18,3) not null default 0 check ("frozen" >= 0),
  "inTransit" numeric(18,3) not null default 0 check ("inTransit" >= 0),
  "vAlloc" numeric(18,3) not null default 0 check ("vAlloc" >= 0),
  "vReserved" numeric(18,3) not null default 0 check ("vReserved" >= 0),
  "available" numeric(18,3) not null generated always as ("onHand" - "reserved" - "frozen") stored,
  "publicAvail" numeric(18,3) not null generated always as ("onHand" - "reserved" - "frozen" - ("vAlloc" - "vReserved")) stored,
  "amount" bigint not null default 0 check ("amount" >= 0),
  "transitAmount" bigint not null default 0 check ("transitAmount" >= 0),
  "avgCost" numeric(18,4) not null default 0,
  "lastInTime" timestamptz,
  "lastOutTime" timestamptz,
  "lastCountTime" timestamptz,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  check ("onHand" - "reserved" - "frozen" >= 0),
  check ("onHand" - "reserved" - "frozen" - ("vAlloc" - "vReserved") >= 0),
  check ("vReserved" <= "vAlloc"),
  check ("vReserved" <= "reserved"),
  check ("onHand" <> 0 or "amount" = 0),
  check ("inTransit" <> 0 or "transitAmount" = 0)
) with (fillfactor = 80);
create unique index "stock_sku" on "stock" ("skuId", "warehouseId");
create index "stock_warehouse" on "stock" ("warehouseId", "id" desc);
create index "stock_frozen" on "stock" ("id" desc) where "frozen" > 0;
create index "stock_transit" on "stock" ("id" desc) where "inTransit" > 0;

-- One row for each place: section 0 is on the way to the warehouse, or the whole of a virtual warehouse.
create table "stockLot" (
  "id" bigint generated always as identity primary key,
  "warehouseId" integer not null,
  "sectionId" integer not null,
  "skuId" integer not null,
  "lotId" integer not null,
  "lotNo" text not null,
  "productionDate" date,
  "expiryDate" date,
  "onHand" numeric(18,3) not null default 0 check ("onHand" >= 0),
  "allocated" numeric(18,3) not null default 0 check ("allocated" >= 0),
  "frozen" numeric(18,3) not null default 0 check ("frozen" >= 0),
  "held" numeric(18,3) not null default 0 check ("held" >= 0),
  "inTransit" numeric(18,3) not null default 0 check ("inTransit" >= 0),
  "lotFree" numeric(18,3) not null generated always as ("onHand" - "allocated" - "frozen" - "held") stored,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  check ("onHand" - "allocated" - "frozen" - "held" >= 0)
) with (fillfactor = 80);
create unique index "stockLot_place" on "stockLot" ("skuId", "warehouseId", "sectionId", "lotId");
create index "stockLot_section" on "stockLot" ("warehouseId", "sectionId", "skuId");
create index "stockLot_ofSection" on "stockLot" ("sectionId", "id" desc);
create index "stockLot_lot" on "stockLot" ("lotId");
create index "stockLot_expiry" on "stockLot" ("expiryDate", "id" desc) where "expiryDate" is not null;

create table "stockPosting" (
  "id" bigint generated always as identity primary key,
  "postingSn" text not null,
  "sourceType" text not null,
  "sourceId" bigint not null,
  "sourceSn" text not null,
  "actionKey" text not null,
  "postDate" date not null,
  "operatorId" integer,
  "reverseOfId" bigint,
  "remark" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamptz,
  "isMayPushSap" smallint not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "stockPosting_action" on "stockPosting" ("sourceType", "sourceId", "actionKey");
create unique index "stockPosting_reverseOf" on "stockPosting" ("reverseOfId") where "reverseOfId" is not null;
create unique index "uq_stockPosting_postingSn" on "stockPosting" (lower("postingSn")) where "isDel" = 0 and "postingSn" <> '';

-- What one posting did, entry by entry. A posting knows its source, so that (posting, seq) is what must not come twice.
create table "stockMove" (
  "id" bigint generated always as identity primary key,
  "postingId" bigint not null,
  "seq" integer not null,
  "moveType" smallint not null,
  "physical" smallint not null default 0,
  "direction" smallint not null default 0,
  "warehouseId" integer not null,
  "sectionId" integer,
  "skuId" integer not null,
  "lotId" integer,
  "stockLotId" bigint,
  "vacctId" integer,
  "freezeLineId" bigint,
  "reserveId" bigint,
  "dOnHand" numeric(18,3) not null default 0,
  "dReserved" numeric(18,3) not null default 0,
  "dAllocated" numeric(18,3) not null default 0,
  "dFrozen" numeric(18,3) not null default 0,
  "dHeld" numeric(18,3) not null default 0,
  "dInTransit" numeric(18,3) not null default 0,
  "dVAlloc" numeric(18,3) not null default 0,
  "dVReserved" numeric(18,3) not null default 0,
  "onHandAfter" numeric(18,3) not null,
  "availableAfter" numeric(18,3) not null,
  "unitCost" numeric(18,4) not null default 0,
  "amount" bigint not null default 0,
  "transitAmount" bigint not null default 0,
  "sourceType" text not null,
  "sourceId" bigint not null,
  "sourceSn" text not null,
  "sourceLineId" bigint not null default 0,
  "operatorId" integer,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "stockMove_seq" on "stockMove" ("postingId", "seq");
create index "stockMove_sku" on "stockMove" ("skuId", "id" desc);
create index "stockMove_warehouse" on "stockMove" ("warehouseId", "id" desc);
create index "stockMove_source" on "stockMove" ("sourceSn");
create index "stockMove_section" on "stockMove" ("sectionId", "id" desc) where "sectionId" is not null;
create index "stockMove_type" on "stockMove" ("moveType", "id" desc);
create index "stockMove_physical" on "stockMove" ("warehouseId", "id" desc) where "physical" = 1;
create index "stockMove_freeze" on "stockMove" ("freezeLineId") where "freezeLineId" is not null;
create index "stockMove_lot" on "stockMove" ("lotId", "id" desc) where "lotId" is not null and "dOnHand" <> 0;
-- In time, of rows that come in time: a few pages in place of an entry for each row.
create index "stockMove_time" on "stockMove" ("createTime" desc, "id" desc);
create index "stockMove_operator" on "stockMove" ("operatorId", "id" desc) where "operatorId" is not null;

create function "refuseLedgerChange"() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the stock ledger are never changed';
end $$;
create trigger "stockMove_keep" before update or delete on "stockMove"
  for each statement execute function "refuseLedgerChange"();

create table "stockReserve" (
  "id" bigint generated always as identity primary key,
  "sourceType" text not null,
  "sourceId" bigint not null,
  "sourceSn" text not null,
  "sourceLineId" bigint not null,
  "warehouseId" integer not null,
  "skuId" integer not null,
  "vacctId" integer not null default 0,
  "qty" numeric(18,3) not null default 0,
  "allocated" numeric(18,3) not null default 0 check ("allocated" >= 0),
  "shipped" numeric(18,3) not null default 0 check ("shipped" >= 0),
  "released" numeric(18,3) not null default 0 check ("released" >= 0),
  "shortQty" numeric(18,3) not null default 0 check ("shortQty" >= 0),
  "open" numeric(18,3) not null generated always as ("qty" - "shipped" - "released") stored,
  "expireTime" timestamptz,
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  check ("allocated" <= "qty" - "shipped" - "released")
) with (fillfactor = 80);
create unique index "stockReserve_key" on "stockReserve" ("sourceSn", "sourceType", "sourceLineId", "warehouseId", "vacctId");
create index "stockReserve_open" on "stockReserve" ("skuId", "warehouseId") where "status" = 1;
create index "stockReserve_list" on "stockReserve" ("id" desc) where "status" = 1;
create index "stockReserve_expire" on "stockReserve" ("expireTime") where "status" = 1 and "expireTime" is not null;

-- Which lots a reservation is bound to: Σ of a reservation is its allocated, Σ of a lot row is its allocated.
create table "stockAlloc" (
  "id" bigint generated always as identity primary key,
  "reserveId" bigint not null,
  "stockLotId" bigint not null,
  "q" numeric(18,3) not null check ("q" >= 0)
) with (fillfactor = 80);
create unique index "stockAlloc_place" on "stockAlloc" ("reserveId", "stockLotId");
create index "stockAlloc_lot" on "stockAlloc" ("stockLotId") where "q" > 0;

-- Closing figures of each day.
create table "stockDaily" (
  "id" bigint generated always as identity primary key,
  "day" date not null,
  "warehouseId" integer not null,
  "skuId" integer not null,
  "open" numeric(18,3) not null,
  "inQty" numeric(18,3) not null default 0,
  "outQty" numeric(18,3) not null default 0,
  "close" numeric(18,3) not null,
  "moves" jsonb not null default '{}',
  "inTransit" numeric(18,3) not null default 0,
  "amount" bigint not null default 0,
  "createTime" timestamptz not null default now()
);
create unique index "stockDaily_day" on "stockDaily" ("day", "warehouseId", "skuId");
create index "stockDaily_sku" on "stockDaily" ("skuId", "warehouseId", "day" desc);
