alter table "recordNote" add column "files" jsonb not null default '[]'::jsonb;
