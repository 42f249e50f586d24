import { Select } from 'antd'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { definitionCalls } from '../definition/definition.calls.ts'

const FRESH_MS = 60_000

interface ProcessSelectProps {
  id: string
  value: string
  placeholder: string
  /** those that may be started now only */
  enabled?: boolean
  onChange(name: string): void
}

/** Chooses a process by its display name. */
export function ProcessSelect({ id, value, placeholder, enabled = false, onChange }: ProcessSelectProps) {
  const { data, isPending } = useCall(definitionCalls.all, {}, { quiet: true, fresh: FRESH_MS })
  const options = (data ?? [])
    .filter((one) => one.enabled || !enabled)
    .map((one) => ({ value: one.value, label: one.enabled ? one.label : `${one.label}（已停用）` }))
  return (
    <Select<string>
      id={id}
      className="k-fill"
      value={value === '' ? null : value}
      options={options}
      loading={isPending}
      placeholder={placeholder}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      notFoundContent={isPending ? '加载中…' : '还没有流程'}
      onChange={(name: string | undefined) => onChange(name ?? '')}
    />
  )
}

/** The filter 流程 of every list of tasks and instances. */
export const processFilter: ListFilter = {
  name: 'processName',
  label: '流程',
  render: (value, onChange, id) => (
    <ProcessSelect id={id} value={value} placeholder="全部" onChange={onChange} />
  ),
}
