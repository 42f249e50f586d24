import { useSearchParams } from 'react-router'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import type { InputSettings } from '#kit/web/form/FormBody.tsx'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { SkusInput } from '../lines/PickedInput.tsx'
import { ScopeInput } from '../ScopeInput.tsx'
import { MonthsInput } from './MonthsInput.tsx'
import { purposeCalls } from './purpose.calls.ts'
import { purposeProduct, SCOPE_ENTITIES } from './purpose.entity.ts'
import { EVERYBODY, purposeFaults } from './purpose.rules.ts'

// The ids are of levels or of companies: as a field of no entity the form takes them, and its input says of which.
const { ref: _ref, ...scopeIds } = purposeProduct.shape.scopeIds
const SHAPE = { ...purposeProduct.shape, scopeIds }

const GROUPS = [
  { title: '意向', fields: ['purposeTitle', 'season', 'startTime', 'endTime', 'deliveryMonths'] },
  { title: '商品', fields: ['skuIds'] },
  { title: '价格与数量', fields: ['refPrice', 'priceMin', 'priceMax', 'minQty', 'stepQty'] },
  { title: '适用', fields: ['channelIds', 'scopeType', 'scopeIds'] },
  { title: '说明', fields: ['description'] },
]
const INPUTS = {
  skuIds: { Input: SkusInput, wide: true },
  deliveryMonths: { Input: MonthsInput },
  minQty: { help: '各月合计的最少数量，留空不限' },
  stepQty: { help: '各月数量须为它的倍数，留空不限' },
  scopeIds: { Input: (props: InputProps) => <ScopeInput {...props} entities={SCOPE_ENTITIES} /> },
}

/** Once customers have answered, only these may change. */
const FREE = ['endTime', 'description']
const ANSWERED_GROUPS = GROUPS.map((group, at) =>
  at === 0 ? { ...group, note: '已有意向反馈，只能延后征集截止时间和修改说明。' } : group,
)
const OWN_INPUTS: InputSettings = INPUTS
const ANSWERED_INPUTS: InputSettings = {
  ...INPUTS,
  ...Object.fromEntries(
    GROUPS.flatMap((group) => group.fields)
      .filter((name) => !FREE.includes(name))
      .map((name) => [name, { ...OWN_INPUTS[name], disabled: true }]),
  ),
}

const hidden = (name: string, values: WireRow): boolean =>
  name === 'scopeIds' && Number(values.scopeType ?? EVERYBODY) === EVERYBODY
const check = (values: WireRow) =>
  Object.fromEntries(purposeFaults(values).map(({ field, message }) => [field, message]))
const derive = (name: string): WireRow | undefined => (name === 'scopeType' ? { scopeIds: '' } : undefined)

/** 新增意向商品, and with ?id= 编辑. Catalog §4.3. */
export default function PurposeForm() {
  const [address] = useSearchParams()
  const id = Number(address.get('id') ?? 0)
  const { data } = useCall(purposeCalls.info, { id }, { enabled: id > 0, quiet: true })
  const isAnswered = (data?.companyCount ?? 0) > 0
  return (
    <FormPage
      key={id}
      id={id === 0 ? null : id}
      of={purposeProduct}
      shape={SHAPE}
      calls={purposeCalls}
      groups={isAnswered ? ANSWERED_GROUPS : GROUPS}
      inputs={isAnswered ? ANSWERED_INPUTS : INPUTS}
      hidden={hidden}
      check={check}
      derive={derive}
      back="/purpose/product"
    />
  )
}
