import { Button } from 'antd'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { period } from '../partnerList.tsx'
import { licenceCalls } from './licence.calls.ts'
import { licence } from './licence.entity.ts'
import { LICENCE_FORM_PAGE, LICENCE_PAGE } from './licenceView.tsx'
import { qualityCalls, qualityDocument } from './quality.document.ts'

type Row = OutWireOf<typeof licenceCalls.list>['list'][number]

const MOST = 100
const { licenceType, validStatus, auditStatus } = licence.shape

/** 资质证照 on the page of a company: its certificates and those of its partners. Catalog §6.1. */
export default function CompanyLicences({ companyId }: { companyId: number }) {
  const asked = { companyId: String(companyId), limit: MOST }
  const { data, error, refetch } = useCall(licenceCalls.list, asked, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className="k-section">
      <div className="k-list-bar">
        {mayCall(qualityCalls.save) && (
          <Button onClick={() => goTo(`${qualityDocument.places.create}?companyId=${companyId}`)}>
            新增资质档案
          </Button>
        )}
        {mayCall(licenceCalls.save) && (
          <Button onClick={() => goTo(`${LICENCE_FORM_PAGE}?ownerType=1&ownerId=${companyId}`)}>
            新增证照
          </Button>
        )}
      </div>
      <Table<Row>
        bordered
        dataSource={data.list}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <span className="k-hint">还没有证照，可提交资质档案或新增证照</span> }}
        columns={[
          { title: '单位', dataIndex: 'ownerName' },
          {
            title: '证照类型',
            render: (_, row) => (
              <FieldCell field={licenceType} name="licenceType" value={row.licenceType} row={row} />
            ),
          },
          { title: '证照编号', dataIndex: 'licenceNo' },
          { title: '持证主体', dataIndex: 'holder' },
          { title: '有效期', render: (_, row) => period(row.startDate, row.endDate) },
          {
            title: '有效状态',
            render: (_, row) => (
              <FieldCell field={validStatus} name="validStatus" value={row.validStatus} row={row} />
            ),
          },
          {
            title: '审核状态',
            render: (_, row) => (
              <FieldCell field={auditStatus} name="auditStatus" value={row.auditStatus} row={row} />
            ),
          },
          {
            title: '操作',
            render: (_, row) => (
              <Button type="link" className="k-link" onClick={() => goTo(`${LICENCE_PAGE}/${row.id}`)}>
                查看
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}
