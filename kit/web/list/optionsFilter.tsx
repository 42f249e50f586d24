import { Select } from 'antd'
import type { ListFilter } from './Filters.tsx'

interface Choosable {
  value: string
  label: string
}

/**
 * A filter by one of some choices that are read, e.g. by a call. `useOptions` is a hook that answers them, undefined while
 * they are on their way. Screens §2.
 */
export function optionsFilter(
  name: string,
  label: string,
  useOptions: () => readonly Choosable[] | undefined,
): ListFilter {
  function Choice({ id, value, onChange }: { id: string; value: string; onChange(value: string): void }) {
    const options = useOptions()
    return (
      <Select<string>
        id={id}
        className="k-fill"
        value={value === '' ? null : value}
        options={[...(options ?? [])]}
        loading={options === undefined}
        placeholder="全部"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        notFoundContent={options === undefined ? '加载中…' : '没有匹配的数据'}
        onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
      />
    )
  }
  function Words({ value }: { value: string }) {
    return <>{useOptions()?.find((one) => one.value === value)?.label ?? value}</>
  }
  return {
    name,
    label,
    render: (value, onChange, id) => <Choice id={id} value={value} onChange={onChange} />,
    words: (value) => <Words value={value} />,
  }
}
