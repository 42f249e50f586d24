import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { exportUsersAct, PRIVACY_ACTS } from '../privacy/privacyActs.tsx'
import { tagCalls } from '../tag/tag.calls.ts'
import { userImportCall } from '../transfer/transfer.calls.ts'
import { allUsersActs } from './openBatch.tsx'
import { openUserForm } from './openUser.tsx'
import { RULE_FILTER } from './RuleFilter.tsx'
import { userPage } from './user.addresses.ts'
import { USER_TABS, userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { READS, USER_ACTS, USER_BATCH } from './userActs.tsx'
import { USER_FILTERS } from './userFilters.tsx'

const SHOW = ['nickname', 'phone', 'level', 'tagName', 'payCount', 'netAmount', 'lastPayTime', 'lifeStage']
const TABS = { name: 'tab', items: USER_TABS, counts: userCalls.counts }
const COLUMNS = {
  nickname: { width: 150 },
  level: { width: 90 },
  payCount: { width: 100 },
  netAmount: { width: 100 },
  lastPayTime: { width: 140 },
  lifeStage: { width: 80 },
}
const CALLS = { list: userCalls.list, save: userCalls.save }
const ALL: Readonly<Record<string, string>> = {}
const WITH_RULES = [...USER_FILTERS, RULE_FILTER]
const ACTS = [...USER_ACTS, ...PRIVACY_ACTS]
const IMPORTING = { bizType: 'user', title: '用户', permission: userImportCall.permission }

/** 用户管理, of all or of those an invitation code brought. Members §2.3. */
export default function UserList() {
  const { code } = useParams()
  const [address] = useSearchParams()
  const fixed = useMemo(() => (code === undefined ? ALL : { code }), [code])
  const top = useMemo(
    () => [exportUsersAct(address, fixed), ...allUsersActs(address, fixed)],
    [address, fixed],
  )
  return (
    <ListPage
      key={code ?? ''}
      of={user}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={mayCall(tagCalls.fields) ? WITH_RULES : USER_FILTERS}
      tabs={TABS}
      top={top}
      dated="注册时间"
      openForm={() => openUserForm(null)}
      pages={{ see: (row) => userPage(row.id) }}
      fixed={fixed}
      actions={ACTS}
      importing={IMPORTING}
      batch={USER_BATCH}
      empty="在这里查看和维护消费者：资料、等级、标签、消费和余额"
    />
  )
}
