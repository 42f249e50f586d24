import type { Importing } from '#kit/web/list/importing.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { taskCalls } from './task.calls.ts'
import { vipTaskRecord } from './vipTask.entity.ts'

const CALLS = { list: taskCalls.records, exportRows: taskCalls.exportRecords }
const OF_TASK = ['nickname', 'periodKey', 'progress', 'status', 'doneTime', 'receiveTime']
const OF_USER = ['taskName', 'periodKey', 'progress', 'status', 'doneTime', 'receiveTime']
const USER = { name: 'nickname' }
const TASK = { name: 'taskName' }
const PAGES = { see: ({ uid }: { uid: number }) => `/user/levelUserInfo/${uid}` }
const READS = ['uid'] as const

/** Rewards given by a sheet of tasks and users. */
const IMPORTING: Importing = {
  bizType: 'vipTaskRecord',
  title: '人工发放',
  permission: taskCalls.give.permission,
}

interface TaskRecordsProps {
  taskId?: number
  uid?: number
  /** the task is given by staff, also by a sheet */
  byHand?: boolean
}

/** How far people are with a task, or one with all of them. Members §3.6. */
export function TaskRecords({ taskId, uid, byHand = false }: TaskRecordsProps) {
  const fixed = {
    ...(taskId === undefined ? {} : { taskId: String(taskId) }),
    ...(uid === undefined ? {} : { uid: String(uid) }),
  }
  return (
    <ListPage
      screen={uid === undefined ? 'taskRecords' : 'taskRecordsOfUser'}
      reads={READS}
      of={vipTaskRecord}
      calls={CALLS}
      fixed={fixed}
      subject={uid === undefined ? USER : TASK}
      show={uid === undefined ? OF_TASK : OF_USER}
      {...(uid === undefined ? { pages: PAGES, searched: '用户昵称、会员号、手机号' } : {})}
      dated="开始时间"
      {...(byHand ? { importing: IMPORTING } : {})}
      empty="还没有人参与"
    />
  )
}
