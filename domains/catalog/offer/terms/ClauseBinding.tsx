import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Input, Space, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, ActButton, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { relationCalls } from './terms.calls.ts'
import { BIND_TYPES, type BindType, termsRelation } from './terms.entity.ts'
import './terms.css'

type Bound = OutWireOf<typeof relationCalls.bound>['list'][number]
const READS = [
  'termsId',
  'termName',
  'bindTermsType',
  'bindId',
  'bindName',
  'startTime',
  'endTime',
  'sort',
] as const
type Relation = RowSeen<typeof relationCalls.list, typeof READS>

const TERMS = ref('条款', 'termsService')
const ALL = 'all'
const TOUCHED = ['/admin/terms/service']

const isBindType = (value: number): value is BindType => BIND_TYPES.some((one) => one.value === value)

const validity = ({ startTime, endTime }: { startTime: number | null; endTime: number | null }): string =>
  startTime === null && endTime === null
    ? '长期'
    : `${startTime === null ? '' : formatTime(startTime, browserZone)} 至 ${endTime === null ? '' : formatTime(endTime, browserZone)}`

/** 条款绑定: choose a term, then what it is bound to, or see all bindings. Catalog §3.7. */
export default function ClauseBinding() {
  const [address, setAddress] = useSearchParams()
  const termsId = Number(address.get('termsId') ?? 0)
  const tab = address.get('type') ?? String(BIND_TYPES[0].value)
  const set = (next: Record<string, string>) =>
    setAddress({ termsId: String(termsId || ''), type: tab, ...next }, { replace: true })
  const chosen = Number(tab)
  return (
    <div className="k-page">
      <Space wrap className="terms-choice">
        <label htmlFor="binding-terms">条款</label>
        <div className="terms-select">
          <RefSelect
            id="binding-terms"
            field={TERMS}
            value={termsId === 0 ? [] : [termsId]}
            placeholder="请选择"
            onChange={([id]) => set({ termsId: String(id ?? '') })}
          />
        </div>
      </Space>
      <Tabs
        activeKey={tab}
        items={[
          ...BIND_TYPES.map((one) => ({ key: String(one.value), label: one.label })),
          { key: ALL, label: '全部关系' },
        ]}
        onChange={(type) => set({ type })}
      />
      {tab === ALL ? (
        <Relations key={termsId} termsId={termsId} />
      ) : termsId === 0 ? (
        <Empty text="请先选择条款，再选择要绑定的对象" />
      ) : (
        isBindType(chosen) && <Transfer key={`${termsId}:${chosen}`} termsId={termsId} type={chosen} />
      )}
    </div>
  )
}

/** Left 未绑定, right 已绑定; objects move singly or several at once. */
function Transfer({ termsId, type }: { termsId: number; type: BindType }) {
  const move = async (bind: boolean, ids: readonly number[]) => {
    await change(
      bind ? relationCalls.bind : relationCalls.unbind,
      { termsId, bindTermsType: type, bindIds: ids.join(',') },
      { success: bind ? '绑定成功' : '解绑成功', touches: TOUCHED },
    )
  }
  const side = (bound: boolean) => (
    <Side
      title={bound ? '已绑定' : '未绑定'}
      call={bound ? relationCalls.bound : relationCalls.unbound}
      termsId={termsId}
      type={type}
      may={mayCall(bound ? relationCalls.unbind : relationCalls.bind)}
      verb={bound ? '解绑' : '绑定'}
      icon={bound ? <LeftOutlined /> : <RightOutlined />}
      onMove={(ids) => move(!bound, ids)}
    />
  )
  return (
    <div className="terms-sides">
      {side(false)}
      {side(true)}
    </div>
  )
}

interface SideProps {
  title: string
  call: typeof relationCalls.bound | typeof relationCalls.unbound
  termsId: number
  type: BindType
  may: boolean
  verb: string
  icon: ReactNode
  onMove(ids: readonly number[]): Promise<void>
}

