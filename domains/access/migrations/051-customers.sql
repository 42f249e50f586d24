-- Customers who signed in at an application outside (members §2.5); a row goes when its session ends.
create table "customerSession" (
  "id" bigint generated always as identity primary key,
  "tokenHash" text not null,
  "appId" integer not null,
  "uid" integer not null,
  "ip" text not null default '',
  "createTime" timestamptz not null default now(),
  "expireTime" timestamptz not null
);
create unique index "uq_customerSession" on "customerSession" ("tokenHash");
create index "customerSession_app" on "customerSession" ("appId", "createTime" desc, "id" desc);
create index "customerSession_uid" on "customerSession" ("uid", "createTime" desc, "id" desc);
create index "customerSession_expire" on "customerSession" ("expireTime");
