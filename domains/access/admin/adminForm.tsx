import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { refFacts } from '#kit/web/refs.ts'
import { currentSession } from '#kit/web/session.ts'
import { NewPassword } from '../session/PasswordInput.tsx'
import { adminInfo, adminSave, adminUpdate } from './admin.calls.ts'
import { admin } from './admin.entity.ts'

const CALLS = { info: adminInfo, save: adminSave, update: adminUpdate }

const GROUPS = [
  { title: '账号', fields: ['account', 'pwd', 'roles', 'status', 'validFrom', 'validTo', 'ipAllow'] },
  {
    title: '个人信息',
    fields: ['realName', 'phone', 'email', 'deptId', 'position', 'jobNo', 'avatar', 'introduction'],
  },
  { title: '其他', fields: ['isSms', 'isAgent', 'channelIds'] },
]

/** Opens the form of a member of staff; null: a new one. Platform §6.1. */
export function openAdmin(id: number | null): Promise<number | null> {
  const isNew = id === null
  return openForm({
    of: admin,
    calls: CALLS,
    id,
    title: isNew ? '新增管理员' : '编辑管理员',
    width: 760,
    shape: shapeOf(isNew),
    groups: GROUPS,
    // Most people take on colleagues.
    ...(isNew && { initial: { deptId: currentSession().person?.deptId ?? null } }),
    inputs: {
      account: {
        disabled: !isNew,
        help: isNew ? '字母开头，3–32位字母、数字或 _ . -，保存后不可修改' : '账号不可修改',
      },
      pwd: {
        Input: NewPassword,
        ...(isNew ? {} : { placeholder: '不修改请留空' }),
        help: isNew
          ? '密码24小时内有效，首次登录时须修改'
          : '填写后该员工将在所有设备下线；新密码24小时内有效，登录后须修改',
      },
      phone: { help: '用于找回账号和接收短信' },
      validFrom: { help: '不填表示立即生效' },
      validTo: { help: '到期后不能登录，不填表示长期有效' },
      ipAllow: {
        help: '只能从这些地址或网段登录，如 10.1.2.3、192.168.1.0/24，不填表示不限',
        placeholder: '输入地址或网段后回车',
        wide: true,
      },
    },
    hidden: (name) => name === 'channelIds' && refFacts('channel') === undefined,
    check,
  })
}

// The input of an update has no password either way, that of a new account must.
function shapeOf(isNew: boolean): Shape {
  const shape = isNew ? adminSave.shape : adminUpdate.shape
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'id' && name !== 'version'))
}

function check({ validFrom, validTo }: WireRow): Record<string, string> {
  return typeof validFrom === 'number' && typeof validTo === 'number' && validTo <= validFrom
    ? { validTo: '失效时间须晚于生效时间' }
    : {}
}
