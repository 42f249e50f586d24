-- What makes the name of a company its own: 福州通商贸易有限公司 → 福州通商贸易.
create function "coreNameOf"(name text) returns text
language sql immutable parallel safe as $$
  select lower(regexp_replace(
    regexp_replace(name, '[\s()（）·.-]', '', 'g'),
    '(股份|有限责任|有限)*(公司|集团|商行|经营部|门市部|分公司|厂|店)?$', ''))
$$;

-- Codes of companies merged into this one; they go on finding it.
alter table "company" add column "aliasCodes" text not null default '';
alter table "company" drop column "searchGrams";
alter table "company" add column "searchGrams" text[] generated always as
  ("gramsOf"("orgCode", "orgName", "shortName", "creditCode", "contactName", "contactPhone", "aliasCodes")) stored;
create index "company_grams" on "company" using gin ("searchGrams") with (fastupdate = off);
create index "company_alias" on "company" using gin (string_to_array(lower("aliasCodes"), ','))
  where "aliasCodes" <> '';

-- The report of likely doubles walks each of these.
alter table "company" add column "coreName" text generated always as ("coreNameOf"("orgName")) stored;
alter table "company" add column "orgDigits" text generated always as (substr("creditCode", 9, 9)) stored;
create index "company_sameName" on "company" ("coreName", "id") where "isDel" = 0;
create index "company_samePhone" on "company" ("contactPhone", "id") where "isDel" = 0;
create index "company_sameAddress" on "company" ("districtId", "address", "id") where "isDel" = 0;
create index "company_sameDigits" on "company" ("orgDigits", "id") where "isDel" = 0;

-- Partners are searched by the name of their company too, which one index finds only where it stands on their own row.
create function "keepCompanyName"() returns trigger language plpgsql as $$
begin
  new."companyName" := coalesce((select "orgName" from "company" where "id" = new."companyId"), '');
  return new;
end $$;

alter table "shouda" add column "companyName" text not null default '';
alter table "payer" add column "companyName" text not null default '';
alter table "shipTo" add column "companyName" text not null default '';
alter table "invoiceTo" add column "companyName" text not null default '';
create trigger "shouda_companyName" before insert or update of "companyId", "companyName" on "shouda"
  for each row execute function "keepCompanyName"();
create trigger "payer_companyName" before insert or update of "companyId", "companyName" on "payer"
  for each row execute function "keepCompanyName"();
create trigger "shipTo_companyName" before insert or update of "companyId", "companyName" on "shipTo"
  for each row execute function "keepCompanyName"();
create trigger "invoiceTo_companyName" before insert or update of "companyId", "companyName" on "invoiceTo"
  for each row execute function "keepCompanyName"();
update "shouda" set "companyName" = '';
update "payer" set "companyName" = '';
update "shipTo" set "companyName" = '';
update "invoiceTo" set "companyName" = '';

create function "tellPartnersName"() returns trigger language plpgsql as $$
begin
  update "shouda" set "companyName" = '' where "companyId" = new."id" and "isDel" = 0;
  update "payer" set "companyName" = '' where "companyId" = new."id" and "isDel" = 0;
  update "shipTo" set "companyName" = '' where "companyId" = new."id" and "isDel" = 0;
  update "invoiceTo" set "companyName" = '' where "companyId" = new."id" and "isDel" = 0;
  return null;
end $$;
create trigger "company_renamed" after update of "orgName" on "company"
  for each row when (old."orgName" is distinct from new."orgName") execute function "tellPartnersName"();

alter table "shouda" drop column "searchGrams";
alter table "shouda" add column "searchGrams" text[] generated always as
  ("gramsOf"("shoudaNum", "shoudaName", "companyName")) stored;
create index "shouda_grams" on "shouda" using gin ("searchGrams") with (fastupdate = off);
alter table "payer" drop column "searchGrams";
alter table "payer" add column "searchGrams" text[] generated always as
  ("gramsOf"("payerCode", "payerName", "companyName")) stored;
create index "payer_grams" on "payer" using gin ("searchGrams") with (fastupdate = off);
alter table "shipTo" drop column "searchGrams";
alter table "shipTo" add column "searchGrams" text[] generated always as
  ("gramsOf"("shipToCode", "shipToName", "contactName", "address", "companyName")) stored;
create index "shipTo_grams" on "shipTo" using gin ("searchGrams") with (fastupdate = off);
alter table "invoiceTo" drop column "searchGrams";
alter table "invoiceTo" add column "searchGrams" text[] generated always as
  ("gramsOf"("invoiceCode", "invoiceTitle", "taxNo", "companyName")) stored;
create index "invoiceTo_grams" on "invoiceTo" using gin ("searchGrams") with (fastupdate = off);
