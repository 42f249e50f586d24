-- Groups are listed in the order that staff give them.
create index "userGroup_list" on "userGroup" ("sort" desc, "id" desc) where "isDel" = 0;
