-- what waits for a decision is counted for everybody who decides, at every change of one of them
create index "shouda_waiting" on "shouda" ("id") where "auditStatus" = 0 and "isDel" = 0;
create index "companyQuality_waiting" on "companyQuality" ("id") where "auditStatus" = 0 and "isDel" = 0;
create index "licence_waiting" on "licence" ("id") where "auditStatus" = 0 and "isDel" = 0;
create index "orgEvaluation_waiting" on "orgEvaluation" ("id") where "auditStatus" = 0 and "isDel" = 0;
create index "equityPlan_waiting" on "equityPlan" ("id") where "auditStatus" = 0 and "isDel" = 0;
