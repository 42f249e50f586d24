create table "shouda" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "shoudaNum" text not null default '',
  "shoudaName" text not null default '',
  "companyId" integer not null,
  "channelId" smallint not null,
  "salesChannelId" integer,
  "salesOrg" text not null default '',
  "distChannel" text not null default '',
  "division" text not null default '',
  "orderBlock" smallint not null default 0,
  "deliveryBlock" smallint not null default 0,
  "blockReason" text not null default '',
  "defaultPayerId" integer,
  "defaultShipToId" integer,
  "defaultInvoiceId" integer,
  "salesOffice" text not null default '',
  "salesGroup" text not null default '',
  "custGroup" text not null default '',
  "priceGroup" text not null default '',
  "currency" text not null default 'CNY',
  "paymentTerms" text not null default '',
  "shipCondition" text not null default '',
  "accountGroup" text not null default '',
  "taxClass" smallint not null default 1,
  "warehouseId" integer,
  "productFamilies" text[] not null default '{}',
  "isGroupBuying" smallint not null default 0,
  "isDefault" smallint not null default 0,
  "status" smallint not null default 1,
  "closeReason" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "inForce" smallint not null default 0,
  "pending" jsonb,
  "searchGrams" text[] generated always as ("gramsOf"("shoudaNum", "shoudaName")) stored
);
create unique index "uq_shouda_shoudaNum" on "shouda" (lower("shoudaNum")) where "isDel" = 0 and "shoudaNum" <> '';
create index "shouda_grams" on "shouda" using gin ("searchGrams") with (fastupdate = off);

create table "payer" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "payerCode" text not null default '',
  "payerName" text not null default '',
  "companyId" integer not null,
  "taxNo" text not null default '',
  "bankName" text not null default '',
  "bankAccount" text not null default '',
  "creditArea" text not null default '',
  "creditLimit" bigint not null default 0,
  "creditDays" integer,
  "settleType" smallint not null default 1,
  "reconDay" integer,
  "contractNo" text not null default '',
  "contractStart" date,
  "contractEnd" date,
  "contractFiles" jsonb not null default '[]'::jsonb,
  "contractStatus" smallint,
  "productLimit" smallint not null default 0,
  "isDefault" smallint not null default 0,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("payerCode", "payerName")) stored
);
create unique index "uq_payer_payerCode" on "payer" (lower("payerCode")) where "isDel" = 0 and "payerCode" <> '';
create index "payer_grams" on "payer" using gin ("searchGrams") with (fastupdate = off);

create table "shipTo" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "shipToCode" text not null default '',
  "shipToName" text not null default '',
  "companyId" integer not null,
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "backupPhone" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "address" text not null default '',
  "lng" numeric(18,6),
  "lat" numeric(18,6),
  "receiveFrom" text not null default '',
  "receiveTo" text not null default '',
  "receiveWeekdays" integer[] not null default '{}',
  "unloadReq" text not null default '',
  "truckLimit" integer[] not null default '{}',
  "needAppointment" smallint not null default 0,
  "logisticsMode" text not null default '',
  "deliveryCustType" text not null default '',
  "routeCode" text not null default '',
  "warehouseId" integer,
  "isDefault" smallint not null default 0,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("shipToCode", "shipToName", "contactName", "address")) stored
);
create unique index "uq_shipTo_shipToCode" on "shipTo" (lower("shipToCode")) where "isDel" = 0 and "shipToCode" <> '';
create index "shipTo_grams" on "shipTo" using gin ("searchGrams") with (fastupdate = off);

create table "invoiceTo" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "invoiceCode" text not null default '',
  "invoiceTitle" text not null default '',
  "taxNo" text not null default '',
  "invoiceType" smallint not null,
  "companyId" integer not null,
  "bankName" text not null default '',
  "bankAccount" text not null default '',
  "regAddress" text not null default '',
  "regPhone" text not null default '',
  "receiveEmail" text not null default '',
  "receivePhone" text not null default '',
  "receiverName" text not null default '',
  "receiverAddress" text not null default '',
  "mergeMode" smallint not null default 1,
  "invoiceLimit" bigint,
  "isDefault" smallint not null default 0,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "searchGrams" text[] generated always as ("gramsOf"("invoiceCode", "invoiceTitle", "taxNo")) stored
);
create unique index "uq_invoiceTo_invoiceCode" on "invoiceTo" (lower("invoiceCode")) where "isDel" = 0 and "invoiceCode" <> '';
create index "invoiceTo_grams" on "invoiceTo" using gin ("searchGrams") with (fastupdate = off);

create table "partnerLink" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "shoudaId" integer not null,
  "role" smallint not null,
  "partnerId" integer not null,
  "isDefault" smallint not null default 0
);

