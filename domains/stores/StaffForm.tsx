import { useParams, useSearchParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { storeStaff } from './storeStaff.entity.ts'
import { STAFF_LIST } from './stores.addresses.ts'
import { staffCalls } from './stores.calls.ts'

const GROUPS = [
  { title: '店员', fields: ['uid', 'storeId', 'staffName', 'phone', 'avatar'] },
  { title: '岗位', fields: ['roleType', 'verifyStatus', 'orderNotice', 'status'] },
]
const INPUTS = {
  uid: { help: '一名员工可以服务多家门店，每家门店各一条' },
  roleType: { help: '每家门店最多一名在职店长' },
  verifyStatus: { help: '开启后可核销该门店的自提订单' },
}

/** 新增店员, 编辑店员. Catalog §5. */
export default function StaffForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const storeId = Number(address.get('storeId') ?? 0)
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={storeStaff}
      calls={staffCalls}
      groups={GROUPS}
      inputs={INPUTS}
      {...(storeId > 0 ? { initial: { storeId } } : {})}
      back={STAFF_LIST}
    />
  )
}
