import { Image } from 'antd'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { adminInfo } from './admin.calls.ts'
import { admin } from './admin.entity.ts'
import { editAct, isLocked, STAFF_ACTIONS } from './staffActs.tsx'

type Staff = OutWireOf<typeof adminInfo>

const ACTIONS = [editAct, ...STAFF_ACTIONS]

const SECTIONS: readonly InfoSection[] = [
  {
    title: '职务',
    fields: ['roles', 'level', 'deptId', 'position', 'jobNo', 'storeIds', 'warehouseIds', 'channelIds'],
  },
  { title: '个人信息', fields: ['phone', 'email', 'introduction'] },
  {
    title: '账号',
    fields: [
      ...['validFrom', 'validTo', 'ipAllow', 'lastIp', 'pwdUpdateTime', 'lockUntil', 'isBound', 'hasTotp'],
      ...['isSms', 'isAgent', 'createTime'],
    ],
  },
]
const IF_ANY: Readonly<Record<string, (row: Staff) => boolean>> = {
  storeIds: (row) => row.storeIds !== '',
  warehouseIds: (row) => row.warehouseIds !== '',
  channelIds: (row) => row.channelIds !== '',
  introduction: (row) => row.introduction !== '',
  lockUntil: isLocked,
}

/** 管理员详情: who somebody is here, what they may do and when they came in last. Platform §6.1, screens §3. */
export default function AdminInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={admin}
      call={adminInfo}
      id={id}
      title={(row) => `管理员详情 ${row.realName}`}
      name={(row) => row.realName}
      number={(row) => row.account}
      picture={(row) =>
        row.avatar !== '' && <Image src={row.avatar} alt={row.realName} width={64} height={64} />
      }
      states={(row) => [
        switchState(row.status),
        ...(isLocked(row) ? [{ value: 1, label: '已锁定', means: 'waits' } as const] : []),
      ]}
      actions={ACTIONS}
      back="/operation/roleManager/adminList"
      figures={(row) => [
        { label: '角色', value: row.roles.split(',').length, hint: row.roleNames },
        { label: '登录次数', value: row.loginCount },
        { label: '最后登录', value: row.lastTime === null ? NONE : formatTime(row.lastTime, browserZone) },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() => declaredTabs(admin.name, id)}
    />
  )
}
