-- A warehouse whose receivers count goods of a purchase before they learn how many are due.
alter table "wareHouseConfig" add column "blindReceive" smallint not null default 0;
