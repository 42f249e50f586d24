create table "unit" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "unitCode" text not null default '',
  "unitName" text not null default '',
  "decimals" smallint not null default 0,
  "unitType" smallint not null default 1,
  "sort" integer not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_unit_unitCode" on "unit" (lower("unitCode")) where "isDel" = 0;
create unique index "uq_unit_unitName" on "unit" (lower("unitName")) where "isDel" = 0;

create table "brand" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "brandCode" text not null default '',
  "brandName" text not null default '',
  "brandEn" text not null default '',
  "logo" text not null default '',
  "firstLetter" text not null default '',
  "cateIds" integer[] not null default '{}',
  "storyHtml" text not null default '',
  "ownerCompany" text not null default '',
  "authFile" jsonb not null default '[]'::jsonb,
  "authStart" date,
  "authEnd" date,
  "isShow" smallint not null default 1,
  "sort" integer not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_brand_brandCode" on "brand" (lower("brandCode")) where "isDel" = 0 and "brandCode" <> '';
create unique index "uq_brand_brandName" on "brand" (lower("brandName")) where "isDel" = 0;

create table "sapWmsGroup" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "groupCode" text not null default '',
  "groupName" text not null default '',
  "sapMatGroup" text not null default '',
  "tempZone" smallint not null,
  "pickOrder" integer,
  "outRule" smallint not null default 1,
  "mixBatch" smallint not null default 0,
  "maxStack" integer,
  "status" smallint not null default 1,
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0
);
create unique index "uq_sapWmsGroup_groupCode" on "sapWmsGroup" (lower("groupCode")) where "isDel" = 0;

create table "productParam" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "paramName" text not null default '',
  "cateIds" integer[] not null default '{}',
  "lines" jsonb not null default '[]'::jsonb,
  "status" smallint not null default 1
);
create unique index "uq_productParam_paramName" on "productParam" (lower("paramName")) where "isDel" = 0;

create table "rule" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "ruleName" text not null default '',
  "ruleValue" jsonb not null default '[]'::jsonb
);
create unique index "uq_rule_ruleName" on "rule" (lower("ruleName")) where "isDel" = 0;

create table "product" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productCode" text not null default '',
  "sapCode" text not null default '',
  "sourceNo" text not null default '',
  "storeName" text not null default '',
  "shortName" text not null default '',
  "storeInfo" text not null default '',
  "keyword" text not null default '',
  "cateId" integer[] not null default '{}',
  "brandId" integer,
  "productFamily" text not null default '',
  "productFamilySecond" text not null default '',
  "productKind" smallint not null default 0,
  "comboLines" jsonb not null default '[]'::jsonb,
  "stockMode" smallint not null default 0,
  "unitId" integer not null,
  "isWeight" smallint not null default 0,
  "barCode" text not null default '',
  "specType" smallint not null default 0,
  "attr" jsonb not null default '[]'::jsonb,
  "image" text not null default '',
  "sliderImage" text[] not null default '{}',
  "videoLink" text not null default '',
  "flatPattern" text not null default '',
  "content" text not null default '',
  "paramValues" jsonb not null default '[]'::jsonb,
  "shelfLifeDays" integer,
  "shelfAlertDays" integer,
  "receiveRatio" numeric(18,2) not null default 66,
  "deliverRatio" numeric(18,2) not null default 50,
  "batchManaged" smallint not null default 0,
  "storageCondition" smallint not null default 1,
  "wmsGroupId" integer,
  "boxQty" integer,
  "palletQty" integer,
  "abcClass" text,
  "length" numeric(18,2),
  "width" numeric(18,2),
  "height" numeric(18,2),
  "weight" numeric(18,3),
  "netWeight" numeric(18,3),
  "volume" numeric(18,4),
  "originPlace" text not null default '',
  "manufacturer" text not null default '',
  "standardNo" text not null default '',
  "productionLicence" text not null default '',
  "taxRate" smallint not null default 13,
  "taxCode" text not null default '',
  "supplierId" integer,
  "isDirect" smallint not null default 0,
  "purchaseLeadDays" integer,
  "buyerId" integer,
  "warnStock" numeric(18,3),
  "tempId" integer,
  "isPostage" smallint not null default 0,
  "postage" bigint not null default 0,
  "deliveryTypes" integer[] not null default '{}',
  "minBuy" numeric(18,3) not null default 1,
  "stepBuy" numeric(18,3) not null default 1,
  "refundable" smallint not null default 1,
  "giveIntegral" integer not null default 0,
  "ficti" integer not null default 0,
  "sort" integer not null default 0,
  "isBest" smallint not null default 0,
  "isHot" smallint not null default 0,
  "isNew" smallint not null default 0,
  "isBenefit" smallint not null default 0,
  "isGood" smallint not null default 0,
  "activity" integer[] not null default '{}',
  "isSub" smallint not null default 0,
  "couponIds" integer[] not null default '{}',
  "channels" integer[] not null default '{}',
  "tagIds" integer[] not null default '{}',
  "isMemberPrice" smallint not null default 1,
  "repoStatus" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "platformStatus" smallint not null default 0,
  "isShow" smallint not null default 0,
  "isRecycle" smallint not null default 0,
  "price" bigint not null default 0,
  "otPrice" bigint not null default 0,
  "cost" bigint not null default 0,
  "stock" numeric(18,3) not null default 0,
  "sales" numeric(18,3) not null default 0,
  "browse" integer not null default 0,
  "specCount" integer not null default 0,
  "completeness" integer not null default 0,
  "skuSearch" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0
);
create unique index "uq_product_productCode" on "product" (lower("productCode")) where "isDel" = 0 and "productCode" <> '';
create unique index "uq_product_sapCode" on "product" (lower("sapCode")) where "isDel" = 0 and "sapCode" <> '';
create unique index "uq_product_sourceNo" on "product" (lower("sourceNo")) where "isDel" = 0 and "sourceNo" <> '';

