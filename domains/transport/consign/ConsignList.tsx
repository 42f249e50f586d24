import { PlusOutlined } from '@ant-design/icons'
import type { Act } from '#kit/web/actions.tsx'
import { act } from '#kit/web/actions.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { consignCalls as calls } from './consign.calls.ts'
import { CONSIGN_ACTS, CONSIGN_READS, openConsign } from './consignActs.tsx'
import { CONSIGN_STATES, consignmentNote } from './consignmentNote.entity.ts'

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...[
    'consignSn',
    'logisticsProviderId',
    'waybillNo',
    'toCityId',
    'consignee',
    'boxCount',
    'weight',
    'freight',
  ],
  'status',
]
const COLUMNS = { consignSn: { width: 170 } }
const TABS = { name: 'status', items: CONSIGN_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/consignmentNote/info/${id}` }
const TOP: readonly Act<void>[] = [
  act({
    label: '新增',
    icon: <PlusOutlined />,
    permission: calls.save,
    primary: true,
    async run() {
      const id = await openConsign(null)
      if (id !== null) goTo(`/wts/consignmentNote/info/${id}`)
    },
  }),
]

/** 托运单: what carriers took out of town. Warehouse §5.7. */
export default function ConsignList() {
  return (
    <ListPage
      of={consignmentNote}
      calls={CALLS}
      reads={CONSIGN_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      top={TOP}
      actions={CONSIGN_ACTS}
      empty="还没有托运单。新增托运单，选择待安排的配送单交给物流商"
    />
  )
}
