import { Input, type InputRef, Tag, Tree } from 'antd'
import { type Key, useMemo, useRef, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Option } from '#kit/shared/standardCalls.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError, toastInfo } from '#kit/web/toast.ts'
import { branches, filterTree, type TreeRow } from '#kit/web/tree/tree.ts'
import { useCall } from '#kit/web/useCall.ts'

/** A row of a picker that shows all there is at once, as a tree or a plain list. */
export interface PickerNode extends TreeRow {
  name: string
  /** why it cannot be chosen; '' when it can */
  off: string
  children: PickerNode[]
}

/** What a picker over a tree is, whoever opens it. Platform §5.1. */
export interface TreePickerFacts<Answer> {
  title: string
  width: number
  call: Call<unknown, unknown, unknown, Answer>
  nodesOf(answer: Answer): PickerNode[]
  /** text when 确定 is pressed with nothing chosen */
  empty: string
}

/** What the caller wants of it. */
export interface TreePickerWish {
  /** ids chosen before */
  value?: readonly number[]
  multiple?: boolean
  limit?: number
}

/** Opens a picker over a tree; the chosen rows in the order of choice, or null (and 已取消). Platform §5.1. */
export async function openTreePicker<Answer>(
  facts: TreePickerFacts<Answer>,
  wish: TreePickerWish = {},
): Promise<readonly Option[] | null> {
  const chosen = await openDialog<readonly Option[] | null>((close) => (
    <TreePicker facts={facts} wish={wish} onClose={close} />
  ))
  if (chosen === null) toastInfo('已取消')
  return chosen
}

interface TreePickerProps<Answer> {
  facts: TreePickerFacts<Answer>
  wish: TreePickerWish
  onClose(rows: readonly Option[] | null): void
}

const TREE_HEIGHT = 400

function TreePicker<Answer>({ facts, wish, onClose }: TreePickerProps<Answer>) {
  const { multiple = false, limit = 1000 } = wish
  const [chosen, setChosen] = useState<readonly number[]>(wish.value ?? [])
  const [words, setWords] = useState('')
  const search = useRef<InputRef>(null)
  const { data, error, isPending, refetch } = useCall(facts.call, {}, { quiet: true })
  const nodes = useMemo(() => (data === undefined ? [] : facts.nodesOf(data)), [data, facts])
  const names = useMemo(() => new Map(flat(nodes).map((node) => [node.id, node.name])), [nodes])
  const sought = words.trim().toLowerCase()
  const shown =
    sought === '' ? nodes : filterTree(nodes, (row) => String(row.name).toLowerCase().includes(sought))
  const choose = (keys: readonly Key[]) => {
    const ids = keys.map(Number)
    // In the order of choice: antd hands ticked nodes over in the order of the tree.
    const next = [...chosen.filter((id) => ids.includes(id)), ...ids.filter((id) => !chosen.includes(id))]
    if (next.length > limit) toastError(`最多选择${limit}条`)
    setChosen(next.slice(0, limit))
  }
  const give = () => {
    if (chosen.length === 0) toastError(facts.empty)
    else onClose(chosen.map((id) => ({ value: id, label: names.get(id) ?? String(id) })))
  }
  return (
    <Dialog
      title={facts.title}
      width={facts.width}
      first={search}
      okText="确定"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <Input.Search
        allowClear
        value={words}
        aria-label="搜索"
        placeholder="搜索名称"
        ref={search}
        style={{ marginBottom: 8 }}
        onChange={(event) => setWords(event.target.value)}
      />
      {isPending ? (
        <Loading />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <Empty text={sought === '' ? '暂无数据' : '没有匹配的数据'} />
      ) : (
        <Tree
          key={sought}
          blockNode
          height={TREE_HEIGHT}
          checkable={multiple}
          checkStrictly
          multiple={multiple}
          checkedKeys={[...chosen]}
          selectedKeys={[...chosen]}
          defaultExpandedKeys={branches(shown)}
          treeData={treeOf(shown)}
          onCheck={(keys) => choose(Array.isArray(keys) ? keys : keys.checked)}
          onSelect={choose}
          onDoubleClick={(_, node) => {
            if (!multiple && !node.disabled)
              onClose([{ value: Number(node.key), label: names.get(Number(node.key)) ?? '' }])
          }}
        />
      )}
      {multiple && chosen.length > 0 && (
        <div className="k-picked" role="status" aria-label={`已选${chosen.length}条`}>
          {chosen.map((id) => (
            <Tag key={id} closable onClose={() => setChosen(chosen.filter((one) => one !== id))}>
              {names.get(id) ?? id}
            </Tag>
          ))}
        </div>
      )}
    </Dialog>
  )
}

const flat = (nodes: readonly PickerNode[]): PickerNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)])

interface TreeItem {
  key: number
  title: React.ReactNode
  disabled: boolean
  children: TreeItem[]
}

function treeOf(nodes: readonly TreeRow[]): TreeItem[] {
  return nodes.map((node) => {
    const off = String(node.off ?? '')
    const name = String(node.name)
    return {
      key: node.id,
      title: (
        <>
          {name} <span className="k-hint">{off}</span>
        </>
      ),
      disabled: off !== '',
      children: treeOf(node.children ?? []),
    }
  })
}
