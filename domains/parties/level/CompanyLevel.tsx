import { Button } from 'antd'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Table } from '#kit/web/Table.tsx'
import { evaluateCalls, evaluationDocument } from './evaluation/evaluation.document.ts'
import { ScoreChart, useEvaluations } from './evaluation/ScoreChart.tsx'
import { LevelLog } from './LevelLog.tsx'
import { openSetLevel } from './openSetLevel.ts'
import { orgLevelCalls } from './orgLevel.calls.ts'

function LastEvaluations({ companyId }: { companyId: number }) {
  const { data, isPending } = useEvaluations(companyId)
  return (
    <Table
      bordered
      loading={isPending}
      dataSource={data?.list ?? []}
      scroll={{ x: true }}
      locale={{ emptyText: <span className="k-hint">还没有评定过</span> }}
      columns={[
        { title: '月份', dataIndex: 'month' },
        {
          title: '单号',
          render: (_, row) => (
            <PageLink to={placeOfOne(evaluationDocument.places.see, row.id)}>{row.evaluationNo}</PageLink>
          ),
        },
        { title: '得分', dataIndex: 'score', align: 'right' },
        { title: '星级', render: (_, row) => `${row.star}星` },
        {
          title: '状态',
          render: (_, row) => {
            const state = AUDIT_STATES.find((one) => one.value === row.auditStatus)
            return state && <StateTag label={state.label} means={state.means} />
          },
        },
      ]}
    />
  )
}

/** 等级与评定 of a company: its last evaluations and every change of its level. Catalog §6.1, §6.5. */
export default function CompanyLevel({ companyId }: { companyId: number }) {
  return (
    <>
      {mayCall(orgLevelCalls.set) && (
        <Button onClick={() => void openSetLevel(String(companyId))}>调整等级</Button>
      )}
      {mayCall(evaluateCalls.list) && (
        <section className="k-section">
          <h3 className="k-group-title">近一年评定</h3>
          <ScoreChart companyId={companyId} />
          <LastEvaluations companyId={companyId} />
        </section>
      )}
      <section className="k-section">
        <h3 className="k-group-title">等级日志</h3>
        <LevelLog companyId={companyId} />
      </section>
    </>
  )
}
