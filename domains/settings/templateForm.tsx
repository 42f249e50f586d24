import { lazy, Suspense } from 'react'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

const WIDTH = 960
const FREE = 0
const CONDITIONAL = 1

function RegionLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} addLabel="新增地区" emptyText="还没有配送地区，新增一行并留空地区即为全国默认" />
    </Suspense>
  )
}

function FreeLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} addLabel="新增地区" />
    </Suspense>
  )
}

/** The form of a freight template. Platform §8.3. */
export const TEMPLATE_FORM = {
  width: WIDTH,
  groups: [
    { title: '模板', fields: ['name', 'type', 'appoint', 'sort', 'status'] },
    {
      title: '配送地区及运费',
      note: '不选地区的一行为全国默认；没有默认行时，其他地区不支持配送。按重量时单位为千克，按体积时为立方米。',
      fields: ['regions'],
    },
    {
      title: '指定条件包邮',
      note: '金额达到满额，并且件数不少于（按重量、体积时为不多于）所填数量时免运费。',
      fields: ['frees'],
    },
  ],
  inputs: { regions: { Input: RegionLines }, frees: { Input: FreeLines } },
  hidden: (name: string, { appoint }: WireRow) =>
    (name === 'regions' && appoint === FREE) || (name === 'frees' && appoint !== CONDITIONAL),
}
