import { useParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { warehouseCalls } from './warehouse.calls.ts'
import { warehouse } from './warehouse.entity.ts'

/** 新增仓库, 编辑仓库. Warehouse §4.1. */
export default function WarehouseForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={warehouse}
      calls={warehouseCalls}
      back="/warehouse/list"
    />
  )
}
