-- An import of thousands of parties writes their grams in sorted runs instead of one by one; a search looks through at
-- most this much (kB) that is not sorted in yet.
alter index "company_grams" set (fastupdate = on, gin_pending_list_limit = 1024);
alter index "supplier_grams" set (fastupdate = on, gin_pending_list_limit = 1024);
alter index "customer_grams" set (fastupdate = on, gin_pending_list_limit = 1024);
