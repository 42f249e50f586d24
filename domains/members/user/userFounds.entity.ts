import { int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const LEAST = -999_999
const figure = (label: string) => int(label, { readOnly: true, initial: 0, min: LEAST, width: 90 })

/** One adjustment of what a user has by staff: what was given (> 0) or taken (< 0) of each kind. Members §2.6. */
export const userFounds = entity(
  'userFounds',
  '人工调整',
  {
    uid: ref('用户', 'user', { readOnly: true, required: true }),
    adminId: ref('操作人', 'admin', { readOnly: true, required: true }),
    requestNo: text('请求号', { max: 80, readOnly: true, list: false }),
    money: money('余额', { readOnly: true, initial: 0, min: -99_999_999, width: 110 }),
    integral: figure('积分'),
    diamond: figure('钻石'),
    experience: figure('成长值'),
    /** what the first answer said */
    balanceAfter: money('余额变动后', { readOnly: true, initial: 0, list: false }),
    experienceAfter: int('成长值变动后', { readOnly: true, initial: 0, list: false }),
    mark: text('原因', { max: 100, readOnly: true, width: 200 }),
  },
  { title: 'mark', part: true },
)
