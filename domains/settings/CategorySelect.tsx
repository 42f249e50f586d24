import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { ariaOf, type InputProps, isNone, placeholderOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
import type { CategoryType } from './category.entity.ts'

const FRESH_MS = 30_000

interface CategoryOption {
  value: number
  /** hidden categories say so */
  title: string
  /** with its ancestors, as it is shown once chosen */
  path: string
  /** not to be chosen, but what lies below it is */
  selectable: boolean
  disabled: boolean
  children: CategoryOption[]
}

interface CategorySelectProps extends InputProps {
  type?: CategoryType
  /** stands above the first level; without it the first level is the top */
  root?: { value: number; title: string }
  /** only categories that are shown and have none below them */
  leaves?: boolean
  autoFocus?: boolean
  defaultOpen?: boolean
}

function optionsOf(nodes: readonly CategoryNodeWire[], leaves: boolean, above = ''): CategoryOption[] {
  return nodes.map(({ id, name, status, child }) => {
    const path = `${above}${name}`
    return {
      value: id,
      title: status === 1 ? name : `${name}（隐藏）`,
      path,
      selectable: !leaves || child.length === 0,
      disabled: leaves && status !== 1,
      children: optionsOf(child, leaves, `${path} / `),
    }
  })
}

const chosenOf = (value: unknown): number[] =>
  isNone(value) ? [] : (Array.isArray(value) ? value : String(value).split(',')).map(Number)

/** Chooses one or several categories of a type out of their tree, with search by name. Catalog §2.1. */
export function CategorySelect(props: CategorySelectProps) {
  const {
    field,
    value,
    onChange,
    id,
    disabled,
    type,
    root,
    leaves = false,
    autoFocus = false,
    defaultOpen = false,
  } = props
  const asked = { type: type ?? typeOf(field.categoryType), status: '-1' }
  const { data, isPending } = useCall(categoryCalls.tree, asked, { fresh: FRESH_MS })
  const options = useMemo(() => {
    const below = optionsOf(data ?? [], leaves)
    return root === undefined ? below : [{ ...root, path: root.title, children: below }]
  }, [data, root, leaves])
  const common = {
    ...ariaOf(props),
    id,
    // Outside a form no label names it.
    ...(id === undefined ? { 'aria-label': field.label } : {}),
    className: 'k-fill',
    treeData: options,
    disabled,
    autoFocus,
    defaultOpen,
    loading: isPending,
    placeholder: placeholderOf(props, '请选择'),
    showSearch: { treeNodeFilterProp: 'title' },
    treeNodeLabelProp: 'path',
    ...(leaves ? { treeExpandAction: 'click' as const } : {}),
    popupMatchSelectWidth: false,
    styles: { popup: { root: { minWidth: 240, maxWidth: '92vw', maxHeight: 400, overflow: 'auto' } } },
    treeDefaultExpandedKeys: root === undefined ? [] : [root.value],
    allowClear: !field.required,
    notFoundContent: isPending ? '加载中…' : '没有匹配的分类',
  }
  // Until the names are there, numbers would stand in their place.
  const chosen = data === undefined ? [] : chosenOf(value)
  return field.many ? (
    <TreeSelect<number[]>
      {...common}
      multiple
      maxTagCount="responsive"
      maxCount={field.max}
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
