import { Button, Radio } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { stateLabel } from '#kit/shared/states.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Table } from '#kit/web/Table.tsx'
import { companyStates } from './company.document.ts'
import { company } from './company.entity.ts'
import { pageOf } from './companyActs.tsx'
import { comparedCompany, type mergeCalls } from './companyMerge.calls.ts'

export type Compared = OutWireOf<typeof mergeCalls.compare>[number]

const COLUMNS = ['creditCode', 'contactName', 'contactPhone', 'districtId', 'address', 'agentId'] as const
const LAST = ['status', 'createTime'] as const

const columnOf = (name: keyof typeof comparedCompany) => ({
  key: name,
  title: comparedCompany[name].label,
  render: (_: unknown, row: Compared) => (
    <FieldCell field={comparedCompany[name]} name={name} value={row[name]} row={row} />
  ),
})

interface ComparedTableProps {
  rows: readonly Compared[]
  /** the one that is kept, and what choosing another does */
  kept?: number | null
  onKeep?(id: number): void
  /** leaves one out that is another company after all */
  onLeaveOut?(id: number): void
}

const FEWEST = 2

/** Companies side by side, so that a person sees whether they are the same one. Catalog §10. */
export function ComparedTable({ rows, kept = null, onKeep, onLeaveOut }: ComparedTableProps) {
  return (
    <Table<Compared>
      bordered
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      columns={[
        ...(onKeep === undefined
          ? []
          : [
              {
                key: 'kept',
                title: '保留',
                width: 60,
                align: 'center' as const,
                render: (_: unknown, row: Compared) => (
                  <Radio
                    checked={row.id === kept}
                    aria-label={`保留 ${row.orgName}`}
                    onChange={() => onKeep(row.id)}
                  />
                ),
              },
            ]),
        {
          key: 'orgName',
          title: company.label,
          render: (_, row) => (
            <Button type="link" className="k-link" onClick={() => goTo(pageOf(row.id))}>
              {row.orgName}（{row.orgCode}）
            </Button>
          ),
        },
        ...COLUMNS.map(columnOf),
        {
          key: 'auditStatus',
          title: '审核状态',
          render: (_, row) => stateLabel(companyStates, row.auditStatus),
        },
        ...LAST.map(columnOf),
        ...(onLeaveOut === undefined
          ? []
          : [
              {
                key: 'act',
                title: '操作',
                render: (_: unknown, row: Compared) => (
                  <Button
                    type="link"
                    size="small"
                    disabled={row.id === kept || rows.length <= FEWEST}
                    aria-label={`移出 ${row.orgName}`}
                    onClick={() => onLeaveOut(row.id)}
                  >
                    移出
                  </Button>
                ),
              },
            ]),
      ]}
    />
  )
}
