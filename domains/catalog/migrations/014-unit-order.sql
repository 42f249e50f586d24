-- Lists are read in their order, not sorted as a whole for each page.
create index "unit_list" on "unit" ("sort" desc, "id") where "isDel" = 0;
