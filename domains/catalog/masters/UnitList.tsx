import { ListPage } from '#kit/web/list/ListPage.tsx'
import { unitCalls } from './masters.calls.ts'
import { unit } from './unit.entity.ts'

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
const FORM = { inputs: { unitCode: { help: '与 SAP 单位一致，如 EA、CAR' } } }

/** 计量单位. Catalog §2.2. */
export default function UnitList() {
  return <ListPage of={unit} importing calls={unitCalls} show={SHOW} form={FORM} dated="" />
}
