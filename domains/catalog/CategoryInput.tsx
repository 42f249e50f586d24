import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { type CategoryNodeWire, categoryCalls } from '#domains/settings/settings.shared.ts'
import {
  ariaOf,
  type CellProps,
  type FilterProps,
  type InputProps,
  isNone,
  NONE,
  placeholderOf,
  textOf,
} from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'

const PRODUCT_CATEGORIES = { type: 1 } as const
const FRESH_MS = 60_000

/** The product categories as a tree, disabled ones included. */
export function useCategories(): readonly CategoryNodeWire[] {
  const { data } = useCall(categoryCalls.tree, PRODUCT_CATEGORIES, { fresh: FRESH_MS })
  return data ?? NO_NODES
}

const NO_NODES: readonly CategoryNodeWire[] = []

/** The node of an id, wherever it stands in the tree. */
export function findCategory(nodes: readonly CategoryNodeWire[], id: number): CategoryNodeWire | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.child, id)
    if (found !== undefined) return found
  }
  return undefined
}

interface TreeNode {
  value: number
  title: string
  /** with its ancestors, as it is shown once chosen */
  path: string
  disabled: boolean
  selectable: boolean
  children: TreeNode[]
}

function nodesOf(nodes: readonly CategoryNodeWire[], leaves: boolean, above = ''): TreeNode[] {
  return nodes.map((node) => {
    const path = above === '' ? node.name : `${above} / ${node.name}`
    return {
      value: node.id,
      title: node.status === 1 ? node.name : `${node.name}（已停用）`,
      path,
      disabled: leaves && node.status !== 1,
      selectable: !leaves || node.child.length === 0,
      children: nodesOf(node.child, leaves, path),
    }
  })
}

const COMMON = {
  className: 'k-fill',
  allowClear: true,
  treeNodeLabelProp: 'path',
  showSearch: { treeNodeFilterProp: 'title' },
  popupMatchSelectWidth: false,
  styles: { popup: { root: { minWidth: 240, maxWidth: '92vw', maxHeight: 400, overflow: 'auto' } } },
  notFoundContent: '没有匹配的分类',
}

/** The categories of a product: enabled leaves, the first one is the main category. Catalog §2.3. */
export function CategoriesInput(props: InputProps) {
  const nodes = useCategories()
  const treeData = useMemo(() => nodesOf(nodes, true), [nodes])
  const ids = idsOf(props.value)
  return (
    <TreeSelect<number[]>
      {...COMMON}
      {...ariaOf(props)}
      id={props.id}
      multiple
      treeData={treeData}
      treeExpandAction="click"
      value={ids}
      disabled={props.disabled}
      placeholder={placeholderOf(props, '请选择')}
      maxCount={props.field.max ?? 5}
      onChange={(chosen) => props.onChange(chosen.join(','))}
    />
  )
}

/** Categories to be read; answers bring their names along. */
export function CategoriesCell({ row }: CellProps) {
  const names = textOf(row.cateStr ?? row.cateValues)
  return <>{names === '' ? NONE : names.replaceAll(',', '、')}</>
}

/** A category above a list; the list finds what lies below it as well. */
export function CategoryFilter({ value, onChange, id }: Pick<FilterProps, 'value' | 'onChange' | 'id'>) {
  const nodes = useCategories()
  const treeData = useMemo(() => nodesOf(nodes, false), [nodes])
  return (
    <TreeSelect<number>
      {...COMMON}
      id={id}
      treeData={treeData}
      value={value === '' ? undefined : Number(value)}
      placeholder="全部分类"
      onChange={(chosen: number | undefined) => onChange(textOf(chosen))}
    />
  )
}

function idsOf(value: unknown): number[] {
  if (isNone(value)) return []
  const parts: unknown[] = Array.isArray(value) ? value : String(value).split(',')
  return parts.map(Number)
}
