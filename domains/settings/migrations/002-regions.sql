-- Regions keep their codes as ids; they come from seeds/regions.csv at the first start.
create table "systemCity" (
  "id" integer generated always as identity primary key,
  "parentId" integer not null default 0,
  "level" smallint not null,
  "name" text not null default '',
  "areaCode" text not null default '',
  "pinyin" text not null default '',
  "lng" numeric(18,6),
  "lat" numeric(18,6),
  "sort" integer not null default 0,
  "isShow" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);

-- What a channel reaches; a region stands for all below it.
create table "cityChannel" (
  "channelId" integer not null,
  "cityId" integer not null references "systemCity" ("id"),
  primary key ("channelId", "cityId")
);
