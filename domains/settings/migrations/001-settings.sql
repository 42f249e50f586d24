-- Ids below 10001 belong to the folders that are there from the start; 10000 is the root of all pictures on screen.
create table "category" (
  "id" integer generated always as identity (start with 10001) primary key,
  "pid" integer not null,
  "name" text not null default '',
  "type" smallint not null,
  "extra" text not null default '',
  "url" text not null default '',
  "sort" integer not null default 1,
  "status" smallint not null default 1,
  "path" text not null default '/0/',
  "sourceNo" text not null default '',
  "sapHierarchy" text not null default '',
  "taxRate" numeric(18,2),
  "taxCode" text not null default '',
  "wmsGroupId" integer,
  "paramId" integer,
  "shelfLifeDays" integer,
  "needLicences" integer[] not null default '{}',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_category_name" on "category" ("type", "pid", lower("name")) where "isDel" = 0;
create unique index "uq_category_sourceNo" on "category" ("type", lower("sourceNo"))
  where "isDel" = 0 and "sourceNo" <> '';
create index "category_tree" on "category" ("type", "sort" desc, "id") where "isDel" = 0;
create index "category_pid" on "category" ("pid") where "isDel" = 0;

insert into "category" ("id", "pid", "name", "type", "sort") overriding system value values
  (1, 0, '商品图片', 2, 1),
  (2, 0, '拼团', 2, 1),
  (3, 0, '砍价', 2, 1),
  (4, 0, '秒杀', 2, 1),
  (5, 0, '文章', 2, 1),
  (6, 0, '组合数据', 2, 1),
  (7, 0, '前台用户', 2, 1),
  (8, 0, '公众号', 2, 1),
  (1000, 0, '默认分组', 2, 1);

create table "systemConfigForm" (
  "formId" integer primary key,
  "version" integer not null default 1
);

create table "systemConfig" (
  "id" integer generated always as identity primary key,
  "name" text not null,
  "title" text not null default '',
  "formId" integer not null,
  "value" text not null default '',
  "status" smallint not null default 1,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer
);
create unique index "uq_systemConfig_name" on "systemConfig" ("name");

create table "dictType" (
  "id" integer generated always as identity primary key,
  "dictName" text not null default '',
  "dictType" text not null default '',
  "groupId" integer,
  "isSystem" smallint not null default 0,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_dictType_dictType" on "dictType" (lower("dictType")) where "isDel" = 0;

create table "dictData" (
  "id" integer generated always as identity primary key,
  "dictId" integer not null,
  "dictLabel" text not null default '',
  "dictValue" text not null default '',
  "dictSort" integer not null default 0,
  "listClass" text not null default 'default',
  "cssClass" text not null default '',
  "isDefault" smallint not null default 0,
  "channelIds" integer[] not null default '{}',
  "pid" integer not null default 0,
  "extra" text not null default '',
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_dictData_dictValue" on "dictData" ("dictId", lower("dictValue")) where "isDel" = 0;
create index "dictData_order" on "dictData" ("dictId", "dictSort", "id") where "isDel" = 0;
create index "dictData_pid" on "dictData" ("pid") where "isDel" = 0 and "pid" <> 0;
