-- Accounts that are likely of one person are found by what they have in common (members §10.3).
create index "user_likeName" on "user" ("realName", right("phone", 4), "id")
  where "realName" <> '' and "phone" <> '' and "lifeStatus" = 0 and "isDel" = 0;
create index "user_likeAddress" on "user" ("districtId", "addres", "id")
  where "addres" <> '' and "lifeStatus" = 0 and "isDel" = 0;
create index "userAddress_phone" on "userAddress" ("phone", "uid") where "isDel" = 0;
