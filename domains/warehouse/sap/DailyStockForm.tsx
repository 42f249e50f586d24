import { useParams } from 'react-router'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { dailyStockCalls as calls } from './sapDailyFullStock.calls.ts'
import { sapDailyFullStock } from './sapDailyFullStock.entity.ts'

const GROUPS = [
  { title: 'SAP库存', fields: ['stockDate', 'sapPlant', 'sapStorageLocation', 'remark'] },
  { title: '明细', fields: ['lines'] },
]
const CALLS = { info: calls.edit, save: calls.save, update: calls.update }
const SHAPE = calls.save.shape
const INPUTS = {
  stockDate: { help: '与当天24:00的系统库存比对' },
  lines: { help: '物料号须与商品资料中的SAP物料号一致' },
}

/** 新增SAP每日全量库存: what SAP says, typed by hand. Warehouse §5.1. */
export default function DailyStockForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={sapDailyFullStock}
      calls={CALLS}
      shape={SHAPE}
      groups={GROUPS}
      inputs={INPUTS}
      back="/wts/sapDailyFullStock"
    />
  )
}
