-- Names and places of the menu that the code changed, for the menus that were written before. What a person has
-- renamed stays; the role that may look after backups keeps that right at their own page.
update "menu" set "name" = '公众号' where "systemKey" = 'wechat.account' and "name" = '公众号设置';

update "menu" set "isShow" = 1
where "systemKey" in ('access.own', 'maintain.logistics.city', 'maintain.logistics.express', 'wechat.reply.follow', 'wechat.reply.keyword', 'wechat.reply.default');

update "menu" set "icon" = 'UserOutlined' where "systemKey" = 'access.own' and "icon" = '';

update "menu" set "systemKey" = 'monitor.backup', "menuType" = 'C', "component" = '/systemMonitoring/backup',
  "pid" = coalesce((select "up"."pid" from "menu" as "up" where "up"."id" = "menu"."pid"), "menu"."pid")
where "systemKey" = 'monitor.cache#数据备份' and "isDel" = 0;

update "menu" set "systemKey" = 'store.comment#新增虚拟评论', "name" = replace("name", '添加', '新增')
where "systemKey" = 'store.comment#添加虚拟评论';
