import { Button, Space } from 'antd'
import { FieldCell, mayShow } from '#kit/fields/web.tsx'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PARTNERS, type PartnerScreens } from './partnerScreens.ts'
import { shoudaCalls, shoudaDocument } from './shouda.document.ts'
import { shouda } from './shouda.entity.ts'

/** What stands of a kind of partner on the page of a company. */
interface Kind extends Pick<PartnerScreens, 'of' | 'show'> {
  calls: Pick<PartnerScreens['calls'], 'list' | 'save'>
  create(companyId: number): string
  see(id: string): string
}

const MOST = 50

const KINDS: readonly Kind[] = [
  {
    of: shouda,
    calls: shoudaCalls,
    show: ['shoudaNum', 'shoudaName', 'salesOrg', 'distChannel', 'division', 'auditStatus', 'status'],
    create: (companyId) => `${shoudaDocument.places.create}?companyId=${companyId}`,
    see: (id) => placeOfOne(shoudaDocument.places.see, id),
  },
  ...PARTNERS.map(
    ({ of, calls, code, page, show }): Kind => ({
      of,
      calls,
      show: [code, of.facts.title, ...show.filter((name) => name in of.all), 'isDefault', 'status'],
      create: (companyId) => `${page}/0/edit?companyId=${companyId}`,
      see: (id) => `${page}/${id}/see`,
    }),
  ),
]

/** 合作方 on the page of a company: its sold-to parties, payers, ship-tos and invoice-tos. Catalog §6.1. */
export default function CompanyPartners({ companyId }: { companyId: number }) {
  return (
    <>
      {KINDS.filter((kind) => mayCall(kind.calls.list)).map((kind) => (
        <Partners key={kind.of.name} kind={kind} companyId={companyId} />
      ))}
    </>
  )
}

function Partners({ kind, companyId }: { kind: Kind; companyId: number }) {
  const {
    of,
    show,
    calls: { list, save },
  } = kind
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
          bordered
          rowKey={(row) => textOf(row.id)}
          dataSource={[...rows]}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <span className="k-hint">还没有{of.label}</span> }}
          columns={[
            ...show.flatMap((name) => {
              const field = of.all[name]
              if (field === undefined || !mayShow(field)) return []
              return {
                key: name,
                title: field.label,
                render: (_: unknown, row: WireRow) => (
                  <FieldCell field={field} name={name} value={row[name]} row={row} />
                ),
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