-- parties whose contract fields follow an approved contract; what is typed counts only for the others
create table "partyContract" (
  "partyType" smallint not null,
  "partyId" integer not null,
  primary key ("partyType", "partyId")
);

create table "companyQuality" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "qualityNo" text not null default '',
  "companyId" integer not null,
  "qualityType" smallint not null default 1,
  "licenceFile" jsonb not null default '[]'::jsonb,
  "licenceEnd" date,
  "licences" jsonb not null default '[]'::jsonb,
  "applyRemark" text not null default '',
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

create table "licence" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "ownerType" smallint not null,
  "ownerId" integer not null,
  "companyId" integer,
  "licenceType" text not null default '',
  "licenceNo" text not null default '',
  "holder" text not null default '',
  "scope" text not null default '',
  "issueOrg" text not null default '',
  "startDate" date not null,
  "endDate" date,
  "longTerm" smallint not null default 0,
  "files" jsonb not null default '[]'::jsonb,
  "validStatus" smallint not null default 1,
  "qualityId" integer,
  "chainId" integer,
  "previousId" integer,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "searchGrams" text[] generated always as ("gramsOf"("licenceNo", "holder")) stored
);
create index "licence_grams" on "licence" using gin ("searchGrams") with (fastupdate = off);

-- one sales area of a company belongs to one sold-to party
create unique index "uq_shouda_salesOrg" on "shouda" ("companyId", lower("salesOrg"), lower("distChannel"), lower("division"))
  where "isDel" = 0;
-- at most one default of each kind per company
create unique index "uq_shouda_isDefault" on "shouda" ("companyId") where "isDel" = 0 and "isDefault" = 1;
create unique index "uq_payer_isDefault" on "payer" ("companyId") where "isDel" = 0 and "isDefault" = 1;
create unique index "uq_shipTo_isDefault" on "shipTo" ("companyId") where "isDel" = 0 and "isDefault" = 1;
create unique index "uq_invoiceTo_isDefault" on "invoiceTo" ("companyId") where "isDel" = 0 and "isDefault" = 1;
create unique index "uq_partnerLink_partnerId" on "partnerLink" ("shoudaId", "role", "partnerId") where "isDel" = 0;
create index "partnerLink_partner" on "partnerLink" ("role", "partnerId") where "isDel" = 0;
-- a renewal may keep the number of the certificate it follows, so only the first of a chain is kept apart here
create unique index "uq_licence_licenceNo" on "licence" ("licenceType", lower("licenceNo"))
  where "isDel" = 0 and "previousId" is null;
create index "licence_number" on "licence" (lower("licenceNo")) where "isDel" = 0;

create index "shouda_company" on "shouda" ("companyId", "id" desc) where "isDel" = 0;
create index "payer_company" on "payer" ("companyId", "id" desc) where "isDel" = 0;
create index "shipTo_company" on "shipTo" ("companyId", "id" desc) where "isDel" = 0;
create index "invoiceTo_company" on "invoiceTo" ("companyId", "id" desc) where "isDel" = 0;
create index "companyQuality_company" on "companyQuality" ("companyId", "id" desc) where "isDel" = 0;
create index "licence_company" on "licence" ("companyId", "id" desc) where "isDel" = 0;
create index "licence_owner" on "licence" ("ownerType", "ownerId") where "isDel" = 0;
create index "licence_chain" on "licence" ("chainId") where "isDel" = 0;
create index "licence_quality" on "licence" ("qualityId") where "qualityId" is not null;
create index "licence_end" on "licence" ("endDate", "id") where "isDel" = 0;
create index "payer_contractEnd" on "payer" ("contractEnd") where "isDel" = 0;

create index "shouda_createTime" on "shouda" ("createTime", "id") where "isDel" = 0;
create index "shouda_updateTime" on "shouda" ("updateTime", "id") where "isDel" = 0;
create index "payer_createTime" on "payer" ("createTime", "id") where "isDel" = 0;
create index "payer_updateTime" on "payer" ("updateTime", "id") where "isDel" = 0;
create index "shipTo_createTime" on "shipTo" ("createTime", "id") where "isDel" = 0;
create index "shipTo_updateTime" on "shipTo" ("updateTime", "id") where "isDel" = 0;
create index "invoiceTo_createTime" on "invoiceTo" ("createTime", "id") where "isDel" = 0;
create index "invoiceTo_updateTime" on "invoiceTo" ("updateTime", "id") where "isDel" = 0;
create index "companyQuality_createTime" on "companyQuality" ("createTime", "id") where "isDel" = 0;
create index "companyQuality_updateTime" on "companyQuality" ("updateTime", "id") where "isDel" = 0;
create index "licence_createTime" on "licence" ("createTime", "id") where "isDel" = 0;
create index "licence_updateTime" on "licence" ("updateTime", "id") where "isDel" = 0;
