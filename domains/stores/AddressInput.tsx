import { Cascader } from 'antd'
import { type CityNode, useCityTree } from '#domains/settings/settings.pickers.tsx'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'

const NAMES = { label: 'name', value: 'name', children: 'child' } as const
const NO_NODES: CityNode[] = []

interface NamesProps extends Omit<InputProps, 'field' | 'value' | 'onChange'> {
  placeholder: string
  value: string
  /** a province or city may be chosen as well */
  anyLevel: boolean
  onChange(names: string): void
}

function RegionNames({ value, anyLevel, onChange, placeholder, id, disabled }: NamesProps) {
  const { data, isPending } = useCityTree()
  return (
    <Cascader
      id={id}
      className="k-fill"
      options={data ?? NO_NODES}
      fieldNames={NAMES}
      value={value === '' ? [] : value.split(',')}
      disabled={disabled}
      loading={isPending}
      placeholder={placeholder}
      changeOnSelect={anyLevel}
      showSearch
      allowClear
      displayRender={(names) => names.join('')}
      // Three columns are wider than a phone.
      styles={{ popup: { root: { maxWidth: '92vw', overflowX: 'auto' as const } } }}
      notFoundContent={isPending ? '加载中…' : '没有匹配的地区'}
      onChange={(names) => onChange(names?.join(',') ?? '')}
    />
  )
}

/** Province, city and district of a store, kept by their names. Catalog §5. */
export function AddressInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  return (
    <RegionNames
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      disabled={disabled ?? false}
      anyLevel={false}
      placeholder={placeholderOf(props, '请选择')}
      value={textOf(value)}
      onChange={onChange}
    />
  )
}

/** The stores of a province, a city or a district. */
export function CityFilter({
  value,
  onChange,
  id,
}: {
  value: string
  onChange(value: string): void
  id: string
}) {
  return <RegionNames id={id} anyLevel placeholder="全部城市" value={value} onChange={onChange} />
}
