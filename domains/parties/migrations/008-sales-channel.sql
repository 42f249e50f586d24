-- The list of sales channels counts the sold-to parties of each, and none that has any may be deleted.
create index "shouda_salesChannel" on "shouda" ("salesChannelId") where "isDel" = 0;
