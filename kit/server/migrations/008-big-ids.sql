-- Rows of tables whose ids are bigint are logged and decided like any other.
alter table "operLog" alter column "bizId" type bigint;
alter table "documentDecision" alter column "documentId" type bigint;
