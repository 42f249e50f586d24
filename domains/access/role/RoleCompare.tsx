import { CheckOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { TreeTable } from '#kit/web/tree/TreeTable.tsx'
import { onlyFitting, type TreeRow, withoutEmptyChildren } from '#kit/web/tree/tree.ts'
import { useCall } from '#kit/web/useCall.ts'
import type { MenuNodeItem } from '../menu/menu.calls.ts'
import { heldIn } from './RulesInput.tsx'
import { roleInfo } from './role.calls.ts'
import '../access.css'

interface Role {
  id: number
  roleName: string
}

type Row = TreeRow & { name: string; isFolder: boolean; perms: string; one: boolean; other: boolean }
type Node = Row & { children: Node[] }

const OTHER = ref('对比角色', 'role')

/** 权限对比: what one role may and another may not. Platform §6.2. */
export function compareRoles(role: Role): Promise<null> {
  return openDialog<null>((close) => <Comparison role={role} onClose={() => close(null)} />)
}

function nodesOf(tree: readonly MenuNodeItem[], other: ReadonlySet<number>): Node[] {
  return tree.map(({ id, name, menuType, perms, checked, child }) => ({
    id,
    name,
    isFolder: menuType === 'M',
    perms: menuType === 'A' ? perms : '',
    one: checked,
    other: other.has(id),
    children: nodesOf(child, other),
  }))
}

/** A directory gives nothing by itself. */
const mark = ({ isFolder }: Row, on: boolean) =>
  isFolder ? '' : on ? <CheckOutlined aria-label="有" style={{ color: 'var(--ant-color-success)' }} /> : '—'

function Comparison({ role, onClose }: { role: Role; onClose(): void }) {
  const [otherId, setOtherId] = useState<number | null>(null)
  const [differing, setDiffering] = useState(true)
  const one = useCall(roleInfo, { id: role.id }, { quiet: true })
  const other = useCall(roleInfo, { id: otherId ?? role.id }, { quiet: true, enabled: otherId !== null })
  const both = otherId !== null && one.data !== undefined && other.data !== undefined
  const rows = useMemo(() => {
    if (one.data === undefined || other.data === undefined) return []
    const nodes: Row[] = withoutEmptyChildren(
      nodesOf(one.data.menuList, new Set(heldIn(other.data.menuList))),
    )
    return differing ? onlyFitting(nodes, (row) => !row.isFolder && row.one !== row.other) : nodes
  }, [one.data, other.data, differing])
  const error = one.error ?? other.error
  return (
    <Dialog title={`权限对比：${role.roleName}`} width={860} footer={null} onCancel={onClose}>
      <div className="acc-rules-bar">
        <div style={{ flex: '1 1 200px', maxWidth: 320 }}>
          <RefSelect
            field={OTHER}
            value={otherId === null ? [] : [otherId]}
            placeholder="选择要对比的角色"
            onChange={([id]) => setOtherId(id ?? null)}
          />
        </div>
        <Checkbox checked={differing} onChange={(event) => setDiffering(event.target.checked)}>
          只看差异
        </Checkbox>
      </div>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void Promise.all([one.refetch(), other.refetch()])} />
      ) : otherId === null ? (
        <Empty text="选择一个角色，逐项对比两者的权限" />
      ) : (
        <TreeTable<Row>
          key={`${otherId} ${differing} ${both}`}
          rows={rows}
          loading={!both}
          searched="name"
          opened
          columns={[
            { name: 'name', title: '权限', width: 220 },
            { name: 'one', title: role.roleName, width: 110, render: (row) => mark(row, row.one) },
            {
              name: 'other',
              title: other.data?.roleName ?? '',
              width: 110,
              render: (row) => mark(row, row.other),
            },
            {
              name: 'perms',
              title: '权限标识',
              width: 240,
              render: (row) => <span className="k-code">{row.perms}</span>,
            },
          ]}
          empty={<Empty text={both ? '两个角色的权限完全相同' : '正在对比'} />}
        />
      )}
    </Dialog>
  )
}
