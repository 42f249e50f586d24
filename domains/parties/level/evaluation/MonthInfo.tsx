import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { Acts } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { adjustAct } from './adjustAct.tsx'
import { channelName } from './channelName.ts'
import { monthCalls } from './evaluation.calls.ts'
import { evaluationDocument } from './evaluation.document.ts'
import { evaluationMonth, MONTH_STATES, orgEvaluation } from './evaluation.entity.ts'
import { figureText } from './evaluation.rules.ts'
import { monthActs } from './MonthList.tsx'

type Row = OutWireOf<typeof monthCalls.info>
type Company = Row['rows'][number]

const SECTIONS = [
  {
    title: '测评',
    fields: [
      'month',
      'channelId',
      'companyCount',
      'submittedCount',
      'passedCount',
      'avgScore',
      'generateTime',
    ],
  },
]
const PER_PAGE = 50
const ADJUST = [adjustAct]
const adjustText = (adjust: number): string =>
  adjust === 0 ? '' : `${adjust > 0 ? '+' : ''}${adjust.toFixed(2)}`
const { beforeLevelId, suggestLevelId } = orgEvaluation.all

function Companies({ rows }: { rows: readonly Company[] }) {
  const phone = useIsPhone()
  if (rows.length === 0) return <Empty text="该渠道没有生效的单位" />
  const [first] = rows
  const dimensions = (first?.scores ?? []).map((line, index) => ({
    title: `${line.ruleName}（${line.weight}%）`,
    key: `score${index}`,
    align: 'right' as const,
    render: (_: unknown, row: Company) => {
      const own = row.scores[index]
      if (own?.score == null) return <span className="k-hint">不计</span>
      return (
        <>
          {own.score}{' '}
          <span className="k-hint">
            ({own.figure === null ? NONE : figureText(own.dimension, Number(own.figure))})
          </span>
        </>
      )
    },
  }))
  return (
    <Table<Company>
      bordered
      dataSource={[...rows]}
      pages={PER_PAGE}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: '单位',
          width: 200,
          ...(phone ? {} : { fixed: 'start' as const }),
          render: (_, row) => (
            <PageLink to={placeOfOne(evaluationDocument.places.see, row.id)}>{row.companyName}</PageLink>
          ),
        },
        ...dimensions,
        {
          title: '调整',
          align: 'right',
          render: (_, row) => adjustText(Number(row.adjust)),
        },
        { title: '总分', dataIndex: 'score', align: 'right' },
        { title: '星级', render: (_, row) => `${row.star}星` },
        {
          title: '当前等级',
          render: (_, row) => (
            <FieldCell field={beforeLevelId} name="beforeLevelId" value={row.beforeLevelId} row={row} />
          ),
        },
        {
          title: '建议等级',
          render: (_, row) => (
            <FieldCell field={suggestLevelId} name="suggestLevelId" value={row.suggestLevelId} row={row} />
          ),
        },
        {
          title: '状态',
          render: (_, row) => {
            const state = AUDIT_STATES.find((one) => one.value === row.auditStatus)
            return state && <StateTag label={state.label} means={state.means} />
          },
        },
        ...(ADJUST.some((one) => rows.some((row) => one.may(row)))
          ? [
              {
                title: '操作',
                ...(phone ? {} : { fixed: 'end' as const }),
                render: (_: unknown, row: Company) => <Acts acts={ADJUST} target={row} link />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** One run: figure and score of every company in every dimension. Catalog §6.5. */
export default function MonthInfo() {
  const { id } = useParams()
  if (id === undefined) return <Empty text="请在月度测评中选择要查看的月份" />
  return (
    <InfoPage
      of={evaluationMonth}
      call={monthCalls.info}
      id={Number(id)}
      title={(row) => `月度测评 ${row.month} ${channelName(row.channelId)}`}
      name={(row) => `${row.month} ${channelName(row.channelId)}月度测评`}
      states={(row) => [MONTH_STATES.find((one) => one.value === row.status)]}
      actions={monthActs}
      back="/company/month"
      figures={(row) => [
        { label: '单位', value: row.companyCount },
        { label: '已通过', value: row.passedCount },
        { label: '平均得分', value: row.avgScore ?? NONE },
      ]}
      sections={SECTIONS}
      parts={(row) => [{ key: 'rows', label: '单位', content: <Companies rows={row.rows} /> }]}
    />
  )
}
