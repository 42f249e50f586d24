import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, Acts, act } from '#kit/web/actions.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { AGENT } from './agentRef.ts'
import { agentCalls } from './customer.calls.ts'

type Agent = OutWireOf<typeof agentCalls.agents>['list'][number]

const WIDTH = 960
const ONLINE = agentCalls.agents.answer.shape?.online?.choices ?? []

// The dialog asks for nothing but the receiver.
const leaving = entity(
  'agentLeaving',
  '取消客服',
  { transferTo: ref('接收人', AGENT, { help: '名下客户和单位全部转给接收人；没有客户时可以留空' }) },
  { title: 'transferTo' },
)

const strip: Act<Agent> = act({
  label: '取消客服',
  danger: true,
  permission: agentCalls.notAgent,
  run: ({ id, realName }) =>
    openForm({
      of: leaving,
      calls: { save: agentCalls.notAgent },
      id: null,
      title: `取消客服 ${realName}`,
      success: '已取消客服',
      complete: (input) => ({ ...input, id }),
      touches: ['/admin/customer', '/admin/system/admin', '/admin/system/org'],
    }),
})

/** 客服: who looks after customers, how many, and what those bought this month. Catalog §7.3. */
export function AgentList({ onClose }: { onClose(): void }) {
  const see: Act<Agent> = act({
    label: '查看客户',
    run: ({ id }) => {
      goTo(`/customer/index?agentId=${id}`)
      onClose()
    },
  })
  return (
    <Dialog title="客服" width={WIDTH} footer={null} onCancel={onClose}>
      <CallTable
        call={agentCalls.agents}
        input={(paging) => paging}
        columns={[
          { title: '姓名', dataIndex: 'realName', width: 110 },
          { title: '账号', dataIndex: 'account', width: 120 },
          { title: '手机', dataIndex: 'phone', width: 120 },
          {
            title: '在线',
            width: 80,
            render: (_: unknown, row: Agent) =>
              ONLINE.filter((one) => one.value === row.online).map((one) => (
                <StateTag key={one.label} label={one.label} means={one.means} />
              )),
          },
          { title: '客户数', dataIndex: 'customerCount', width: 80, align: 'right' },
          { title: '单位数', dataIndex: 'companyCount', width: 80, align: 'right' },
          { title: '本月成交额', dataIndex: 'monthAmount', width: 120, align: 'right' },
          {
            title: '操作',
            width: 170,
            render: (_: unknown, row: Agent) => <Acts acts={[see, strip]} target={row} max={2} link />,
          },
        ]}
        empty="还没有客服，可在员工管理中将员工标记为客服"
      />
    </Dialog>
  )
}
