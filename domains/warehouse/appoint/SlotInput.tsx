import { Select } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { useCall } from '#kit/web/useCall.ts'
import { appointCalls as calls } from './appoint.calls.ts'

/** A slot of the warehouse and day of the form around, with how many docks are still free in it. Warehouse §5.10. */
export function SlotInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const draft = useFormDraft()
  const warehouseId = Number(draft.warehouseId ?? 0)
  const day = textOf(draft.arriveDate)
  const isKnown = warehouseId > 0 && day !== ''
  const { data, isFetching } = useCall(
    calls.slots,
    { warehouseId, date: day },
    { enabled: isKnown, quiet: true },
  )
  const own = Number(draft.id ?? 0)
  const options = (data?.slots ?? []).map(({ start, end, capacity, booked, docks }) => {
    const isOwn = docks.some((one) => one.id === own)
    const free = Math.max(0, capacity - booked)
    const rest = isOwn ? '本预约' : free > 0 ? `剩余${free}` : '已约满'
    return { value: start, label: `${start}–${end} ${rest}`, disabled: free === 0 && !isOwn }
  })
  const chosen = textOf(value)
  return (
    <Select<string>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      value={chosen === '' ? null : chosen}
      options={options}
      disabled={disabled || !isKnown}
      loading={isFetching}
      placeholder={isKnown ? placeholderOf(props, '请选择') : '请先选择仓库和到货日期'}
      notFoundContent={isFetching ? '加载中…' : '该仓库没有预约时段，请在仓库配置中设置'}
      allowClear
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  )
}
