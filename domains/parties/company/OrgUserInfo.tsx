import { useParams } from 'react-router'
import { switchState } from '#kit/shared/states.ts'
import { formatTime } from '#kit/shared/time.ts'
import { act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { LevelLog } from '../level/LevelLog.tsx'
import { orgLevelCalls } from '../level/orgLevel.calls.ts'
import { orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'
import { ORG_USER_ACTS, type OrgUserRow } from './orgUserActs.tsx'
import { openOrgUser } from './orgUserForm.tsx'

const SECTIONS = [
  {
    title: '账号',
    fields: [
      'account',
      'realName',
      'phone',
      'email',
      'position',
      'status',
      'lastTime',
      'lockUntil',
      'createTime',
    ],
  },
  {
    title: '单位与权限',
    fields: [
      ...['orgId', 'subOrgId', 'orgRole', 'isAdmin', 'shoudaIds', 'shipToIds', 'orderLimit', 'needApprove'],
    ],
  },
]

/** 组织用户详情. Catalog §6.3. */
export default function OrgUserInfo() {
  const { uid } = useParams()
  if (uid === undefined) return <Empty text="请在组织用户列表中选择要查看的用户" />
  return (
    <InfoPage
      of={orgUser}
      call={orgUserCalls.info}
      id={Number(uid)}
      title={(row) => `组织用户 ${row.realName}`}
      name={(row) => row.realName}
      states={(row) => [
        switchState(row.status),
        row.isAdmin === 1 ? { value: 1, label: '主账号' } : undefined,
      ]}
      actions={[
        act({
          label: '编辑',
          permission: orgUserCalls.update,
          run: (row: OrgUserRow) => openOrgUser(row.id),
        }),
        ...ORG_USER_ACTS,
      ]}
      back="/company/orgUser"
      figures={(row) => [
        { label: '可用售达方', value: row.shoudaCount },
        { label: '最近登录', value: row.lastTime === null ? NONE : formatTime(row.lastTime, browserZone) },
      ]}
      sections={SECTIONS}
      lists={(row) =>
        mayCall(orgLevelCalls.log)
          ? [{ key: 'levels', label: '等级日志', content: <LevelLog companyId={row.orgId} /> }]
          : []
      }
    />
  )
}
