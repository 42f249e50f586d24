import { PlusOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { NamedIcon } from '#kit/web/shell/icons.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { TreeTable } from '#kit/web/tree/TreeTable.tsx'
import { onlyFitting, type Place, withoutEmptyChildren } from '#kit/web/tree/tree.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { menuAdd, menuDelete, menuList, menuShow, menuSort, menuUpdate } from './menu.calls.ts'
import { MENU_TYPES, menu } from './menu.entity.ts'
import { forest } from './menu.rules.ts'
import { openMenu } from './menuForm.tsx'

/** A node as the table takes it. */
export type MenuRow = OutWireOf<typeof menuList>[number] & { children?: MenuRow[] }

const TYPES = [{ value: '', label: '全部类型' }, ...MENU_TYPES]
const STATES = [
  { value: '', label: '全部状态' },
  { value: '1', label: '显示' },
  { value: '0', label: '隐藏' },
]

/** The nodes with the way to them. Platform §6.3. */
export function MenuTree() {
  const [type, setType] = useState('')
  const [isShow, setIsShow] = useState('')
  const { data, error, isPending, refetch } = useCall(menuList, {}, { quiet: true })
  const tree = useMemo<MenuRow[]>(() => withoutEmptyChildren(forest(data ?? [])), [data])
  const shown = useMemo(
    () =>
      type === '' && isShow === ''
        ? tree
        : onlyFitting(
            tree,
            (row) =>
              (type === '' || row.menuType === type) && (isShow === '' || String(row.isShow) === isShow),
          ),
    [tree, type, isShow],
  )
  const acts = useMemo(() => rowActs(tree), [tree])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const create = act({
    label: '新增',
    icon: <PlusOutlined />,
    primary: true,
    permission: menuAdd,
    run: () => void openMenu({ tree, row: null, pid: 0, menuType: 'M' }),
  })
  // Between siblings that are not shown a place would mean nothing.
  const movable = shown === tree && mayCall(menuSort)
  return (
    <TreeTable<MenuRow>
      // What a filter leaves is shown in full.
      key={`${type} ${isShow}`}
      opened={shown !== tree}
      rows={shown}
      loading={isPending}
      columns={COLUMNS}
      actions={acts}
      searched="name"
      {...(movable ? { onMove: (moved, target, place) => move(tree, moved, target, place), mayMove } : {})}
      top={
        <>
          <Acts acts={[create]} target={undefined} />
          <Select value={type} options={TYPES} aria-label="类型" style={{ width: 110 }} onChange={setType} />
          <Select
            value={isShow}
            options={STATES}
            aria-label="显示状态"
            style={{ width: 110 }}
            onChange={setIsShow}
          />
        </>
      }
      empty={<Empty text={type === '' && isShow === '' ? '还没有菜单' : '没有符合条件的菜单'} />}
    />
  )
}

const cell = (name: 'createTime') => (row: MenuRow) => (
  <FieldCell field={menu.all[name]} name={name} value={row[name]} row={row} />
)

const COLUMNS = [
  {
    name: 'name',
    title: '菜单名称',
    width: 220,
    render: (row: MenuRow) => (
      <>
        {row.icon !== '' && <NamedIcon name={row.icon} />} {row.name}
      </>
    ),
  },
  {
    name: 'menuType',
    title: '类型',
    width: 65,
    render: (row: MenuRow) => (
      <StateTag label={MENU_TYPES.find((one) => one.value === row.menuType)?.label ?? ''} />
    ),
  },
  { name: 'sort', title: '排序', width: 60, align: 'right' as const },
  {
    name: 'perms',
    title: '权限标识',
    width: 220,
    render: (row: MenuRow) =>
      row.perms === '' ? (
        NONE
      ) : (
        <span className="k-code k-two-lines acc-break" title={row.perms.replaceAll(',', '\n')}>
          {row.perms}
        </span>
      ),
  },
  {
    name: 'component',
    title: '组件路径',
    width: 190,
    render: (row: MenuRow) =>
      row.component === '' ? NONE : <span className="k-code acc-break">{row.component}</span>,
  },
  {
    name: 'isShow',
    title: '状态',
    width: 65,
    render: (row: MenuRow) =>
      row.menuType === 'A' ? (
        NONE
      ) : (
        <StatusSwitch
          field={menu.shape.isShow}
          name="isShow"
          row={row}
          call={menuShow}
          input={() => ({ id: row.id })}
        />
      ),
  },
  { name: 'createTime', title: '创建时间', width: 140, render: cell('createTime') },
]

function rowActs(tree: readonly MenuRow[]): Act<MenuRow>[] {
  return [
    act({
      label: '新增',
      permission: menuAdd,
      when: (row) => row.menuType !== 'A',
      run: (row) =>
        void openMenu({ tree, row: null, pid: row.id, menuType: row.menuType === 'M' ? 'C' : 'A' }),
    }),
    act({
      label: '编辑',
      permission: menuUpdate,
      run: (row) => void openMenu({ tree, row, pid: row.pid, menuType: 'C' }),
    }),
    callAct(menuDelete, {
      label: '删除',
      danger: true,
      off: (row) =>
        row.children !== undefined
          ? '存在下级菜单，不允许删除'
          : row.systemKey !== ''
            ? '系统菜单不可删除，可隐藏'
            : null,
      prompt: (row) => `确定删除“${row.name}”吗？`,
      input: ({ id }) => ({ id }),
      success: '删除成功',
    }),
  ]
}

/** Buttons stand in pages, and nothing stands in a button. */
function mayMove(moved: MenuRow, target: MenuRow, place: Place): boolean {
  if (place === 'inside') return moved.menuType === 'A' ? target.menuType === 'C' : target.menuType !== 'A'
  return (moved.menuType === 'A') === (target.menuType === 'A') || moved.pid === target.pid
}

function siblingsOf(tree: readonly MenuRow[], pid: number): readonly MenuRow[] | undefined {
  if (pid === 0) return tree
  for (const row of tree) {
    const found = row.id === pid ? (row.children ?? []) : siblingsOf(row.children ?? [], pid)
    if (found !== undefined) return found
  }
  return undefined
}

/** Writes the siblings in their new order; a refused move leaves the tree as it is. */
async function move(tree: readonly MenuRow[], moved: MenuRow, target: MenuRow, place: Place): Promise<void> {
  const pid = place === 'inside' ? target.id : target.pid
  const siblings = (siblingsOf(tree, pid) ?? []).filter((row) => row.id !== moved.id)
  const at = siblings.findIndex((row) => row.id === target.id)
  const index = place === 'inside' ? siblings.length : place === 'before' ? at : at + 1
  const wanted = [...siblings.slice(0, index), moved, ...siblings.slice(index)]
  await change(menuSort, { pid, ids: wanted.map((row) => row.id).join(',') }, { success: '操作成功' }).catch(
    () => undefined,
  )
}
