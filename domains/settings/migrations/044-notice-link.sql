-- What was told about a record stands on its time line.
create index "adminNotice_link" on "adminNotice" ("link" text_pattern_ops, "createTime" desc) where "isDel" = 0 and "link" <> '';
