import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { debounce } from '#kit/shared/text.ts'
import { ariaOf, type InputProps, placeholderOf, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { useCall } from '#kit/web/useCall.ts'
import { sectionCalls } from './section.calls.ts'

const SEARCH_MS = 300

const warehouseOf = (line: WireRow | undefined, draft: WireRow): number =>
  Number(line?.warehouseId ?? draft.warehouseId ?? 0)

/** A section or bin of the warehouse of the form (or of the line) around. */
export function SectionInput(props: InputProps) {
  return <Choose {...props} zones={false} />
}

/** A zone of the warehouse of the form around, under which bins lie. */
export function ZoneInput(props: InputProps) {
  return <Choose {...props} zones />
}

function Choose(props: InputProps & { zones: boolean }) {
  const { id, value, disabled, onChange, row, zones } = props
  const warehouseId = warehouseOf(row, useFormDraft())
  const [keywords, setKeywords] = useState('')
  const [open, setOpen] = useState(false)
  const search = useMemo(() => debounce(setKeywords, SEARCH_MS), [])
  const { data, isFetching } = useCall(
    sectionCalls.all,
    { warehouseId, keywords, zones: zones ? 1 : 0, limit: 100 },
    { enabled: open && warehouseId > 0, keep: true, quiet: true },
  )
  const chosen = Number(value ?? 0)
  const brought = textOf(row?.sectionName)
  // Of a warehouse where the person does not work its line alone tells the name.
  const named = useRefNames('section', chosen === 0 ? [] : [chosen]).map((one) =>
    one.label === String(chosen) && brought !== '' ? { ...one, label: brought } : one,
  )
  const options = [
    ...(data ?? []),
    ...named.filter((one) => !data?.some((other) => other.value === one.value)),
  ]
  return (
    <Select<number>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      value={chosen === 0 ? null : chosen}
      options={options}
      disabled={disabled || warehouseId === 0}
      loading={open && isFetching}
      placeholder={warehouseId === 0 ? '请先选择仓库' : placeholderOf(props, '请选择')}
      showSearch={{ filterOption: false, onSearch: search }}
      allowClear
      notFoundContent={isFetching ? '加载中…' : '没有匹配的库区'}
      onOpenChange={setOpen}
      onChange={(next: number | undefined) => onChange(next ?? null)}
    />
  )
}
