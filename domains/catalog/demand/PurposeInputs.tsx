import { InputNumber, Select } from 'antd'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { useCall } from '#kit/web/useCall.ts'
import { textsOf } from './demand.ui.ts'
import { purposeCalls } from './purpose.calls.ts'
import { type MonthQty, totalQty } from './purpose.rules.ts'
import './demand.css'

/** The intention the form is about. */
function usePurpose() {
  const id = Number(useFormDraft().purposeProductId ?? 0)
  return useCall(purposeCalls.info, { id }, { quiet: true, enabled: id > 0 }).data
}

/** A specification of the intention. */
export function SkuOfPurpose(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const purpose = usePurpose()
  const names = useRefNames('sku', idsOf(purpose?.skuIds))
  return (
    <Select<number>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      showSearch={{ optionFilterProp: 'label' }}
      disabled={(disabled ?? false) || purpose === undefined}
      placeholder={purpose === undefined ? '请先选择意向' : '请选择'}
      value={textOf(value) === '' ? null : Number(value)}
      options={names}
      onChange={(skuId) => onChange(skuId)}
    />
  )
}

function monthsOf(value: unknown): MonthQty {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([month, quantity]) => [month, Number(quantity)]))
}

/** How much is wanted in each month of delivery, with the sum. */
export function MonthQtyInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const purpose = usePurpose()
  const given = monthsOf(value)
  const months = textsOf(purpose?.deliveryMonths)
  if (purpose === undefined) return <span className="k-hint">请先选择意向</span>
  const set = (month: string, quantity: number | null) => {
    const { [month]: _old, ...others } = given
    onChange(quantity === null ? others : { ...others, [month]: quantity })
  }
  return (
    <>
      <div className="d-months">
        {months.map((month, at) => (
          <InputNumber<number>
            key={month}
            {...(at === 0 ? { ...ariaOf(props), id } : {})}
            aria-label={`${month} 数量`}
            className="k-fill"
            addonBefore={month}
            min={0}
            precision={3}
            {...(purpose.stepQty === null ? {} : { step: purpose.stepQty })}
            disabled={disabled ?? false}
            formatter={(shown) => (shown === undefined ? '' : String(shown))}
            value={given[month] ?? null}
            onChange={(quantity) => set(month, quantity)}
          />
        ))}
      </div>
      <p className="k-hint">
        合计 {totalQty(given)}
        {purpose.minQty !== null && `，起订量 ${purpose.minQty}`}
        {purpose.stepQty !== null && `，须为 ${purpose.stepQty} 的倍数`}
        {purpose.refPrice !== null && `，参考价 ¥${purpose.refPrice}`}
      </p>
    </>
  )
}
