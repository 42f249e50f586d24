import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { ariaOf, type InputProps, isNone, placeholderOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
import type { CategoryType } from './category.entity.ts'

const FRESH_MS = 30_000

/** The tree of a type as the tree select takes it; hidden categories say so. */
interface CategoryOption {
  value: number
  title: string
  disabled: boolean
  children: CategoryOption[]
}

interface CategorySelectProps extends InputProps {
  type?: CategoryType
  /** stands above the first level; without it the first level is the top */
  root?: { value: number; title: string }
  /** cannot be chosen, nor what lies below it: a category is no parent of its ancestors */
  without?: number | null
}

function optionsOf(
  nodes: readonly CategoryNodeWire[],
  without: number | null,
  off = false,
): CategoryOption[] {
  return nodes.map(({ id, name, status, child }) => {
    const disabled = off || id === without
    const title = status === 1 ? name : `${name}（隐藏）`
    return { value: id, title, disabled, children: optionsOf(child, without, disabled) }
  })
}

const chosenOf = (value: unknown): number[] =>
  isNone(value) ? [] : (Array.isArray(value) ? value : String(value).split(',')).map(Number)

/** Chooses one or several categories of a type out of their tree, with search by name. Catalog §2.1. */
export function CategorySelect(props: CategorySelectProps) {
  const { field, value, onChange, id, disabled, type, root, without = null } = props
  const asked = { type: type ?? typeOf(field.categoryType), status: '-1' }
  const { data, isPending } = useCall(categoryCalls.tree, asked, { fresh: FRESH_MS })
  const options = useMemo(() => {
    const below = optionsOf(data ?? [], without)
    return root === undefined ? below : [{ ...root, disabled: false, children: below }]
  }, [data, without, root])
  const common = {
    ...ariaOf(props),
    id,
    className: 'k-fill',
    treeData: options,
    disabled,
    loading: isPending,
    placeholder: placeholderOf(props, '请选择'),
    showSearch: { treeNodeFilterProp: 'title' },
    treeDefaultExpandedKeys: root === undefined ? [] : [root.value],
    allowClear: !field.required,
    notFoundContent: isPending ? '加载中…' : '没有匹配的分类',
  }
  const chosen = chosenOf(value)
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
      // 0 stands for the root, which has no name of its own here.
      value={chosen[0] === 0 && root === undefined ? undefined : chosen[0]}
      onChange={(one) => onChange(one ?? null)}
    />
  )
}

const TYPES: readonly CategoryType[] = [1, 2, 3, 4, 5, 6, 7]
const typeOf = (number: number | undefined): CategoryType => TYPES.find((one) => one === number) ?? 1
