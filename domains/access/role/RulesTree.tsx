import { LockOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Tooltip, Tree } from 'antd'
import { type Key, type ReactNode, useMemo, useState } from 'react'
import { Empty } from '#kit/web/states/Empty.tsx'
import { branches, filterTree, type TreeRow } from '#kit/web/tree/tree.ts'
import type { MenuNodeItem } from '../menu/menu.calls.ts'
import { allOf, boxes, tick, tickAll } from './ticks.rules.ts'
import '../access.css'

const HEIGHT = 420

type RuleRow = TreeRow & Omit<MenuNodeItem, 'child'> & { children: RuleRow[] }

const rowsOf = (nodes: readonly MenuNodeItem[]): RuleRow[] =>
  nodes.map(({ child, ...node }) => ({ ...node, children: rowsOf(child) }))

interface RulesTreeProps {
  id?: string | undefined
  tree: readonly MenuNodeItem[]
  held: ReadonlySet<number>
  /** left out: only to be read */
  onChange?: ((held: Set<number>) => void) | undefined
}

/** The permission tree: pages with their buttons, ticked with or without linkage. Platform §6.2. */
export function RulesTree({ id, tree, held, onChange }: RulesTreeProps) {
  const [words, setWords] = useState('')
  const [linked, setLinked] = useState(true)
  const [open, setOpen] = useState<readonly Key[] | null>(null)
  const rows = useMemo(() => rowsOf(tree), [tree])
  const sought = words.trim().toLowerCase()
  const shown = useMemo(
    () =>
      sought === ''
        ? rows
        : filterTree(rows, (row) =>
            `${String(row.name)} ${String(row.perms)}`.toLowerCase().includes(sought),
          ),
    [rows, sought],
  )
  const items = useMemo(() => itemsOf(shown), [shown])
  const { checked, half } = useMemo(() => boxes(tree, held, linked), [tree, held, linked])
  // At first the directories stand open, so that all pages are in view and no buttons.
  const first = useMemo(
    () =>
      tree
        .flatMap(allOf)
        .filter((node) => node.menuType === 'M')
        .map((node) => node.id),
    [tree],
  )
  const expanded = sought === '' ? (open ?? first) : branches(shown)
  const buttons = useMemo(() => tree.flatMap(allOf).filter((node) => node.menuType !== 'M'), [tree])
  const count = buttons.filter((node) => held.has(node.id)).length
  return (
    <div className={onChange === undefined ? 'acc-rules acc-rules-read' : 'acc-rules'} id={id}>
      <div className="acc-rules-bar">
        <Input
          allowClear
          value={words}
          aria-label="搜索菜单权限"
          placeholder="搜索名称或权限标识"
          onChange={(event) => setWords(event.target.value)}
        />
        <Button size="small" onClick={() => setOpen(branches(rows))}>
          展开
        </Button>
        <Button size="small" onClick={() => setOpen([])}>
          折叠
        </Button>
        {onChange !== undefined && (
          <>
            <Button size="small" onClick={() => onChange(tickAll(tree, held, true))}>
              全选
            </Button>
            <Button size="small" onClick={() => onChange(tickAll(tree, held, false))}>
              全不选
            </Button>
            <Checkbox checked={linked} onChange={(event) => setLinked(event.target.checked)}>
              父子联动
            </Checkbox>
          </>
        )}
        <span className="k-hint" role="status">
          已选 {count} / {buttons.length} 项
        </span>
      </div>
      {items.length === 0 ? (
        <Empty text="没有匹配的菜单" />
      ) : (
        <Tree
          aria-label="菜单权限"
          blockNode
          checkable
          checkStrictly
          selectable={false}
          height={HEIGHT}
          disabled={onChange === undefined}
          treeData={items}
          expandedKeys={[...expanded]}
          checkedKeys={{ checked, halfChecked: half }}
          onExpand={(keys) => setOpen(keys)}
          onCheck={(_, { node, checked: on }) => onChange?.(tick(tree, held, Number(node.key), on, linked))}
        />
      )}
    </div>
  )
}

interface TreeItem {
  key: number
  title: ReactNode
  disableCheckbox: boolean
  children: TreeItem[]
}

function itemsOf(rows: readonly TreeRow[]): TreeItem[] {
  return rows.map((row) => ({
    key: row.id,
    title: <RuleTitle row={row} />,
    disableCheckbox: row.disabled === true,
    children: itemsOf(row.children ?? []),
  }))
}

function RuleTitle({ row }: { row: TreeRow }) {
  const reason = String(row.reason)
  const title = (
    <span>
      {String(row.name)}
      {reason !== '' && <LockOutlined style={{ marginInlineStart: 8 }} aria-label={reason} />}
      {row.menuType === 'A' && <span className="acc-code">{String(row.perms)}</span>}
    </span>
  )
  return reason === '' ? title : <Tooltip title={reason}>{title}</Tooltip>
}
