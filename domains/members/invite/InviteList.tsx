import { type Act, act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { INVITE_CARDS, INVITE_PAGE } from './invite.addresses.ts'
import { inviteCalls } from './invite.calls.ts'
import { invitationCode } from './invite.entity.ts'
import { openBatch, openInvite } from './inviteForm.tsx'

const READS = ['code', 'name', 'usedNum'] as const
type Row = RowSeen<typeof inviteCalls.list, typeof READS>

const SHOW = [
  'name',
  'codeType',
  'ownerName',
  'used',
  'registerNum',
  'firstRate',
  'netAmount',
  'endTime',
  'status',
]
const COLUMNS = { endTime: { title: '有效期至', width: 140 } }

const usersAct: Act<Row> = act({
  label: '查看用户',
  permission: 'admin:user:list',
  run: ({ code }) => goTo(`/user/index/${code}`),
})
const cardAct: Act<Row> = act({
  label: '二维码',
  permission: inviteCalls.cards,
  run: ({ id }) => goTo(`${INVITE_CARDS}?ids=${id}`),
})
const printAct: Act<readonly Row[]> = act({
  label: '打印二维码',
  permission: inviteCalls.cards,
  run: (rows) => goTo(`${INVITE_CARDS}?ids=${rows.map((row) => row.id).join(',')}`),
})
const batchAct: Act<void> = act({ label: '批量生成', permission: inviteCalls.batch, run: openBatch })

const { batch: _batch, info: _info, ...calls } = inviteCalls
const CALLS = { ...calls, info: inviteCalls.info }
const PAGES = { see: (row: Row) => `${INVITE_PAGE}/${row.id}` }

/** 邀请码. Members §5.2. */
export default function InviteList() {
  return (
    <ListPage
      reads={READS}
      of={invitationCode}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      openForm={openInvite}
      actions={[usersAct, cardAct]}
      top={[batchAct]}
      batch={[printAct]}
      noDelete={(row) => (row.usedNum > 0 ? '邀请码已被使用，不能删除' : null)}
      empty="邀请码记下用户由谁邀请而来，并可在注册时给予等级、分组和标签"
    />
  )
}
