import { type SqlBool, sql } from 'kysely'
import { enqueue } from '#domains/sap/sap.door.ts'
import { declareScene, notify, type Receiver } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { filterNumbers } from '#kit/server/list.ts'
import type { Registration } from '#kit/server/points.ts'
import { referenceFault } from '#kit/server/refs.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { formatDateTime, toSeconds } from '#kit/shared/time.ts'
import { keptOf } from '../offer/scope.server.ts'
import { noticeJoined, priceNoticeDocument } from './price.document.ts'
import { changeRate, grossRate, SCOPE } from './price.rules.ts'
import { type PriceDocument, type PricedCard, priceDocument } from './priceDocument.server.ts'
import { priceNotice, type priceNoticeLine, SCOPE_REFS } from './priceNotice.entity.ts'

type Row = EntityRow<typeof priceNotice>
type Line = RowOf<typeof priceNoticeLine>

const CHANGED = 'priceNotice'
const REVOKED = 'priceNoticeRevoked'
const FOR_USERS = 1
/** What organisation users are told of price notices. */
export const priceNoticeScenes: readonly Registration[] = [
  declareScene({
    mark: CHANGED,
    type: '价格通知',
    description: '价格通知单审核通过后通知适用的组织用户',
    sendType: FOR_USERS,
    channels: ['sms', 'wechat'],
    content: '{title}：{count}个商品的价格将于{time}起调整，单号{no}',
  }),
  declareScene({
    mark: REVOKED,
    type: '价格通知撤回',
    description: '价格通知单在生效前撤回后再次通知已通知的组织用户',
    sendType: FOR_USERS,
    channels: ['sms', 'wechat'],
    content: '{title}已撤回，价格不调整，单号{no}',
  }),
]

/** The objects of a document as ids of its scope; the channel itself is 0. */
const scopesOf = (row: Pick<Row, 'scopeType' | 'scopeIds'>): readonly number[] =>
  row.scopeType === SCOPE.channel ? [0] : row.scopeIds

/** Org users whom the prices of a document concern. Catalog §4.2. */
async function concerned(db: Db, row: Row): Promise<Receiver[]> {
  const ids = sql.val(row.scopeIds)
  const shoudas =
    row.scopeType === SCOPE.salesChannel
      ? sql`select "id" from "shouda" where "isDel" = 0 and "salesChannelId" in (
          with recursive "below" as (
            select "id" from "salesChannel" where "id" = any(${ids}::int[])
            union select s."id" from "salesChannel" s join "below" b on s."pid" = b."id" where s."isDel" = 0)
          select "id" from "below")`
      : sql`select unnest(${ids}::int[])`
  const who =
    row.scopeType === SCOPE.channel
      ? sql`c."channelIds" && array[${row.channelId}::int]`
      : row.scopeType === SCOPE.orgLevel
        ? sql`c."orgLevelId" = any(${ids}::int[])`
        : sql`u."shoudaIds" && array(${shoudas})`
  const { rows } = await sql<{
    id: number
  }>`select u."id" from "orgUser" u join "company" c on c."id" = u."orgId"
    where u."isDel" = 0 and u."status" = 1 and c."isDel" = 0 and c."inForce" = 1 and c."status" = 1 and ${who}
    order by u."id"`.execute(db)
  return rows.map(({ id }) => ({ kind: 'orgUser', id }))
}

async function tell(tx: Tx, row: Row, mark: string): Promise<void> {
  if (row.notifyWay.length === 0) return
  const params = {
    title: row.noticeTitle,
    no: row.noticeNo,
    count: row.lineCount,
    time: formatDateTime(row.effectTime).slice(0, -3),
  }
  await notify(tx, mark, await concerned(tx, row), params, row.noticeNo)
}

/** For whom the old price is asked: the first object of the document. */
function termsOf(row: Row) {
  const [first = null] = row.scopeIds
  return {
    channelId: row.channelId,
    ...(row.scopeType === SCOPE.salesChannel ? { salesChannelId: first } : {}),
    ...(row.scopeType === SCOPE.shouda ? { shoudaId: first } : {}),
    ...(row.scopeType === SCOPE.orgLevel ? { orgLevelId: first } : {}),
  }
}

async function check(db: Db, who: Who, row: Row, before: Row | null): Promise<void> {
  if (row.noticeType === 3 && row.expireTime === null) throw refuse('请选择失效时间', 'expireTime')
  const entity = SCOPE_REFS[row.scopeType]
  if (entity === undefined) {
    if (row.scopeIds.length > 0) throw refuse('适用渠道时不能选择适用对象', 'scopeIds')
    return
  }
  if (row.scopeIds.length === 0) throw refuse('请选择适用对象', 'scopeIds')
  const fault = await referenceFault(db, who, entity, row.scopeIds, keptOf(before, row.scopeType))
  if (fault !== null) throw refuse(`适用对象${fault}`, 'scopeIds')
  if (row.scopeType !== SCOPE.salesChannel) return
  const others = await db
    .selectFrom('salesChannel')
    .select('channelName')
    .where('id', 'in', row.scopeIds)
    .where('channelId', '<>', row.channelId)
    .executeTakeFirst()
  if (others !== undefined) throw refuse(`销售渠道${others.channelName}不属于所选渠道`, 'scopeIds')
}

