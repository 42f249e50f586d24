import { Button, Space, Table } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import type { Call, Page } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { SHOUDA_PAGE } from './shoudaView.tsx'

interface Kind {
  of: Entity
  list: Call<unknown, { companyId: string; limit: number }, unknown, Page<WireRow>>
  save: Call
  columns: readonly string[]
  create(companyId: number): string
  see(id: string): string
}

const MOST = 50

const page = (path: string) => ({
  create: (companyId: number) => `${path}/0/edit?companyId=${companyId}`,
  see: (id: string) => `${path}/${id}/see`,
})

const KINDS: readonly Kind[] = [
  {
    of: shouda,
    list: trust(shoudaCalls.list),
    save: trust(shoudaCalls.save),
    columns: ['shoudaNum', 'shoudaName', 'salesOrg', 'distChannel', 'division', 'auditStatus', 'status'],
    create: (companyId) => `${SHOUDA_PAGE}?companyId=${companyId}`,
    see: (id) => `${SHOUDA_PAGE}/${id}/see`,
  },
  {
    of: payer,
    list: trust(payerCalls.list),
    save: trust(payerCalls.save),
    columns: ['payerCode', 'payerName', 'settleType', 'contractStatus', 'isDefault', 'status'],
    ...page('/company/addPayer'),
  },
  {
    of: shipTo,
    list: trust(shipToCalls.list),
    save: trust(shipToCalls.save),
    columns: ['shipToCode', 'shipToName', 'contactName', 'contactPhone', 'address', 'isDefault', 'status'],
    ...page('/company/addAddress'),
  },
  {
    of: invoiceTo,
    list: trust(invoiceToCalls.list),
    save: trust(invoiceToCalls.save),
    columns: ['invoiceCode', 'invoiceTitle', 'taxNo', 'invoiceType', 'isDefault', 'status'],
    ...page('/company/addInvoice'),
  },
]

/** 合作方 on the page of a company: its sold-to parties, payers, ship-tos and invoice-tos. Catalog §6.1. */
export default function CompanyPartners({ companyId }: { companyId: number }) {
  return (
    <>
      {KINDS.filter((kind) => mayCall(kind.list)).map((kind) => (
        <Partners key={kind.of.name} kind={kind} companyId={companyId} />
      ))}
    </>
  )
}

function Partners({ kind, companyId }: { kind: Kind; companyId: number }) {
  const { of, list, save, columns } = kind
  const asked = { companyId: String(companyId), limit: MOST }
  const { data, error, refetch } = useCall(list, asked, { quiet: true })
  const rows = data?.list ?? []
  return (
    <section className="k-section">
      <Space>
        <h3 className="k-group-title">
          {of.label}
          {data !== undefined && `（${data.total}）`}
        </h3>
        {mayCall(save) && (
          <Button size="small" onClick={() => goTo(kind.create(companyId))}>
            新增{of.label}
          </Button>
        )}
      </Space>
      {data === undefined ? (
        error === null ? (
          <Loading rows={2} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Table<WireRow>
          size="small"
          bordered
          pagination={false}
          rowKey={(row) => textOf(row.id)}
          dataSource={[...rows]}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <span className="k-hint">还没有{of.label}</span> }}
          columns={[
            ...columns.map((name) => {
              const field = of.all[name]
              return {
                key: name,
                title: field?.label,
                render: (_: unknown, row: WireRow) =>
                  field && <FieldCell field={field} name={name} value={row[name]} row={row} />,
              }
            }),
            {
              key: 'see',
              title: '操作',
              render: (_: unknown, row: WireRow) => (
                <Button type="link" className="k-link" onClick={() => goTo(kind.see(textOf(row.id)))}>
                  查看
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
