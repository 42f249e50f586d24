import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Select, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { exportForImport } from '#kit/web/list/exportRows.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { toastSuccess } from '#kit/web/toast.ts'
import { TreeTable } from '#kit/web/tree/TreeTable.tsx'
import { newSorts, type Place } from '#kit/web/tree/tree.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { type CategoryKind, openCategory } from './CategoryForm.tsx'
import { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
import { category } from './category.entity.ts'

/** A category as the table takes it. */
type Node = Omit<CategoryNodeWire, 'child'> & { children?: Node[] }

const ALL = '-1'
const STATES = [
  { value: ALL, label: '全部状态' },
  { value: '1', label: '显示' },
  { value: '0', label: '隐藏' },
]

const nodesOf = (nodes: readonly CategoryNodeWire[]): Node[] =>
  nodes.map(({ child, ...node }) => (child.length === 0 ? node : { ...node, children: nodesOf(child) }))

/** How deep a node lies: 1 at the top. Its path names the root and its ancestors. */
const levelOf = (node: Node): number => node.path.split('/').filter((part) => part !== '').length
const heightOf = (node: Node): number => 1 + Math.max(0, ...(node.children ?? []).map(heightOf))

/** The siblings at a level: the children of a parent, or the first level. */
function siblingsOf(tree: readonly Node[], pid: number): readonly Node[] {
  if (pid === 0) return tree
  for (const node of tree) {
    if (node.id === pid) return node.children ?? []
    const found = siblingsOf(node.children ?? [], pid)
    if (found.length > 0) return found
  }
  return []
}

/** Categories of a type as a tree: order by dragging, switches, import. Catalog §2.1. */
export function CategoryTree({ kind }: { kind: CategoryKind }) {
  const phone = useIsPhone()
  const [status, setStatus] = useState(ALL)
  const { data, error, isPending, isPlaceholderData, refetch } = useCall(
    categoryCalls.tree,
    { type: kind.type, status },
    { keep: true, quiet: true },
  )
  const tree = useMemo(() => nodesOf(data ?? []), [data])
  const acts = useMemo(() => rowActs(tree, kind), [tree, kind])
  const loading = isPending || isPlaceholderData
  // Not drawn anew when the tree was read again and is as it was, e.g. when its tab comes to the front.
  const table = useMemo(() => {
    const top = topActs(kind)
    return (
      <TreeTable<Node>
        rows={tree}
        loading={loading}
        columns={columnsFor(kind, phone)}
        actions={acts}
        searched="name"
        // Between hidden siblings that are not shown a place would mean nothing.
        {...(status === ALL && mayCall(categoryCalls.update)
          ? {
              onMove: (moved: Node, target: Node, place: Place) => move(tree, moved, target, place),
              mayMove: mayMove(kind),
            }
          : {})}
        top={
          <>
            <Acts acts={top} target={undefined} />
            <Select
              value={status}
              options={STATES}
              aria-label="状态"
              style={{ width: 110 }}
              onChange={setStatus}
            />
          </>
        }
        empty={
          status === ALL ? (
            <Empty text={`还没有${kind.title}，可以新增${kind.products ? '，也可以从表格导入' : ''}`}>
              <Acts acts={top} target={undefined} />
            </Empty>
          ) : (
            <Empty text="没有该状态的分类" />
          )
        }
      />
    )
  }, [tree, acts, status, loading, kind, phone])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <div className="k-list">{table}</div>
}

const mayMove =
  ({ levels }: CategoryKind) =>
  (moved: Node, target: Node, place: Place): boolean => {
    const level = levelOf(target) + (place === 'inside' ? 1 : 0)
    return level + heightOf(moved) - 1 <= levels
  }

/** Puts a node to its new place: below another parent, and with a sort that makes it stand there. */
async function move(tree: readonly Node[], moved: Node, target: Node, place: Place): Promise<void> {
  const pid = place === 'inside' ? target.id : target.pid
  const siblings = siblingsOf(tree, pid).filter((one) => one.id !== moved.id)
  const at = siblings.findIndex((one) => one.id === target.id)
  const index = place === 'inside' ? siblings.length : place === 'before' ? at : at + 1
  await rearrange([...siblings.slice(0, index), moved, ...siblings.slice(index)], moved, pid)
}

async function rearrange(wanted: readonly Node[], moved: Node, pid: number): Promise<void> {
  const sorts = new Map(newSorts(wanted, moved.id).map(({ id, sort }) => [id, sort]))
  const changed = wanted.filter((one) => sorts.has(one.id) || (one === moved && pid !== moved.pid))
  try {
    for (const { id, version, sort } of changed)
      await request(categoryCalls.update, {
        id,
        version,
        sort: sorts.get(id) ?? sort,
        ...(id === moved.id ? { pid } : {}),
      })
    if (changed.length > 0) toastSuccess('操作成功')
  } catch {
    // The refusal has been shown; the tree is read as it is now.
  }
  await invalidate('/admin/category')
}

function topActs(kind: CategoryKind): Act<void>[] {
  return [
    act({
      label: '新增',
      icon: <PlusOutlined />,
      primary: true,
      permission: categoryCalls.save,
      run: () => void openCategory({ id: null, pid: 0, kind }),
    }),
    ...(kind.products
      ? [
          act({
            label: '导入',
            icon: <ImportOutlined />,
            permission: 'admin:category:import',
            run: () =>
              void openImport({
                bizType: 'category',
                title: kind.title,
                permission: 'admin:category:import',
              }),
          }),
          act({
            label: '按导入模板导出',
            permission: 'admin:category:import',
            run: () => exportForImport({ bizType: 'category' }),
          }),
        ]
      : []),
  ]
}

function rowActs(tree: readonly Node[], kind: CategoryKind): Act<Node>[] {
  const step = (label: string, by: -1 | 1): Act<Node> =>
    act({
      label,
      permission: categoryCalls.update,
      when: (node) => siblingsOf(tree, node.pid).length > 1,
      off: (node) =>
        neighbour(tree, node, by) === undefined ? (by < 0 ? '已经是第一个' : '已经是最后一个') : null,
      run: (node) => {
        const other = neighbour(tree, node, by)
        return other && move(tree, node, other, by < 0 ? 'before' : 'after')
      },
    })
  return [
    act({
      label: '新增下级',
      permission: categoryCalls.save,
      when: (node) => levelOf(node) < kind.levels,
      run: (node) => void openCategory({ id: null, pid: node.id, kind }),
    }),
    act({
      label: '编辑',
      permission: categoryCalls.update,
      run: (node) => void openCategory({ id: node.id, pid: node.pid, kind }),
    }),
    callAct(categoryCalls.remove, {
      label: '删除',
      danger: true,
      prompt: (node) => `确定删除分类“${node.name}”吗？`,
      input: (node) => ({ id: node.id }),
      success: '删除成功',
    }),
    step('上移', -1),
    step('下移', 1),
  ]
}

function neighbour(tree: readonly Node[], node: Node, by: -1 | 1): Node | undefined {
  const siblings = siblingsOf(tree, node.pid)
  return siblings[siblings.findIndex((one) => one.id === node.id) + by]
}

const cell = (name: keyof Node & keyof typeof category.all) => (row: Node) => (
  <FieldCell field={category.all[name]} name={name} value={row[name]} row={row} />
)

function columnsFor({ defaults, products }: CategoryKind, phone: boolean) {
  const shown = { name: 'status', title: '状态', width: 70, render: (row: Node) => <Shown row={row} /> }
  return [
    { name: 'name', title: '分类名称', width: phone ? 150 : 220 },
    // On a phone what does not fit stands to the right; the switch is wanted most.
    ...(phone ? [shown] : []),
    {
      name: 'extra',
      title: '图标',
      width: 60,
      render: (row: Node) => (row.extra === '' ? '—' : <img src={row.extra} alt="" width={32} height={32} />),
    },
    { name: 'sort', title: '排序', width: 100, align: 'right' as const },
    ...(products ? [{ name: 'productCount', title: '商品数', width: 70, align: 'right' as const }] : []),
    ...(defaults
      ? [
          { name: 'sapHierarchy', title: 'SAP产品层次', width: 120, render: cell('sapHierarchy') },
          { name: 'taxRate', title: '默认税率', width: 80, render: cell('taxRate') },
          { name: 'wmsGroupId', title: '默认仓储分组', width: 120, render: cell('wmsGroupId') },
          { name: 'needLicences', title: '所需证照', width: 110, render: cell('needLicences') },
        ]
      : []),
    ...(phone ? [] : [shown]),
  ]
}

/** 显示 or 隐藏: off takes everything below along, on everything above. */
function Shown({ row }: { row: Node }) {
  const [running, setRunning] = useState(false)
  if (!mayCall(categoryCalls.updateStatus)) return cell('status')(row)
  const toggle = async () => {
    const prompt = '隐藏后其下级分类也会隐藏，确定隐藏吗？'
    if (row.status === 1 && row.children !== undefined && !(await confirm(prompt))) return
    setRunning(true)
    try {
      await request(categoryCalls.updateStatus, { id: row.id }, { success: '操作成功' })
      await invalidate('/admin/category')
    } catch {
      // The refusal has been shown; the switch stays as the row is.
    } finally {
      setRunning(false)
    }
  }
  return (
    <Switch
      size="small"
      checked={row.status === 1}
      loading={running}
      aria-label={`${row.name}：${row.status === 1 ? '显示' : '隐藏'}`}
      onChange={() => void toggle()}
    />
  )
}
