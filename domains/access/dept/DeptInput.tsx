import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { ariaOf, type InputProps, placeholderOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type DeptNode, deptTree } from './dept.calls.ts'

const FRESH_MS = 30_000

interface DeptOption {
  value: number
  title: string
  disabled: boolean
  children: DeptOption[]
}

interface DeptInputProps extends InputProps {
  /** neither this department nor one below it can be chosen */
  without?: number | null
}

function optionsOf(nodes: readonly DeptNode[], without: number | null, inside = false): DeptOption[] {
  return nodes.map(({ id, name, disabled, child }) => {
    const off = inside || id === without
    return {
      value: id,
      title: disabled ? `${name}（停用）` : name,
      disabled: disabled || off,
      children: optionsOf(child, without, off),
    }
  })
}

/** Chooses one or several departments out of their tree, with search by name. */
export function DeptInput(props: DeptInputProps) {
  const { field, value, onChange, id, disabled, without = null } = props
  const { data, isPending } = useCall(deptTree, {}, { fresh: FRESH_MS })
  const options = useMemo(() => optionsOf(data ?? [], without), [data, without])
  // 0 stands for the top, which has no name of its own here.
  const chosen = idsOf(value).filter((one) => one !== 0)
  const common = {
    ...ariaOf(props),
    id,
    className: 'k-fill',
    treeData: options,
    disabled,
    loading: isPending,
    placeholder: placeholderOf(props, '请选择'),
    showSearch: { treeNodeFilterProp: 'title' },
    popupMatchSelectWidth: false,
    styles: { popup: { root: { minWidth: 220, maxWidth: '92vw', maxHeight: 400, overflow: 'auto' } } },
    treeDefaultExpandAll: true,
    allowClear: true,
    notFoundContent: isPending ? '加载中…' : '没有匹配的部门',
  }
  return field.many ? (
    <TreeSelect<number[]>
      {...common}
      multiple
      maxTagCount="responsive"
      value={chosen}
      onChange={(ids) => onChange(ids.join(','))}
    />
  ) : (
    <TreeSelect<number | undefined>
      {...common}
      value={chosen[0]}
      onChange={(one) => onChange(one ?? field.initial ?? null)}
    />
  )
}
