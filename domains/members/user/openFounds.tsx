import { text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { randomText } from '#kit/shared/envelope.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { foundsInput, userCalls } from './user.calls.ts'

type Limits = OutWireOf<typeof userCalls.foundsLimits>

const { uid: _uid, requestNo: _requestNo, mark: _mark, ...kinds } = foundsInput
const founds = entity(
  'userFoundsForm',
  '积分余额',
  { ...kinds, mark: text('原因', { max: 100, required: true }) },
  { title: 'mark' },
)

const NO_LEDGER = '尚未启用，不能调整'

/** What somebody may adjust, in words; nothing for who has no limit. */
function limitText({ onceMoney, leftMoney, onceIntegral }: Limits): string {
  if (onceMoney === null) return ''
  return `您的调整额度：余额单次最多${onceMoney}元，今日剩余${leftMoney}元；积分、钻石、成长值单次最多${onceIntegral}`
}

/** 积分余额 of a user: what is given and taken by hand, once however often it is sent. Members §2.6. */
export async function openFounds(uid: number, nickname: string): Promise<number | null> {
  const limits = await request(userCalls.foundsLimits, { uid })
  // The same for every attempt of this dialog: an answer that was lost does not post twice.
  const requestNo = randomText(24, (count) => crypto.getRandomValues(new Uint8Array(count)))
  const missing = (has: number | null) => (has === null ? { disabled: true, help: NO_LEDGER } : {})
  return openForm({
    of: founds,
    calls: { save: userCalls.founds },
    id: null,
    title: `积分余额（${nickname}）`,
    width: 720,
    success: '调整成功',
    groups: [
      {
        title: `余额，当前${limits.balance}元`,
        fields: ['moneyType', 'moneyValue'],
        note: limitText(limits),
      },
      { title: `成长值，当前${limits.experience}`, fields: ['experienceType', 'experienceValue'] },
      {
        title: limits.integral === null ? '积分' : `积分，当前${limits.integral}`,
        fields: ['integralType', 'integralValue'],
      },
      {
        title: limits.diamond === null ? '钻石' : `钻石，当前${limits.diamond}`,
        fields: ['diamondType', 'diamondValue'],
      },
      { fields: ['mark'] },
    ],
    inputs: {
      integralType: missing(limits.integral),
      integralValue: missing(limits.integral),
      diamondType: missing(limits.diamond),
      diamondValue: missing(limits.diamond),
    },
    complete: (input) => ({ ...input, uid, requestNo }),
    touches: ['/admin/user', '/admin/account', '/admin/ct/account'],
  })
}