create table "sku" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "sort" integer not null default 0,
  "suk" text not null default '',
  "attrValue" jsonb not null default '[]'::jsonb,
  "skuCode" text not null default '',
  "image" text not null default '',
  "price" bigint not null,
  "otPrice" bigint not null,
  "cost" bigint not null default 0,
  "stock" numeric(18,3) not null default 0,
  "barCode" text not null default '',
  "weight" numeric(18,2) not null default 0,
  "volume" numeric(18,4) not null default 0,
  "brokerage" bigint not null default 0,
  "brokerageTwo" bigint not null default 0,
  "isShow" smallint not null default 1,
  "sales" numeric(18,3) not null default 0
);
create unique index "uq_sku_skuCode" on "sku" (lower("skuCode")) where "isDel" = 0 and "skuCode" <> '';

create table "productUnit" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "unitId" integer not null,
  "ratio" numeric(18,3) not null,
  "barCode" text not null default '',
  "isPurchase" smallint not null default 0,
  "isSale" smallint not null default 0,
  "length" numeric(18,2),
  "width" numeric(18,2),
  "height" numeric(18,2),
  "weight" numeric(18,2)
);

create table "productChannel" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "channelId" smallint not null,
  "platformStatus" smallint not null default 0,
  "offSkuIds" integer[] not null default '{}'
);

-- ---- what lists, pickers and guards look for

create index "brand_list" on "brand" ("sort" desc, "id" desc) where "isDel" = 0;
create index "productParam_cateIds" on "productParam" using gin ("cateIds");

alter table "product" add column "searchGrams" text[] generated always as
  ("gramsOf"("storeName", "keyword", "productCode", "barCode", "sapCode", "sourceNo", "skuSearch")) stored;
create index "product_grams" on "product" using gin ("searchGrams") with (fastupdate = off);
create index "product_cateId" on "product" using gin ("cateId");
create index "product_channels" on "product" using gin ("channels");
create index "product_brand" on "product" ("brandId") where "isDel" = 0;
create index "product_unit" on "product" ("unitId") where "isDel" = 0;
create index "product_wmsGroup" on "product" ("wmsGroupId") where "isDel" = 0;
create index "product_storeName" on "product" (lower("storeName")) where "isDel" = 0;

