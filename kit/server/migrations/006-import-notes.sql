-- What an import told of single rows without refusing them.
alter table "fileTask" add column "notes" jsonb not null default '[]';
alter table "fileTask" add column "noteCount" integer not null default 0;
