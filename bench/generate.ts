import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'

const FIRST = [
  '纯棉',
  '真丝',
  '羊毛',
  '加厚',
  '轻薄',
  '防水',
  '无线',
  '有机',
  '进口',
  '经典',
  '儿童',
  '便携',
  '智能',
  '手工',
  '环保',
]
const KIND = [
  '耳机',
  '短袖',
  '外套',
  '牛奶',
  '咖啡',
  '枕头',
  '雨伞',
  '水杯',
  '台灯',
  '背包',
  '跑鞋',
  '毛巾',
  '饼干',
  '面膜',
  '键盘',
  '玩具',
]
const LAST = ['标准款', '升级版', '礼盒装', '家庭装', '旅行装', '限量款', '组合装', '体验装']

/** Two characters each of which some of the products have, some many, some none. */
export const KEYWORDS = [...FIRST, ...KIND, '准款', '盒装', '机标', '量款', '无有', '棉耳', '金银']

/** Makes products with one specification each, on the shelf of two channels, by SQL: the data of every measurement. */
export async function makeProducts(db: Db, count: number): Promise<void> {
  const pick = (list: readonly string[], by: string) =>
    sql`(${sql.val([...list])}::text[])[1 + ${sql.raw(by)} % ${sql.lit(list.length)}]`
  await sql`set statement_timeout = 0`.execute(db)
  await sql`insert into "category" ("pid", "name", "type", "path", "status")
    select 0, '压测' || n, 1, '/0/', 1 from generate_series(1, 50) n`.execute(db)
  await sql`insert into "product" ("productCode", "storeName", "keyword", "cateId", "unitId", "image", "sliderImage",
      "auditStatus", "repoStatus", "platformStatus", "isShow", "price", "otPrice", "cost", "stock", "specCount",
      "channels", "skuSearch", "sort", "createTime")
    select 'T' || lpad(n::text, 8, '0'),
      ${pick(FIRST, 'n')} || ${pick(KIND, '(n / 7)')} || ${pick(LAST, '(n / 113)')} || ' ' || n,
      ${pick(KIND, '(n / 7)')},
      array[(select min("id") from "category" where "name" = '压测1') + n % 50],
      (select min("id") from "unit"), '/files/sample.png', array['/files/sample.png'],
      1, 1, 5, 1, 1000 + n % 90000, 2000 + n % 90000, 500 + n % 40000, n % 500, 1,
      array[1201, 1202], 'T' || lpad(n::text, 8, '0') || '-01', 0, now() - n * interval '1 second'
    from generate_series(1, ${sql.lit(count)}) n`.execute(db)
  await sql`insert into "sku" ("productId", "suk", "attrValue", "skuCode", "price", "otPrice", "cost", "stock")
    select "id", '默认', '{"规格":"默认"}', "productCode" || '-01', "price", "otPrice", "cost", "stock" from "product"`.execute(
    db,
  )
  await sql`insert into "productChannel" ("productId", "channelId", "platformStatus")
    select "id", channel, 5 from "product", unnest("channels") as channel`.execute(db)
  await sql`insert into "skuPrice" ("skuId", "channelId", "price", "otPrice", "sourceType", "sourceId", "sourceLineId", "createByName")
    select s."id", channel, s."price", s."otPrice", 'product', s."productId", s."id", ''
    from "sku" s, unnest(array[1201, 1202]) as channel`.execute(db)
  await sql`analyze`.execute(db)
  await sql`reset statement_timeout`.execute(db)
}
