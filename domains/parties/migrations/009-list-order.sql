-- Lists are read in their order, not sorted as a whole for each page.
create index "supplierProduct_list" on "supplierProduct" ("startDate" desc, "id" desc) where "isDel" = 0;
