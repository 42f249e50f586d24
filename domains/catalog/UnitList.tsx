import { ListPage } from '#kit/web/list/ListPage.tsx'
import { unitCalls } from './masters/masters.calls.ts'
import { unit } from './masters/unit.entity.ts'

const SHOW = [
  'unitCode',
  'unitName',
  'unitType',
  'decimals',
  'productCount',
  'sort',
  'status',
  'createTime',
  'updateTime',
]

/** 计量单位. Catalog §2.2. */
export default function UnitList() {
  return <ListPage of={unit} calls={unitCalls} show={SHOW} form={{}} />
}
