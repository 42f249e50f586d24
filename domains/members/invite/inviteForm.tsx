import { int, ref } from '#kit/fields/shared.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { inviteCalls, MOST_CODES } from './invite.calls.ts'
import { CODE_OWNERS, invitationCode } from './invite.entity.ts'

/** Inputs that choose whose a code is, one for each kind of owner. */
const OWNERS: Readonly<Record<string, string>> = { 1: 'ownerAdmin', 2: 'ownerStore', 4: 'ownerUser' }
const OWNER_NAMES = Object.values(OWNERS)

const { ownerId: _ownerId, ...own } = invitationCode.shape
const FORM = {
  ...own,
  ownerAdmin: ref('归属员工', CODE_OWNERS[1], { required: true }),
  ownerStore: ref('归属门店', CODE_OWNERS[2], { required: true }),
  ownerUser: ref('归属会员', CODE_OWNERS[4], { required: true }),
}
const { code: _code, ...same } = FORM
const BATCH = { ...same, num: int('数量', { required: true, min: 1, max: MOST_CODES }) }

const GROUPS = [
  { title: '邀请码', fields: ['code', 'name', 'codeType', ...OWNER_NAMES, 'channelId', 'num'] },
  { title: '使用', fields: ['maxNum', 'startTime', 'endTime', 'status', 'linkUrl'] },
  { title: '注册后给予', fields: ['levelId', 'groupId', 'tagIds', 'storeId', 'agentId'] },
]
const WIDTH = 820

const ownerInput = (values: WireRow): string | undefined => OWNERS[String(values.codeType)]
const hidden = (name: string, values: WireRow): boolean =>
  OWNER_NAMES.includes(name) && ownerInput(values) !== name

/** What is sent: the owner chosen as its id. */
function sent(input: Record<string, unknown>, values: WireRow): Record<string, unknown> {
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !OWNER_NAMES.includes(name)))
  const owner = ownerInput(values)
  return { ...rest, ownerId: owner === undefined ? null : values[owner] }
}

/** The dialog of one code; null: a new one. Members §5.2. */
export async function openInvite(row: { id: number } | null): Promise<void> {
  const { save, update } = inviteCalls
  const stored: WireRow =
    row === null ? { codeType: 1 } : { ...(await request(inviteCalls.info, { id: row.id })) }
  const owner = ownerInput(stored)
  await openForm({
    id: row?.id ?? null,
    of: invitationCode,
    calls: { save, update },
    shape: FORM,
    groups: GROUPS,
    width: WIDTH,
    hidden,
    initial: owner === undefined ? stored : { ...stored, [owner]: stored.ownerId },
    complete: (input, values) => ({
      ...sent(input, values),
      ...(row === null ? {} : { version: stored.version }),
    }),
  })
}

/** 批量生成: many codes that differ in nothing but their letters. */
export const openBatch = (): Promise<number | null> =>
  openForm({
    id: null,
    of: invitationCode,
    calls: { save: inviteCalls.batch },
    shape: BATCH,
    groups: GROUPS,
    width: WIDTH,
    title: '批量生成邀请码',
    hidden,
    initial: { codeType: 3, maxNum: 1 },
    complete: sent,
    success: '生成成功',
    touches: ['/admin/user/invitation'],
  })
