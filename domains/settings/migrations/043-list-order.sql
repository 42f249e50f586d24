-- Lists are read in their order, not sorted as a whole for each page.
create index "category_list" on "category" ("sort" desc, "id") where "isDel" = 0;
create index "dictData_list" on "dictData" ("dictSort", "id") where "isDel" = 0;
