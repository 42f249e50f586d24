import { Input } from 'antd'
import type { ListFilter } from '#kit/web/list/Filters.tsx'

/** A filter of words of its own, beside the keywords of the list. */
export function wordsFilter(name: string, label: string): ListFilter {
  return {
    name,
    label,
    render: (value, onChange, id) => (
      <Input id={id} allowClear value={value} onChange={(event) => onChange(event.target.value)} />
    ),
  }
}
