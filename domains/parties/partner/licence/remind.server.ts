import { declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Registration } from '#kit/server/points.ts'
import { daysUntil, today } from '#kit/shared/time.ts'
import { mainAccounts } from '../../mainAccounts.server.ts'
import type { PartyType } from './licence.entity.ts'
import { licenceName } from './licence.rules.ts'
import { ownerKey, ownersOf } from './owner.server.ts'

const STAFF = 'licenceEnds'
const BUYER = 'licenceEndsOrg'

const CONTENT = '{owner}的{type}（{no}）将于{day}到期，{left}，请及时续期'

/** What people are told before licences and contracts end. */
export const licenceScenes: readonly Registration[] = [
  declareScene({
    mark: STAFF,
    type: '证照即将到期',
    description: '证照、合同到期前30、15、7、1天及当天通知业务员或采购员',
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: CONTENT,
    link: '/company/licenceManagement?keywords={no}',
  }),
  declareScene({
    mark: BUYER,
    type: '证照即将到期（企业）',
    description: '证照、合同到期前30、15、7、1天及当天通知企业主账号',
    sendType: 1,
    channels: ['sms'],
    content: CONTENT,
  }),
]

/** What ends: a licence, or the contract of a payer. */
export interface Ending {
  owner: string
  companyId: number | null
  /** who looks after a party that is of no company */
  staffId: number | null
  type: string
  no: string
  endDate: string
}

/** Tells who looks after the party, and the main account of its company; the same source is told once. Catalog §8.7. */
export async function tellEnding(tx: Tx, ending: Ending, today: string, source: string): Promise<void> {
  const left = daysUntil(ending.endDate, today)
  const params = {
    owner: ending.owner,
    type: ending.type,
    no: ending.no,
    day: ending.endDate,
    left: left === 0 ? '今天是最后一天' : left > 0 ? `还有${left}天` : `已过期${-left}天`,
  }
  const staffId = ending.companyId === null ? ending.staffId : await agentOf(tx, ending.companyId)
  await notify(tx, STAFF, staffId === null ? [] : [{ kind: 'admin', id: staffId }], params, source)
  if (ending.companyId !== null)
    await notify(tx, BUYER, await mainAccounts(tx, ending.companyId), params, source)
}

async function agentOf(tx: Tx, companyId: number): Promise<number | null> {
  const company = await tx
    .selectFrom('company')
    .select('agentId')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company?.agentId ?? null
}

/** A licence of these columns as something that ends. */
export interface EndingLicence {
  id: number
  ownerType: PartyType
  ownerId: number
  companyId: number | null
  licenceType: string
  licenceNo: string
  endDate: string | null
}

export async function tellLicence(tx: Tx, row: EndingLicence, day: string, source: string): Promise<void> {
  if (row.endDate === null) return
  const owner = (await ownersOf(tx, [row])).get(ownerKey(row))
  await tellEnding(
    tx,
    {
      owner: owner?.name ?? '',
      companyId: row.companyId,
      staffId: owner?.buyerId ?? null,
      type: licenceName(row.licenceType),
      no: row.licenceNo,
      endDate: row.endDate,
    },
    day,
    source,
  )
}

/** 提醒 by hand: at most one message per licence and day. */
export function remindNow(tx: Tx, row: EndingLicence): Promise<void> {
  const day = today()
  return tellLicence(tx, row, day, `licence:${row.id}:asked:${day}`)
}
