import { useParams } from 'react-router'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openUserForm } from './openUser.tsx'
import { userPage } from './user.addresses.ts'
import { USER_TABS, userCalls } from './user.calls.ts'
import { user } from './user.entity.ts'
import { READS, USER_ACTS, USER_BATCH } from './userActs.tsx'
import { USER_FILTERS } from './userFilters.tsx'

const SHOW = [
  'nickname',
  'phone',
  'level',
  'tagName',
  'payCount',
  'netAmount',
  'lastPayTime',
  'lifeStage',
  'status',
]
const TABS = { name: 'tab', items: USER_TABS, counts: userCalls.counts }
const COLUMNS = {
  nickname: { width: 150 },
  level: { width: 90 },
  payCount: { width: 80 },
  netAmount: { width: 100 },
  lastPayTime: { width: 140 },
  lifeStage: { width: 80 },
  status: { width: 70 },
}
const CALLS = { list: userCalls.list, save: userCalls.save }
const ALL = {}

/** 用户管理, of all or of those an invitation code brought. Members §2.3. */
export default function UserList() {
  const { code } = useParams()
  return (
    <ListPage
      key={code ?? ''}
      of={user}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={USER_FILTERS}
      tabs={TABS}
      dated="注册时间"
      openForm={() => openUserForm(null)}
      pages={{ see: (row) => userPage(row.id) }}
      fixed={code === undefined ? ALL : { code }}
      actions={USER_ACTS}
      batch={USER_BATCH}
      empty="在这里查看和维护消费者：资料、等级、标签、消费和余额"
    />
  )
}
