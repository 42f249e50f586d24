import { Tree } from 'antd'
import { useMemo } from 'react'
import { text } from '#kit/fields/shared.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { DeptInput } from './DeptInput.tsx'
import { type DeptNode, deptTree } from './dept.calls.ts'

const HEIGHT = 440
const ALL = '0'
const FIELD = text('部门', { max: 10 })

interface DeptSideProps {
  value: string
  onChange(deptId: string): void
}

interface TreeItem {
  key: string
  title: string
  children: TreeItem[]
}

const itemsOf = (nodes: readonly DeptNode[]): TreeItem[] =>
  nodes.map(({ id, name, child }) => ({ key: String(id), title: name, children: itemsOf(child) }))

/** The department tree beside a list; on phones a select above it. */
export function DeptSide({ value, onChange }: DeptSideProps) {
  const phone = useIsPhone()
  const { data } = useCall(deptTree, {}, { quiet: true })
  const items = useMemo(() => [{ key: ALL, title: '全部部门', children: itemsOf(data ?? []) }], [data])
  if (phone)
    return (
      <DeptInput
        field={FIELD}
        value={value}
        placeholder="全部部门"
        onChange={(chosen) => onChange(textOf(chosen))}
      />
    )
  return (
    <Tree
      // The tree opens itself once, when its nodes are there.
      key={data === undefined ? 'waiting' : 'there'}
      aria-label="部门"
      blockNode
      height={HEIGHT}
      defaultExpandAll
      selectedKeys={[value === '' ? ALL : value]}
      treeData={items}
      onSelect={([key]) => onChange(key === undefined || key === ALL ? '' : String(key))}
    />
  )
}
