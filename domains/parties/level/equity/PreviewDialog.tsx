import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { equityCalls } from './equity.document.ts'
import { equityAmount } from './equity.rules.ts'

type Preview = OutWireOf<typeof equityCalls.preview>
type Row = Preview['rows'][number]

const shape = equityCalls.preview.answer.shape?.rows?.shape ?? {}

function Cell({ name, row }: { name: keyof Row; row: Row }) {
  const field = shape[name]
  return field && <FieldCell field={field} name={name} value={row[name]} row={row} />
}

function Names({ data }: { data: Preview }) {
  return (
    <>
      <p>
        期间 <strong>{data.period}</strong>
        {data.issueTime !== null && `，${formatTime(data.issueTime, browserZone)} 发放`}，共{' '}
        <strong>{data.companyCount}</strong> 个单位
        {Number(data.total) > 0 && `，返利与余额合计 ${groupedAmount(data.total)} 元`}
        {data.companyCount > 200 && '（只列出前 200 个单位）'}
      </p>
      <Table<Row>
        bordered
        rowKey={(row) => `${row.companyId} ${row.equityType} ${row.amount}`}
        dataSource={data.rows}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: true }}
        locale={{ emptyText: <span className="k-hint">这一期没有可发放的单位</span> }}
        columns={[
          { title: '单位', render: (_, row) => <Cell name="companyId" row={row} /> },
          { title: '权益', render: (_, row) => <Cell name="equityType" row={row} /> },
          {
            title: '净额',
            align: 'right',
            render: (_, row) => row.net !== null && <Cell name="net" row={row} />,
          },
          {
            title: '数量',
            align: 'right',
            render: (_, { equityType, amount }) => equityAmount(equityType, amount),
          },
        ]}
      />
    </>
  )
}

/** 预览名单: who would get what by the next period of a plan. Catalog §6.6. */
export default function PreviewDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useCall(equityCalls.preview, { id }, { quiet: true })
  return (
    <Dialog width={760} title="预览名单" footer={null} onCancel={onClose}>
      {data !== undefined ? (
        <Names data={data} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}