-- the repository: newest first
create index "product_live" on "product" ("id" desc) where "isDel" = 0 and "isRecycle" = 0;
create index "product_enabled" on "product" ("id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "repoStatus" = 1;
create index "product_draft" on "product" ("id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "repoStatus" = 0 and "auditStatus" = -1;
create index "product_disabled" on "product" ("id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "repoStatus" = 2;

-- the product centre: one index per tab in its order
create index "product_onSale" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1;
create index "product_inHouse" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 0 and "auditStatus" in (-1, 1) and "platformStatus" <> 13;
create index "product_soldOut" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1 and "stock" <= 0;
create index "product_warnOwn" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1 and "stock" > 0 and "stock" <= "warnStock";
create index "product_warnUsual" on "product" ("stock")
  where "isDel" = 0 and "isRecycle" = 0 and "isShow" = 1 and "stock" > 0 and "warnStock" is null;
create index "product_recycled" on "product" ("sort" desc, "id" desc) where "isDel" = 0 and "isRecycle" = 1;
create index "product_waiting" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "auditStatus" in (0, 3);
create index "product_rejected" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "auditStatus" = 2;
create index "product_violation" on "product" ("sort" desc, "id" desc)
  where "isDel" = 0 and "isRecycle" = 0 and "platformStatus" = 13;

-- columns a person can sort by
create index "product_createTime" on "product" ("createTime", "id") where "isDel" = 0;
create index "product_updateTime" on "product" ("updateTime", "id") where "isDel" = 0;
create index "product_price" on "product" ("price", "id") where "isDel" = 0;
create index "product_stock" on "product" ("stock", "id") where "isDel" = 0;
create index "product_sales" on "product" ("sales", "id") where "isDel" = 0;
create index "product_sort" on "product" ("sort", "id") where "isDel" = 0;

create unique index "uq_sku_suk" on "sku" ("productId", "suk") where "isDel" = 0;
create index "sku_product" on "sku" ("productId", "sort", "id");
create index "productUnit_product" on "productUnit" ("productId") where "isDel" = 0;
create index "productUnit_unit" on "productUnit" ("unitId") where "isDel" = 0;
create unique index "uq_productChannel_channelId" on "productChannel" ("productId", "channelId");

-- Who holds a barcode among living products; the key keeps two simultaneous creates apart.
create table "productBarcode" (
  "barCode" text primary key,
  "productId" integer not null references "product" ("id")
);
create index "productBarcode_product" on "productBarcode" ("productId");

create table "skuPrice" (
  "id" bigint generated always as identity primary key,
  "skuId" integer not null references "sku" ("id"),
  "channelId" integer not null,
  "scopeType" smallint not null default 0,
  "scopeId" integer not null default 0,
  "price" bigint not null,
  "otPrice" bigint not null,
  "startTime" timestamptz not null default now(),
  "endTime" timestamptz,
  "sourceType" text not null,
  "sourceId" integer not null,
  "sourceLineId" integer not null,
  "createBy" integer,
  "createByName" text not null default ''
);
create index "skuPrice_ruling" on "skuPrice"
  ("skuId", "channelId", "scopeType", "scopeId", "startTime" desc, "id" desc);

create table "shelfLog" (
  "id" bigint generated always as identity primary key,
  "productId" integer not null,
  "skuId" integer not null,
  "channelId" integer not null,
  "from" smallint not null,
  "to" smallint not null,
  "action" text not null,
  "source" text not null,
  "reason" text not null default '',
  "adminId" integer,
  "adminName" text not null default '',
  "createTime" timestamptz not null default now()
);
create index "shelfLog_product" on "shelfLog" ("productId", "id" desc);

create table "productOperateLog" (
  "id" bigint generated always as identity primary key,
  "productId" integer not null,
  "action" text not null,
  "source" text not null,
  "fields" jsonb not null default '[]',
  "adminId" integer,
  "adminName" text not null default '',
  "createTime" timestamptz not null default now()
);
create index "productOperateLog_product" on "productOperateLog" ("productId", "id" desc);
create index "productOperateLog_time" on "productOperateLog" ("createTime" desc, "id" desc);
