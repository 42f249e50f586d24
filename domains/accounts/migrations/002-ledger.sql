-- The ledger in its final form. Entries grow without bound, so their ids and those of their sources are bigint.
alter table "accountEntry" alter column "id" type bigint, alter column "sourceId" type bigint;

-- What an entry belongs to in the daily batches, told with it: whose account and which kind of movement.
alter table "accountEntry"
  add column "accountType" smallint not null default 0,
  add column "zflag" smallint;
update "accountEntry" e set "accountType" = a."accountType",
  "zflag" = case when e."transactionType" in (1, 6, 7) then 1 when e."transactionType" in (2, 9) then 2
    when e."transactionType" = 3 then 3 when e."transactionType" in (4, 5, 12, 13, 14) then 4 end
from "account" a where a."id" = e."accountId";
alter table "accountEntry" alter column "accountType" drop default;

-- Entries are made of the locked row of their account, which is never deleted: nothing is left to check for each of them.
alter table "accountEntry" drop constraint "accountEntry_accountId_fkey";

-- Each further index is paid by every posting: one for the key of the source, one for each list.
drop index "accountEntry_source";
drop index "accountEntry_bySource";
drop index "accountEntry_account";
create unique index "accountEntry_source" on "accountEntry"
  ("sourceType", "sourceId", "sourceLine", "transactionType", "accountId");
create index "accountEntry_account" on "accountEntry" ("accountId", "createTime" desc, "id" desc);
create index "accountEntry_day" on "accountEntry" ("accountType", "zflag", "createTime" desc, "id" desc);

-- Postings change no indexed column of an account, so that with some room on its page no index is written for them.
alter table "account" set (fillfactor = 70);
alter table "account" add column "statusReason" text not null default '';
alter table "account" add column "searchGrams" text[] generated always as
  ("gramsOf"("accountNo", "accountName")) stored;
create index "account_grams" on "account" using gin ("searchGrams") with (fastupdate = off);

-- Accounts of payers lie in the data scope of their company. Its room comes after this one.
do $$ begin
  if to_regclass('"payer"') is not null then
    execute 'update "account" a set "systemOrgId" = p."companyId" from "payer" p
      where p."id" = a."payerId" and a."accountType" = 3 and a."systemOrgId" is null';
  end if;
end $$;
create index "account_ofCompany" on "account" ("systemOrgId") where "accountType" = 3;
