-- A preview of many megabytes made every list of tasks as large; it is only there to be looked at.
update "fileTask" set "preview" = null where pg_column_size("preview") > 300000;
