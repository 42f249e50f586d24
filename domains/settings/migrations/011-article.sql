create table "article" (
  "id" integer generated always as identity primary key,
  "cid" integer not null,
  "title" text not null default '',
  "author" text not null default '',
  "imageInput" text not null default '',
  "synopsis" text not null default '',
  "shareTitle" text not null default '',
  "shareSynopsis" text not null default '',
  "content" text not null default '',
  "url" text not null default '',
  "sort" integer not null default 0,
  "isBanner" smallint not null default 0,
  "isHot" smallint not null default 0,
  "status" smallint not null default 1,
  "publishTime" timestamptz,
  "visit" integer not null default 0,
  "mediaId" text not null default '',
  "productId" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "article_order" on "article" ("sort" desc, "id" desc) where "isDel" = 0;
create index "article_cid" on "article" ("cid") where "isDel" = 0;
create index "article_productId" on "article" ("productId") where "isDel" = 0 and "productId" is not null;
