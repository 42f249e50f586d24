import { act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { customerCalls } from './customer.calls.ts'
import { customerFollow } from './customer.entity.ts'

const SHOW = ['followWay', 'content', 'files', 'nextTime', 'adminName', 'createTime']
const COLUMNS = { files: { title: '附件', width: 160 } }
const { customerId: _customerId, ...TYPED } = customerFollow.shape

/** 写跟进 with a customer. */
export function openFollow(customerId: number): Promise<number | null> {
  return openForm({
    of: customerFollow,
    shape: TYPED,
    calls: { save: customerCalls.followSave },
    id: null,
    title: '写跟进',
    success: '已记录',
    complete: (input) => ({ ...input, customerId }),
    touches: ['/admin/customer'],
  })
}

/** 跟进记录 of a customer, the latest first. Catalog §7.3. */
export function Follows({ customerId, mayWrite = true }: { customerId: number; mayWrite?: boolean }) {
  const write = act({
    label: '写跟进',
    primary: true,
    permission: customerCalls.followSave,
    run: () => openFollow(customerId),
  })
  return (
    <ListPage
      of={customerFollow}
      calls={{ list: customerCalls.followList }}
      screen="/admin/customer/follow/list"
      show={SHOW}
      columns={COLUMNS}
      filters={[]}
      dated=""
      fixed={{ customerId }}
      top={mayWrite ? [write] : []}
      empty="还没有跟进记录"
    />
  )
}
