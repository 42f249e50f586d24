import { Select } from 'antd'
import type { ListFilter } from './Filters.tsx'

interface Choosable {
  value: string
  label: string
}

type UseOptions = () => readonly Choosable[] | undefined

/**
 * A filter by one of some choices that are read, e.g. by a call. `useOptions` is a hook that answers them, undefined while
 * they are on their way. Screens §2.
 */
export function optionsFilter(name: string, label: string, useOptions: UseOptions): ListFilter {
  return {
    name,
    label,
    render: (value, onChange, id) => (
      <Chooser id={id} value={value} useOptions={useOptions} onChange={onChange} />
    ),
    words: (value) => <Words value={value} useOptions={useOptions} />,
  }
}

interface ChooserProps {
  id: string
  value: string
  useOptions: UseOptions
  onChange(value: string): void
}

function Chooser({ id, value, useOptions, onChange }: ChooserProps) {
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

function Words({ value, useOptions }: Pick<ChooserProps, 'value' | 'useOptions'>) {
  return <>{useOptions()?.find((one) => one.value === value)?.label ?? value}</>
}
