-- The search of everything finds them by an index, and what is called exactly so by another one.
alter table "companyQuality" add column "searchGrams" text[] generated always as ("gramsOf"("qualityNo")) stored;
create index "companyQuality_grams" on "companyQuality" using gin ("searchGrams") with (fastupdate = off);
create index "companyQuality_number" on "companyQuality" (lower("qualityNo")) where "isDel" = 0;
alter table "orgEvaluation" add column "searchGrams" text[] generated always as ("gramsOf"("evaluationNo")) stored;
create index "orgEvaluation_grams" on "orgEvaluation" using gin ("searchGrams") with (fastupdate = off);
create index "orgEvaluation_number" on "orgEvaluation" (lower("evaluationNo")) where "isDel" = 0;
alter table "equityPlan" add column "searchGrams" text[] generated always as ("gramsOf"("planNo", "planName")) stored;
create index "equityPlan_grams" on "equityPlan" using gin ("searchGrams") with (fastupdate = off);
create index "equityPlan_number" on "equityPlan" (lower("planNo")) where "isDel" = 0;

-- How many were made on each day is counted in the index alone.
drop index "company_createTime";
create index "company_createTime" on "company" ("createTime", "id") where "isDel" = 0;
drop index "customer_createTime";
create index "customer_createTime" on "customer" ("createTime", "id") where "isDel" = 0;
