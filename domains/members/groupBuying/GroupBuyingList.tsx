import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { cardAct, GROUP_FORM, peopleAct, resetAct } from './groupActs.tsx'
import { GROUP_PAGE } from './groupBuying.addresses.ts'
import { groupBuyingCalls } from './groupBuying.calls.ts'
import { groupBuying } from './groupBuying.entity.ts'

const READS = ['name', 'status'] as const
type Row = RowSeen<typeof groupBuyingCalls.list, typeof READS>

const SHOW = [
  ...['name', 'companyName', 'people', 'levelId', 'monthAmount', 'totalAmount'],
  ...['endTime', 'status'],
]
const COLUMNS = {
  name: { title: '团购名称', width: 170 },
  endTime: { title: '有效期至', width: 130 },
  status: {
    width: 75,
    render: (row: Row) => (
      <StatusSwitch
        field={groupBuying.shape.status}
        row={row}
        call={groupBuyingCalls.status}
        prompt={`停用后收回“${row.name}”员工的客户等级，未支付的企业账户订单将取消，确定停用吗？`}
      />
    ),
  },
}
const { list, info, save, update, exportRows } = groupBuyingCalls
const CALLS = { list, info, save, update, exportRows }
const PAGES = { see: (row: Row) => `${GROUP_PAGE}/${row.id}` }

/** 团购管理. Members §5.3. */
export default function GroupBuyingList() {
  return (
    <ListPage
      reads={READS}
      of={groupBuying}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      form={GROUP_FORM}
      actions={[peopleAct, cardAct, resetAct]}
      empty="企业团购让单位的员工按售达方的条件购买；售达方须先开启团购"
    />
  )
}
