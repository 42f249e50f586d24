-- What the nightly check found: by how much the figures of an account differ from what its entries say.
alter table "account" add column "drift" bigint not null default 0;
create index "account_drift" on "account" ("id") where "drift" <> 0;
