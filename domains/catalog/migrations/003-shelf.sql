-- Documents around the shelf, what is planned for it, channel listings and pools.

alter table "productChannel"
  add column "title" text not null default '',
  add column "visibleScope" text not null default '',
  add column "visibleIds" integer[] not null default '{}',
  add column "minQty" numeric(18,3) not null default 1,
  add column "stepQty" numeric(18,3) not null default 1,
  add column "maxQty" numeric(18,3),
  add column "showTime" timestamp with time zone,
  add column "offTime" timestamp with time zone,
  add column "sort" integer not null default 0,
  add column "deliveryWarehouse" integer[] not null default '{}',
  add column "shelfTime" timestamp with time zone,
  add column "sales" numeric(18,3) not null default 0;

create index "productChannel_list" on "productChannel" ("sort" desc, "id" desc) where "isDel" = 0;
create index "productChannel_channel" on "productChannel" ("channelId", "sort" desc, "id" desc) where "isDel" = 0;
create index "productChannel_sort" on "productChannel" ("sort", "id") where "isDel" = 0;
create index "productChannel_sales" on "productChannel" ("sales", "id") where "isDel" = 0;

create index "shelfLog_time" on "shelfLog" ("createTime" desc, "id" desc);

create table "showApply" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "applyNo" text not null default '',
  "applyTitle" text not null default '',
  "applyType" smallint not null default 1,
  "channelIds" integer[] not null default '{}',
  "productCount" integer not null default 0,
  "planShowTime" timestamp with time zone,
  "planOffTime" timestamp with time zone,
  "reason" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "execStatus" smallint,
  "execTime" timestamp with time zone,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_showApply_applyNo" on "showApply" (lower("applyNo")) where "isDel" = 0 and "applyNo" <> '';
create index "showApply_list" on "showApply" ("id" desc) where "isDel" = 0;
create index "showApply_audit" on "showApply" ("auditStatus", "id" desc) where "isDel" = 0;
create index "showApply_maker" on "showApply" ("createBy", "id" desc) where "isDel" = 0;
alter table "showApply" add column "searchGrams" text[] generated always as
  ("gramsOf"("applyNo", "applyTitle")) stored;
create index "showApply_grams" on "showApply" using gin ("searchGrams") with (fastupdate = off);

create table "productEdit" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "editNo" text not null default '',
  "editTitle" text not null default '',
  "productCount" integer not null default 0,
  "itemCount" integer not null default 0,
  "effectTime" timestamp with time zone,
  "reason" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "execStatus" smallint,
  "execTime" timestamp with time zone,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_productEdit_editNo" on "productEdit" (lower("editNo")) where "isDel" = 0 and "editNo" <> '';
create index "productEdit_list" on "productEdit" ("id" desc) where "isDel" = 0;
create index "productEdit_audit" on "productEdit" ("auditStatus", "id" desc) where "isDel" = 0;
create index "productEdit_maker" on "productEdit" ("createBy", "id" desc) where "isDel" = 0;
alter table "productEdit" add column "searchGrams" text[] generated always as
  ("gramsOf"("editNo", "editTitle")) stored;
create index "productEdit_grams" on "productEdit" using gin ("searchGrams") with (fastupdate = off);

-- Which open document holds a product in a channel; the key lets only one of two simultaneous ones have it.
create table "openDocLine" (
  "productId" integer not null references "product" ("id"),
  "channelId" integer not null,
  "docType" text not null,
  "docId" integer not null,
  "docNo" text not null,
  primary key ("productId", "channelId")
);
create index "openDocLine_doc" on "openDocLine" ("docType", "docId");

-- What is to be done with a product at a time: by documents, by hand, by the plan of a channel.
create table "productPlan" (
  "id" integer generated always as identity primary key,
  "sourceType" text not null,
  "sourceId" integer not null,
  "sourceNo" text not null default '',
  "productId" integer not null references "product" ("id"),
  "channelId" integer not null default 0,
  "action" text not null,
  "skuIds" integer[] not null default '{}',
  "reason" text not null default '',
  "dueTime" timestamptz not null,
  "status" smallint not null default 0,
  "result" text not null default '',
  "doneTime" timestamptz,
  "adminId" integer,
  "adminName" text not null default '',
  "createTime" timestamptz not null default now()
);
-- Each step of a source is planned once; the plan of a channel may come again after it was carried out.
create unique index "uq_productPlan_source" on "productPlan"
  ("sourceType", "sourceId", "productId", "channelId", "action") where "sourceType" <> 'channel' or "status" = 0;
create index "productPlan_due" on "productPlan" ("dueTime", "id") where "status" = 0;
create index "productPlan_time" on "productPlan" ("dueTime" desc, "id" desc);
create index "productPlan_product" on "productPlan" ("productId");

create table "productVip" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "onShelf" smallint not null default 0,
  "shelfTime" timestamp with time zone,
  "rows" jsonb not null default '[]'::jsonb,
  "approved" jsonb not null default '[]'::jsonb,
  "perLimit" numeric(18,3) not null default 0,
  "levelIds" integer[] not null default '{}',
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "sort" integer not null default 0
);
create unique index "uq_productVip_productId" on "productVip" ("productId") where "isDel" = 0;
create index "productVip_list" on "productVip" ("sort" desc, "id" desc) where "isDel" = 0;
create index "productVip_tab" on "productVip" ("onShelf", "auditStatus", "sort" desc, "id" desc) where "isDel" = 0;
create index "productVip_sort" on "productVip" ("sort", "id") where "isDel" = 0;

create table "productIntegral" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "onShelf" smallint not null default 0,
  "shelfTime" timestamp with time zone,
  "rows" jsonb not null default '[]'::jsonb,
  "approved" jsonb not null default '[]'::jsonb,
  "perLimit" integer not null default 0,
  "levelIds" integer[] not null default '{}',
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "sort" integer not null default 0,
  "exchanged" numeric(18,3) not null default 0
);
create unique index "uq_productIntegral_productId" on "productIntegral" ("productId") where "isDel" = 0;
create index "productIntegral_list" on "productIntegral" ("sort" desc, "id" desc) where "isDel" = 0;
create index "productIntegral_tab" on "productIntegral"
  ("onShelf", "auditStatus", "sort" desc, "id" desc) where "isDel" = 0;
create index "productIntegral_sort" on "productIntegral" ("sort", "id") where "isDel" = 0;
