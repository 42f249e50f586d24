import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { act } from '#kit/web/actions.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openUserExport } from '../privacy/openUserExport.tsx'
import { exportUsersAct, PRIVACY_ACTS } from '../privacy/privacyActs.tsx'
import { exportCalls } from '../privacy/userExport.calls.ts'
import { userImportCall } from '../transfer/transfer.calls.ts'
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
const ACTS = [...USER_ACTS, ...PRIVACY_ACTS]
const IMPORTING = { bizType: 'user', title: '用户', permission: userImportCall.permission }
const PAGED = ['page', 'limit', 'fields', 'exactTotal']
const EXPORTED = Object.keys(exportCalls.start.shape).filter((name) => !PAGED.includes(name))

/** 用户管理, of all or of those an invitation code brought. Members §2.3. */
export default function UserList() {
  const { code } = useParams()
  const [address] = useSearchParams()
  // What is exported is what the filters of the list show.
  const top = useMemo(() => {
    const set = Object.fromEntries([...address].filter(([name]) => EXPORTED.includes(name)))
    const filters = code === undefined ? set : { ...set, code }
    return [act({ label: '导出', permission: exportCalls.start, run: () => void openUserExport(filters) })]
  }, [address, code])
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
      top={top}
      dated="注册时间"
      openForm={() => openUserForm(null)}
      pages={{ see: (row) => userPage(row.id) }}
      fixed={fixed}
      actions={ACTS}
      top={[exportUsersAct(address, fixed)]}
      importing={IMPORTING}
      batch={USER_BATCH}
      empty="在这里查看和维护消费者：资料、等级、标签、消费和余额"
    />
  )
}
