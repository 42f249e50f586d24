import { lazy, Suspense } from 'react'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { Busy } from '#kit/web/states/Busy.tsx'
import { productParamMaster } from './masters.calls.ts'
import { productParam } from './productParam.entity.ts'
import { useFormRoute } from './useFormRoute.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

const SINGLE = 2
const MANY = 3
const NUMBER = 4

/** Values belong to what is chosen from, a unit to a number. */
function derive(row: WireRow, changed: string): WireRow {
  if (changed !== 'inputType') return row
  const chosen = row.inputType === SINGLE || row.inputType === MANY
  return { ...row, ...(chosen ? {} : { options: [] }), ...(row.inputType === NUMBER ? {} : { unit: '' }) }
}

function ParamLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} derive={derive} addLabel="新增参数" />
    </Suspense>
  )
}

const INPUTS = { lines: { Input: ParamLines, help: '可选值用于单选和多选，输入后按回车新增' } }
const GROUPS = [
  { title: '参数模板', fields: ['paramName', 'cateIds', 'status'] },
  { title: '参数', fields: ['lines'] },
]

/** 新增商品参数, 编辑商品参数. Catalog §2.2. */
export default function ProductParamForm() {
  return (
    <FormPage
      {...useFormRoute()}
      of={productParam}
      calls={productParamMaster.calls}
      groups={GROUPS}
      inputs={INPUTS}
      back="/store/productParam"
    />
  )
}
