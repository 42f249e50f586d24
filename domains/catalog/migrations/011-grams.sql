-- An import of thousands of products writes their grams in sorted runs instead of one by one; a search looks through at
-- most this much (kB) that is not sorted in yet.
alter index "product_grams" set (fastupdate = on, gin_pending_list_limit = 1024);