const oldOf = (card: PricedCard) => ({ oldPrice: card.price, oldOtPrice: card.otPrice })

/** 价格通知单. Catalog §4.2. */
const kind: PriceDocument<typeof priceNotice, Line> = {
  document: priceNoticeDocument,
  joined: noticeJoined,
  check,
  terms: termsOf,
  fill: (line, card) => ({
    floorPrice: card.floorPrice,
    ...oldOf(card),
    changeRate: changeRate(card.price, line.newPrice),
    grossRate: grossRate(line.newPrice, card.cost),
  }),
  guarded: (line) => ({ price: line.newPrice, field: 'newPrice' }),
  changed: (line, card) => (line.oldPrice === card.price ? '' : '原价已变化'),
  again: (_line, card) => oldOf(card),
  prices: (row, line) =>
    scopesOf(row).map((scopeId) => ({
      skuId: line.skuId,
      channelId: row.channelId,
      scopeType: row.scopeType,
      scopeId,
      price: line.newPrice,
      otPrice: line.newOtPrice ?? line.oldOtPrice ?? line.newPrice,
    })),
  async told(tx, row) {
    await tell(tx, row, CHANGED)
    await enqueue(tx, {
      bizType: priceNotice.name,
      bizId: row.id,
      bizSn: row.noticeNo,
      action: 'create',
      payload: {
        head: {
          noticeNo: row.noticeNo,
          noticeType: row.noticeType,
          channelId: row.channelId,
          scopeType: row.scopeType,
          scopeIds: row.scopeIds,
          effectTime: toSeconds(row.effectTime),
          expireTime: row.expireTime === null ? null : toSeconds(row.expireTime),
        },
        items: row.lines.map((line) => ({ skuCode: line.skuCode, price: formatMoney(line.newPrice) })),
      },
    })
  },
  async revoked(tx, row) {
    await tell(tx, row, REVOKED)
    await enqueue(tx, {
      bizType: priceNotice.name,
      bizId: row.id,
      bizSn: row.noticeNo,
      action: 'cancel',
      payload: { head: { noticeNo: row.noticeNo, reason: row.revokeReason } },
    })
  },
  where(input) {
    const ids = filterNumbers(input.salesChannelId ?? '', '销售渠道', 'salesChannelId')
    const { productId = null } = input
    return [
      ...(ids.length === 0
        ? []
        : [
            sql<SqlBool>`"priceNotice"."scopeType" = ${sql.lit(SCOPE.salesChannel)}
              and "priceNotice"."scopeIds" && ${sql.val(ids)}::int[]`,
          ]),
      ...(productId === null
        ? []
        : [
            sql<SqlBool>`exists (select 1 from "sku" s where s."productId" = ${productId}
              and "priceNotice"."lines" @> jsonb_build_array(jsonb_build_object('skuId', s."id")))`,
          ]),
    ]
  },
  details: (db, rows) =>
    Promise.all(
      rows.map(async (row) => ({
        receiverCount: row.notifyWay.length === 0 ? 0 : (await concerned(db, row)).length,
      })),
    ),
}
export const priceNoticePart = priceDocument(kind)

interface NoticeHead {
  noticeTitle: string
  noticeType: Row['noticeType']
  channelId: Row['channelId']
  scopeType: Row['scopeType']
  scopeIds: number[]
  effectTime: Date
  expireTime?: Date | null
  reason: string
}

/**
 * Drafts a price notice for another room, to be submitted by a person; prices in cents. The same source again answers
 * the first draft. Refuses as the form does. Doors §4.
 */
export async function draftPriceNotice(
  tx: Tx,
  head: NoticeHead,
  lines: readonly { skuId: number; newPrice: number; newOtPrice?: number | null; remark?: string }[],
  source: string,
): Promise<number> {
  // Two that draft the same at once: the second waits and finds the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`priceNotice ${source}`}))`.execute(tx)
  const before = await tx
    .selectFrom('priceNotice')
    .select('id')
    .where('sourceKey', '=', source)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (before !== undefined) return before.id
  return priceNoticePart.draft(tx, {
    notifyWay: [],
    expireTime: null,
    ...head,
    sourceKey: source,
    lines: lines.map((line) => ({ newOtPrice: null, remark: '', ...line })),
  })
}
