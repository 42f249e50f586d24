-- what waits for a decision is counted for everybody who decides, at every change of one of them
create index "productVip_waiting" on "productVip" ("id") where "auditStatus" = 0 and "isDel" = 0;
create index "productIntegral_waiting" on "productIntegral" ("id") where "auditStatus" = 0 and "isDel" = 0;
