-- Defaults as the declared fields have them.
alter table "stockLot" alter column "lotNo" set default '';
alter table "lot" alter column "lotNo" set default '';
alter table "lot" alter column "firstInTime" drop default;
alter table "stockPosting"
  alter column "postingSn" set default '',
  alter column "sourceType" set default '',
  alter column "sourceSn" set default '',
  alter column "actionKey" set default '';
alter table "stockMove"
  alter column "direction" drop not null,
  alter column "direction" drop default,
  alter column "onHandAfter" set default 0,
  alter column "availableAfter" set default 0,
  alter column "sourceType" set default '',
  alter column "sourceSn" set default '';
alter table "stockReserve"
  alter column "sourceType" set default '',
  alter column "sourceSn" set default '';
alter table "stockVacct"
  alter column "code" set default '',
  alter column "name" set default '',
  alter column "channelId" type smallint;
alter table "stockVacctRecord"
  alter column "qtyAfter" set default 0,
  alter column "reservedAfter" set default 0,
  alter column "sourceType" set default '',
  alter column "sourceSn" set default '';
