import { useSearchParams } from 'react-router'
import { type Act, act } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { useCall } from '#kit/web/useCall.ts'
import { CityFilter } from './AddressInput.tsx'
import { store } from './store.entity.ts'
import {
  codeAct,
  eraseAct,
  hidePrompt,
  isLiving,
  ordersAct,
  recoverAct,
  recycleAct,
  staffAct,
} from './storeActs.tsx'
import { CODES } from './stores.addresses.ts'
import { STORE_IMPORT, storeCalls } from './stores.calls.ts'

const READS = [
  'address',
  'dayTime',
  'detailedAddress',
  'name',
  'isRecycle',
  'waitingOrders',
  'isShow',
] as const
type Row = RowSeen<typeof storeCalls.list, typeof READS>

const FORM = '/storeManagement/addStoreManagement'

const TABS = [
  { key: '1', label: '显示中', count: 'show' },
  { key: '0', label: '已隐藏', count: 'hide' },
  { key: '2', label: '回收站', count: 'recycle' },
] as const

const NOTHING: Readonly<Record<string, string>> = {
  '1': '没有显示中的门店，点击“新增”开始',
  '0': '没有已隐藏的门店',
  '2': '回收站是空的',
}

const SHOW = [
  'name',
  'storeType',
  'address',
  'phone',
  'managerId',
  'staffCount',
  'waitingOrders',
  'businessStatus',
  'isShow',
]

const COLUMNS = {
  name: { title: '名称', width: 140 },
  storeType: { title: '类型', width: 75 },
  address: {
    title: '地址',
    width: 170,
    render: (row: Row) => (
      <span className="k-two-lines">{`${row.address.replaceAll(',', '')}${row.detailedAddress}`}</span>
    ),
  },
  phone: { title: '电话', width: 120 },
  managerId: { width: 75 },
  staffCount: { width: 70 },
  waitingOrders: { width: 95 },
  businessStatus: { width: 85 },
  dayTime: { width: 105, render: (row: Row) => row.dayTime.replace(',', '–') || NONE },
  isShow: {
    title: '状态',
    width: 75,
    render: (row: Row) => (
      <StatusSwitch
        field={store.shape.isShow}
        name="isShow"
        row={row}
        call={storeCalls.status}
        prompt={hidePrompt(row)}
        off={isLiving(row) ? null : '门店在回收站，请先恢复'}
        input={(on) => ({ id: row.id, status: on ? 1 : 0 })}
      />
    ),
  },
}

const FILTERS: readonly ListFilter[] = [
  {
    name: 'city',
    label: '城市',
    render: (value, onChange, id) => <CityFilter value={value} onChange={onChange} id={id} />,
    words: (value) => value.replaceAll(',', ''),
  },
]

const ACTIONS = [staffAct, ordersAct, codeAct, recycleAct, recoverAct, eraseAct]
const BATCH: readonly Act<readonly Row[]>[] = [
  act({
    label: '打印二维码',
    permission: storeCalls.codes,
    run: (rows) => goTo(`${CODES}?ids=${rows.map((row) => row.id).join(',')}`),
  }),
]

const CALLS = {
  list: storeCalls.list,
  save: storeCalls.save,
  update: storeCalls.update,
  exportRows: storeCalls.exportRows,
}
const PAGES = {
  create: FORM,
  edit: (row: Row) => `${FORM}/${row.id}`,
  see: (row: Row) => `/storeManagement/info/${row.id}`,
}
const IMPORTING = { bizType: 'store', title: '门店', permission: STORE_IMPORT }

/** Not filters: they change nothing about how many rows there are. */
const PAGING = ['status', 'page', 'limit', 'sortBy', 'sortOrder']

function StoreTabs({ active, onChange }: { active: string; onChange(status: string): void }) {
  const [address] = useSearchParams()
  const filters = Object.fromEntries([...address].filter(([name]) => !PAGING.includes(name)))
  const { data } = useCall(storeCalls.getCount, filters, { keep: true, quiet: true })
  const items = TABS.map(({ key, label, count }) => ({
    key,
    label: data === undefined ? label : `${label} (${data[count].toLocaleString()})`,
  }))
  return <CountTabs active={active} items={items} onChange={onChange} />
}

/** 门店管理. Catalog §5. */
export default function StoreList() {
  const [address, setAddress] = useSearchParams()
  const status = address.get('status') ?? '1'
  const choose = (next: string) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.set('status', next)
        changed.delete('page')
        return changed
      },
      { replace: true },
    )
  return (
    <ListPage
      reads={READS}
      key={status}
      of={store}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={{ status }}
      above={<StoreTabs active={status} onChange={choose} />}
      pages={PAGES}
      noEdit={(row) => (isLiving(row) ? null : '门店在回收站，请先恢复')}
      actions={ACTIONS}
      batch={BATCH}
      importing={IMPORTING}
      empty={NOTHING[status] ?? '还没有门店'}
    />
  )
}
