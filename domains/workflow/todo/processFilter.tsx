import { Select } from 'antd'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
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

const useProcesses = () => useCall(definitionCalls.all, {}, { quiet: true, fresh: FRESH_MS }).data

const optionOf = ({ value, label, enabled }: NonNullable<ReturnType<typeof useProcesses>>[number]) => ({
  value,
  label: enabled ? label : `${label}（已停用）`,
})

/** Chooses a process by its display name. */
export function ProcessSelect({ id, value, placeholder, enabled = false, onChange }: ProcessSelectProps) {
  const processes = useProcesses()
  return (
    <Select<string>
      id={id}
      className="k-fill"
      value={value === '' ? null : value}
      options={(processes ?? []).filter((one) => one.enabled || !enabled).map(optionOf)}
      loading={processes === undefined}
      placeholder={placeholder}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      notFoundContent={processes === undefined ? '加载中…' : '还没有流程'}
      onChange={(name: string | undefined) => onChange(name ?? '')}
    />
  )
}

/** The filter 流程 of every list of tasks and instances. */
export const processFilter = optionsFilter('processName', '流程', function useOptions() {
  return useProcesses()?.map(optionOf)
})
