import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { MANAGER, storeStaff } from './storeStaff.entity.ts'
import { STAFF_FORM } from './stores.addresses.ts'
import { staffCalls } from './stores.calls.ts'

const READS = ['roleType', 'staffName', 'status'] as const
type Row = RowSeen<typeof staffCalls.list, typeof READS>

const SHOW = ['staffName', 'phone', 'storeId', 'roleType', 'verifyStatus', 'status', 'verified']
const SUBJECT = { code: 'account' }
const COLUMNS = {
  status: {
    render: (row: Row) => (
      <StatusSwitch
        field={storeStaff.shape.status}
        row={row}
        call={staffCalls.status}
        prompt={
          row.roleType === MANAGER
            ? `“${row.staffName}”是店长，停用后门店没有店长，确定停用吗？`
            : `确定停用“${row.staffName}”吗？`
        }
      />
    ),
  },
}

const removeAct: Act<Row> = callAct(staffCalls.remove, {
  label: '删除',
  danger: true,
  // The only active 店长 of the store: a store has one at most.
  prompt: (row) =>
    row.roleType === MANAGER && row.status === 1
      ? `“${row.staffName}”是门店唯一的店长，删除后门店没有店长，确定删除吗？`
      : `确定删除店员“${row.staffName}”吗？`,
  input: ({ id }) => ({ id }),
  success: '删除成功',
})

const CALLS = {
  list: staffCalls.list,
  save: staffCalls.save,
  update: staffCalls.update,
  exportRows: staffCalls.exportRows,
}
const editPage = (row: Row) => `${STAFF_FORM}/${row.id}`

/** 店员列表, of all stores or first of the one in the address. Catalog §5. */
export default function StaffList() {
  const { shopId } = useParams()
  const [address, setAddress] = useSearchParams()
  const storeId = address.get('storeId') ?? ''
  // The store of the address presets the filter, which a person may change; nothing is listed before it is set.
  const [preset, setPreset] = useState<string>()
  const isPreset = shopId === preset
  if (!isPreset && storeId === shopId) setPreset(shopId)
  useEffect(() => {
    if (shopId !== undefined && !isPreset) setAddress({ storeId: shopId }, { replace: true })
  }, [shopId, isPreset, setAddress])
  if (!isPreset) return null
  const create = storeId === '' ? STAFF_FORM : `${STAFF_FORM}?storeId=${storeId}`
  return (
    <ListPage
      reads={READS}
      of={storeStaff}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      pages={{ create, edit: editPage }}
      actions={[removeAct]}
      top={[
        act({ label: '门店管理', when: () => shopId !== undefined, run: () => goTo('/storeManagement') }),
      ]}
    />
  )
}
