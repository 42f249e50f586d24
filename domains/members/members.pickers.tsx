import type { OutWireOf } from '#kit/shared/call.ts'
import { openPicker, type PickerFacts, type PickerWish } from '#kit/web/picker/PickerModal.tsx'
import { Avatar } from './user/Avatar.tsx'
import { USERS } from './user/user.addresses.ts'
import { userCalls } from './user/user.calls.ts'

export type PickedUser = OutWireOf<typeof userCalls.picked>['list'][number]

const users: PickerFacts<PickedUser> = {
  title: '用户列表',
  width: 800,
  call: userCalls.picked,
  columns: [
    {
      title: '昵称',
      width: 260,
      render: (row) => <Avatar url={row.avatar} name={row.nickname} />,
    },
    'userNo',
    'sex',
    'phone',
    { title: '会员等级', width: 120, render: (row) => row.levelName },
  ],
  searched: '昵称、姓名、手机号、会员号、ID',
  empty: '请选择用户',
  made: { title: '用户', page: USERS },
  label: (row) => row.nickname,
  words: (row) => row.userNo,
}

/**
 * Chooses users who are enabled and neither leaving nor gone, several unless told otherwise; null when the person gave up.
 * Members §2.7.
 * @public
 */
export const pickUsers = (wish: PickerWish<PickedUser> = {}): Promise<readonly PickedUser[] | null> =>
  openPicker(users, wish)

/** What screens of rooms above use of consumers: whom something is for, and rules about them. Members §4.5. */
export { AUDIENCE_INPUTS, audienceHidden } from './rule/AudienceInput.tsx'
export { RuleInput } from './rule/RuleInput.tsx'
