import { text } from '#kit/fields/shared.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { hasPermission, mayCall } from '#kit/web/session.ts'
import { SENSITIVE } from '../members.rules.ts'
import { userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'

const GROUPS = [
  { title: '基本资料', fields: ['nickname', 'realName', 'sex', 'birthday', 'cardId', 'avatar'] },
  { title: '地址', fields: ['country', 'districtId', 'addres'] },
  { title: '归类', fields: ['groupId', 'customerGroupId', 'storeId', 'isPromoter', 'mark'] },
]
const { shape } = user
const CHANGED = {
  ...{ nickname: shape.nickname, realName: shape.realName, sex: shape.sex, birthday: shape.birthday },
  ...{ avatar: shape.avatar, country: shape.country, districtId: shape.districtId, addres: shape.addres },
  ...{ groupId: shape.groupId, customerGroupId: shape.customerGroupId, storeId: shape.storeId },
  ...{ isPromoter: shape.isPromoter, mark: shape.mark },
}
const CARD = { cardId: text('身份证号', { max: 18, help: '保存后只显示首尾四位' }) }

const NEW = {
  phone: { ...shape.phone, required: true },
  ...{
    nickname: shape.nickname,
    realName: shape.realName,
    channelId: shape.channelId,
    groupId: shape.groupId,
  },
}

/** The form of a user: what staff may change of one, or what a new one begins with. Members §2.6. */
export function openUserForm(uid: number | null): Promise<number | null> {
  if (uid === null)
    return openForm({
      of: user,
      shape: NEW,
      calls: { save: userCalls.save },
      id: null,
      title: '新增用户',
      groups: [{ fields: ['phone', 'nickname', 'realName', 'channelId', 'groupId'] }],
      inputs: { nickname: { placeholder: '留空自动生成' } },
      touches: ['/admin/user'],
    })
  return openForm({
    of: user,
    shape: hasPermission(SENSITIVE) ? { ...CHANGED, ...CARD } : CHANGED,
    calls: { ...(mayCall(userCalls.info) ? { info: userCalls.info } : {}), update: userCalls.update },
    id: uid,
    title: '编辑用户',
    width: 720,
    groups: GROUPS,
    inputs: { cardId: { secret: true } },
    touches: ['/admin/user'],
  })
}
