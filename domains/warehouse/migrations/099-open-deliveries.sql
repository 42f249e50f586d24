-- Deliveries that have not left, by day, as trips and papers offer them: the days before are full of those that have.
create index "wtsDelivery_open" on "wtsDelivery" ("planDate", "id") where "isDel" = 0 and "status" in (0, 1, 2);
-- Transfers that handhelds scan out or in: few of all that there have been.
create index "transfer_open" on "transfer" ("id" desc) where "isDel" = 0 and "auditStatus" = 1 and "status" in (1, 2, 3);
