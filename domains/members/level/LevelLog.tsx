import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { levelCalls } from './level.calls.ts'
import { userLevel } from './level.entity.ts'

const READS = ['uid', 'beforeName', 'afterName'] as const
type Row = RowSeen<typeof levelCalls.log, typeof READS>

const CALLS = { list: levelCalls.log, exportRows: levelCalls.exportLog }
const SHOW = [
  'nickname',
  'levelType',
  'change',
  'changeType',
  'experience',
  'mark',
  'operatorName',
  'createTime',
]
const COLUMNS = {
  change: {
    title: '原等级 → 新等级',
    width: 180,
    render: ({ beforeName, afterName }: Row) => `${beforeName || '无'} → ${afterName || '无'}`,
  },
}
const SUBJECT = { name: 'nickname' }
const PAGES = { see: ({ uid }: Row) => `/user/levelUserInfo/${uid}` }

/** 变更记录, of all users or of one. Members §3.1. */
export function LevelLog({ uid }: { uid?: number }) {
  const own = uid === undefined ? { searched: '用户昵称、会员号、手机号' } : { fixed: { uid: String(uid) } }
  return (
    <ListPage
      screen={uid === undefined ? 'levelLog' : 'levelLogOfUser'}
      reads={READS}
      of={userLevel}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      dated="变更时间"
      {...own}
      empty="等级还没有变更过"
    />
  )
}