function Side({ title, call, termsId, type, may, verb, icon, onMove }: SideProps) {
  const [asked, setAsked] = useState({ keywords: '', page: 1, limit: 20 })
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { data, error, isPending, refetch } = useCall(
    call,
    { termsId, bindTermsType: type, ...asked },
    { keep: true, quiet: true },
  )
  const moveChosen = act({
    label: `${verb}选中${chosen.length > 0 ? `（${chosen.length}）` : ''}`,
    icon,
    off: () => (chosen.length === 0 ? `请先选择要${verb}的对象` : null),
    run: async () => {
      await onMove(chosen)
      setChosen([])
    },
  })
  return (
    <section className="terms-side" aria-label={title}>
      <div className="terms-side-head">
        <h3 className="k-group-title">
          {title}
          {data === undefined ? '' : `（${data.total}${data.more ? '+' : ''}）`}
        </h3>
        {may && <ActButton act={moveChosen} target={undefined} />}
      </div>
      <Input.Search
        allowClear
        placeholder="名称、编码"
        aria-label={`搜索${title}`}
        onSearch={(keywords) => setAsked((now) => ({ ...now, keywords, page: 1 }))}
      />
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Bound>
          rowKey="bindId"
          loading={isPending}
          {...(call === relationCalls.bound ? { scroll: { x: 420 } } : {})}
          locale={{ emptyText: `没有${title}的对象` }}
          {...(may
            ? {
                rowSelection: {
                  selectedRowKeys: [...chosen],
                  getCheckboxProps: (row) => ({ 'aria-label': `选择${row.bindName}` }),
                  onChange: (_keys, rows) => setChosen(rows.map((row) => row.bindId)),
                },
              }
            : {})}
          columns={[
            {
              title: '名称',
              render: (_value, row) => (
                <span className="p-name">
                  {row.bindName}
                  {row.bindCode !== '' && <div className="k-hint">{row.bindCode}</div>}
                </span>
              ),
            },
            ...(call === relationCalls.bound
              ? [{ title: '有效期', width: 150, render: (_value: unknown, row: Bound) => validity(row) }]
              : []),
            ...(may
              ? [
                  {
                    title: '操作',
                    width: 70,
                    fixed: 'right' as const,
                    render: (_value: unknown, row: Bound) => (
                      <ActButton
                        link
                        act={act({ label: verb, run: (one: Bound) => onMove([one.bindId]) })}
                        target={row}
                      />
                    ),
                  },
                ]
              : []),
          ]}
          dataSource={data?.list ?? []}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Pager
          total={data.total}
          more={data.more ?? false}
          state={{
            page: asked.page,
            limit: asked.limit,
            set: (next) =>
              setAsked((now) => ({ ...now, page: next.page ?? 1, limit: next.limit ?? now.limit })),
          }}
        />
      )}
    </section>
  )
}

const SHOW = ['termName', 'bindTermsType', 'bindName', 'validity', 'sort']
const COLUMNS = {
  termName: { width: 180 },
  bindName: { width: 240, render: (row: Relation) => <span className="p-name">{row.bindName || NONE}</span> },
  validity: { title: '有效期', width: 180, render: validity },
}
const { startTime, endTime, sort } = termsRelation.shape
const FORM = { startTime, endTime, sort }

const editRelation: Act<Relation> = act({
  label: '编辑',
  permission: relationCalls.update,
  run: (row) =>
    openForm({
      of: termsRelation,
      // The list has told all there is.
      calls: { save: relationCalls.update },
      id: null,
      title: `编辑绑定 ${row.bindName}`,
      shape: FORM,
      initial: { startTime: row.startTime, endTime: row.endTime, sort: row.sort },
      inputs: {
        startTime: { help: '留空为立即' },
        endTime: { help: '留空为长期' },
        sort: { help: '数字大的在前' },
      },
      complete: (input) => ({ ...input, id: row.id, version: row.version }),
      success: '编辑成功',
      touches: TOUCHED,
    }),
})

const unbindRelation = callAct(relationCalls.unbind, {
  label: '解绑',
  danger: true,
  prompt: (row: Relation) => `确定将“${row.termName}”从“${row.bindName}”解绑吗？`,
  input: ({ termsId, bindTermsType, bindId }) => ({ termsId, bindTermsType, bindIds: String(bindId) }),
  success: '解绑成功',
  touches: TOUCHED,
})

/** Keywords search the term. */
const LISTED: Entity = {
  ...termsRelation,
  all: { ...termsRelation.all, termsId: { ...TERMS, label: '条款名称', search: true } },
}

/** 全部关系, of one term where one is chosen. */
function Relations({ termsId }: { termsId: number }) {
  return (
    <ListPage
      of={LISTED}
      {...(termsId === 0 ? {} : { fixed: { termsId } })}
      calls={{ list: relationCalls.list }}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      actions={[editRelation, unbindRelation]}
      empty="还没有绑定，选择条款后在各页签中绑定"
    />
  )
}
