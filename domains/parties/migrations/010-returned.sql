-- What came back to the person who handed it in stands on their home page.
create index "shouda_returned" on "shouda" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
create index "companyQuality_returned" on "companyQuality" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
create index "licence_returned" on "licence" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
create index "orgEvaluation_returned" on "orgEvaluation" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
