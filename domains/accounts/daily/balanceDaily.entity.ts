import { sapFields } from '#domains/sap/sap.shared.ts'
import { choice, date, datetime, int, money, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { ACCOUNT_TYPES, MOST_BELOW, ZFLAGS } from '../account/account.entity.ts'

/** What accounts of one type did on one day, by kind of movement. Orders §2.10, §4.7. */
export const balanceDaily = entity(
  'balanceDaily',
  '余额对账批次',
  {
    zbatch: text('批次号', { max: 20, readOnly: true, search: true, width: 140 }),
    zflag: choice('标识', ZFLAGS, { readOnly: true, required: true, filter: true, width: 80 }),
    bizDate: date('业务日期', { readOnly: true, required: true, width: 110 }),
    /** when the day begins, for the time range of the list */
    bizTime: datetime('业务日开始', { readOnly: true, required: true, list: false, port: false }),
    accountType: choice('账户类型', ACCOUNT_TYPES, {
      readOnly: true,
      required: true,
      filter: true,
      width: 100,
    }),
    accountNum: int('账户数', { readOnly: true, initial: 0, width: 80 }),
    entryNum: int('笔数', { readOnly: true, initial: 0, width: 80 }),
    openingBalance: money('期初', { readOnly: true, initial: 0, min: MOST_BELOW, width: 130 }),
    amount: money('金额', { readOnly: true, initial: 0, min: MOST_BELOW, width: 130 }),
    closingBalance: money('期末', { readOnly: true, initial: 0, min: MOST_BELOW, width: 130 }),
    ...sapFields,
  },
  { title: 'zbatch', order: [['bizDate', 'desc']] },
)
