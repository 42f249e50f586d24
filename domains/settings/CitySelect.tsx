import { Cascader } from 'antd'
import { useMemo } from 'react'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { ariaOf, type InputProps, placeholderOf } from '#kit/web/fieldUi.ts'
import { useRefNames } from '#kit/web/refs.ts'
import { type CityNode, useCityTree } from './cityTree.web.ts'

/** The ids from the province down to every region. */
function pathsOf(nodes: readonly CityNode[], above: readonly number[], paths: Map<number, number[]>): void {
  for (const { id, child } of nodes) {
    const path = [...above, id]
    paths.set(id, path)
    pathsOf(child, path, paths)
  }
}

const NAMES = { label: 'name', value: 'id', children: 'child' } as const
const lastOf = (path: readonly unknown[]): number => Number(path.at(-1))

/** Chooses one or several regions province by province, with search by name; of any level. Platform §8.2. */
export function CitySelect(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const { data, isPending } = useCityTree()
  const paths = useMemo(() => {
    const found = new Map<number, number[]>()
    pathsOf(data ?? [], [], found)
    return found
  }, [data])
  const ids = idsOf(value).filter((one) => one !== 0)
  // A region that is hidden by now is no longer in the tree; its name still is to be had.
  const hidden = ids.filter((one) => data !== undefined && !paths.has(one))
  const names = useRefNames('city', hidden)
  const options = useMemo(
    () => [
      ...(data ?? []),
      ...names.map((one) => ({ id: one.value, name: one.label, child: undefined, disabled: true })),
    ],
    [data, names],
  )
  const pathOf = (one: number) => paths.get(one) ?? [one]
  const common = {
    ...ariaOf(props),
    id,
    className: 'k-fill',
    options,
    fieldNames: NAMES,
    disabled,
    loading: isPending,
    placeholder: placeholderOf(props, '请选择'),
    showSearch: true,
    allowClear: !field.required,
    // Three columns are wider than a phone.
    styles: { popup: { root: { maxWidth: '92vw', overflowX: 'auto' as const } } },
    notFoundContent: isPending ? '加载中…' : '没有匹配的地区',
  }
  // Until the tree is there, numbers would stand in the place of the names.
  const chosen = data === undefined ? [] : ids.map(pathOf)
  return field.many ? (
    <Cascader
      {...common}
      multiple
      maxTagCount="responsive"
      showCheckedStrategy="SHOW_PARENT"
      value={chosen}
      onChange={(all) => onChange(all.map(lastOf).join(','))}
    />
  ) : (
    <Cascader
      {...common}
      changeOnSelect
      value={chosen[0]}
      onChange={(path) => onChange(path === undefined ? (field.initial ?? null) : lastOf(path))}
    />
  )
}
