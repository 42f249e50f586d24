import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, date, int, money, text } from '#kit/fields/shared.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { memberName, memberPhone } from '../members.rules.ts'
import { SEXES } from '../user/user.choices.ts'

const named = (label: string) => text(label, { max: 200 })

/** The cells of a sheet of users; what names something else is read as a name. Members §15. */
export const userCells = {
  phone: memberPhone('手机号', { required: true }),
  nickname: text('昵称', { max: 50 }),
  realName: memberName('真实姓名', 30),
  sex: choice('性别', SEXES),
  birthday: date('生日'),
  districtId: named('所在地区'),
  addres: text('详细地址', { max: 255 }),
  level: named('会员等级'),
  customerLevel: named('客户等级'),
  groupId: named('用户分组'),
  tags: text('标签', { max: 500 }),
  channelId: choice('来源渠道', CHANNELS),
  storeId: named('归属门店'),
  spreadPhone: text('推广人手机', { max: 11 }),
  mark: text('备注', { max: 255 }),
  integral: int('积分', { max: 999_999 }),
  nowMoney: money('余额'),
  experience: int('成长值', { max: 999_999 }),
}
export type UserCells = RowOf<typeof userCells>

/** Columns that name rows of other tables, and which. */
export const NAMED = { districtId: 'city', groupId: 'userGroup', storeId: 'store' } as const
export type NamedColumn = keyof typeof NAMED

/** Columns that are posted to ledgers, only for who is new. */
export const POSTED = ['integral', 'nowMoney', 'experience'] as const

export const titleOf = (name: keyof UserCells): string => userCells[name].label

/** The tags of a cell: several are divided by a semicolon or a comma. */
export const tagsIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[;；,，、]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
