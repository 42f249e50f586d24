-- Tokens that somebody has signed in with: each counts once, though it is valid for some minutes more.
create table "usedToken" (
  "hash" text primary key,
  "createTime" timestamptz not null default now()
);
create index "usedToken_createTime" on "usedToken" ("createTime");
