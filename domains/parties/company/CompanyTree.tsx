import { Button, Input, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { askOnce, useCall } from '#kit/web/useCall.ts'
import { companyCalls } from './company.document.ts'
import { pageOf } from './companyActs.tsx'

type Node = OutWireOf<typeof companyCalls.tree>[number]

interface CompanyTreeProps {
  /** what choosing a company does; its page unless given */
  onChoose?(id: number): void
  chosen?: number | null
}

const itemOf = ({ id, orgName, isLeaf }: Node): TreeDataNode => ({ key: id, title: orgName, isLeaf })

/** Puts the children of an opened company below it. */
function withChildren(nodes: TreeDataNode[], key: unknown, children: TreeDataNode[]): TreeDataNode[] {
  return nodes.map((node) => {
    if (node.key === key) return { ...node, children }
    return node.children ? { ...node, children: withChildren(node.children, key, children) } : node
  })
}

/** Companies and their subsidiaries, read level by level as they are opened; found ones stand flat. Catalog §6.1. */
export function CompanyTree({ onChoose = (id) => goTo(pageOf(id)), chosen = null }: CompanyTreeProps) {
  const [words, setWords] = useState('')
  const { data, error, refetch } = useCall(companyCalls.tree, { keywords: words }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="c-tree">
      <Input.Search
        allowClear
        aria-label="查找单位"
        placeholder="单位名称或编码"
        defaultValue={words}
        onSearch={(value) => setWords(value.trim())}
      />
      {data.length === 0 ? (
        <Empty text={words === '' ? '还没有往来单位，请先新增' : '没有找到单位'} />
      ) : (
        <Level
          key={`${words} ${data.map((node) => node.id).join()}`}
          top={data}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}

function Level({
  top,
  chosen,
  onChoose,
}: {
  top: readonly Node[]
  chosen: number | null
  onChoose(id: number): void
}) {
  const [nodes, setNodes] = useState(() => top.map(itemOf))
  return (
    <Tree
      aria-label="单位"
      blockNode
      treeData={nodes}
      selectedKeys={chosen === null ? [] : [chosen]}
      loadData={async (node) => {
        const below = await askOnce(companyCalls.tree, { pid: Number(node.key) })
        setNodes((now) => withChildren(now, node.key, below.map(itemOf)))
      }}
      onSelect={(_keys, { node }) => onChoose(Number(node.key))}
    />
  )
}

/** 全部单位 above a tree that filters a list. */
export function AllCompanies({ onChoose, active }: { onChoose(): void; active: boolean }) {
  return (
    <Button type={active ? 'primary' : 'default'} block onClick={onChoose}>
      全部单位
    </Button>
  )
}
