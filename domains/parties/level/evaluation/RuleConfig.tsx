import { PlusOutlined } from '@ant-design/icons'
import { Menu, Select } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { monthKey } from '#kit/shared/time.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { bandsText } from './bands.ts'
import { channelName } from './channelName.ts'
import { ruleCalls } from './evaluation.calls.ts'
import { DIMENSIONS, MANUAL } from './evaluation.rules.ts'
import { openRule, weightSum } from './openRule.tsx'

type Rule = OutWireOf<typeof ruleCalls.list>['list'][number]

/** All of them: a channel gets a version a month at most. */
const INPUT = { limit: 500 }

const NEW: Act<Rule | undefined> = act({
  label: '新增版本',
  icon: <PlusOutlined />,
  primary: true,
  permission: ruleCalls.save,
  run: (rule) =>
    void openRule(
      null,
      rule && {
        channelId: rule.channelId,
        effectiveMonth: monthKey(new Date(), 1),
        lines: rule.lines,
        star5: rule.star5,
        star4: rule.star4,
        star3: rule.star3,
        star2: rule.star2,
      },
    ),
})
const ACTIONS: readonly Act<Rule>[] = [
  act({ label: '编辑', permission: ruleCalls.update, run: ({ id }) => void openRule(id) }),
  callAct(ruleCalls.remove, {
    label: '删除',
    danger: true,
    prompt: ({ effectiveMonth }) => `确定删除${effectiveMonth}起的版本吗？`,
    input: ({ id }) => ({ id: String(id) }),
    success: '删除成功',
  }),
]

/** The version that counts this month: the last of its channel that has begun. */
function isCurrent(rule: Rule, rules: readonly Rule[]): boolean {
  const month = monthKey(new Date())
  const begun = rules.filter((one) => one.channelId === rule.channelId && one.effectiveMonth <= month)
  return begun.every((one) => one.effectiveMonth <= rule.effectiveMonth) && rule.effectiveMonth <= month
}

function Version({ rule }: { rule: Rule }) {
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <div className="k-list-bar">
        <h3 className="k-group-title">
          {channelName(rule.channelId)} · {rule.effectiveMonth} 起
        </h3>
        <Acts acts={ACTIONS} target={rule} />
      </div>
      <Table
        bordered
        rowKey="dimension"
        dataSource={rule.lines}
        scroll={{ x: 760 }}
        columns={[
          { title: '指标名称', dataIndex: 'ruleName', width: 140 },
          {
            title: '指标',
            width: 110,
            render: (_, line) => DIMENSIONS.find((one) => one.value === line.dimension)?.label,
          },
          { title: '权重(%)', dataIndex: 'weight', align: 'right', width: 90 },
          {
            title: '分段',
            render: (_, line) =>
              line.bands.length === 0 && line.dimension === MANUAL
                ? '直接取人工评分'
                : bandsText(line.dimension, line.bands),
          },
          { title: '说明', dataIndex: 'remark' },
        ]}
      />
      <p>
        权重合计 <strong>{weightSum(rule.lines)}%</strong>
      </p>
      <p>
        星级：5星 ≥ {rule.star5}，4星 ≥ {rule.star4}，3星 ≥ {rule.star3}，2星 ≥ {rule.star2}，其余1星
      </p>
      {rule.remark !== '' && <p className="k-prose">{rule.remark}</p>}
    </div>
  )
}

/** 评定规则标准: versions on the left, the lines of one on the right. Catalog §6.5. */
export default function RuleConfig() {
  const { data, error, refetch } = useCall(ruleCalls.list, INPUT, { quiet: true })
  const [address, setAddress] = useSearchParams()
  const phone = useIsPhone()
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rules = data.list
  const chosen =
    rules.find((rule) => rule.id === Number(address.get('id'))) ??
    rules.find((rule) => isCurrent(rule, rules)) ??
    rules[0]
  const choose = (id: string) => setAddress({ id }, { replace: true })
  const label = (rule: Rule) => `${rule.effectiveMonth} 起${isCurrent(rule, rules) ? '（当前）' : ''}`
  const groups = [...Map.groupBy(rules, (rule) => rule.channelId)]
  return (
    <div className="k-page">
      <div className="k-list-bar">
        <Acts acts={[NEW]} target={chosen} />
      </div>
      {chosen === undefined ? (
        <Empty text="还没有评定规则。点击新增版本，为渠道设置指标、权重和分段" />
      ) : (
        <div style={{ display: 'flex', gap: 16, flexDirection: phone ? 'column' : 'row' }}>
          {phone ? (
            <Select<string>
              aria-label="版本"
              value={String(chosen.id)}
              options={rules.map((rule) => ({
                value: String(rule.id),
                label: `${channelName(rule.channelId)} ${label(rule)}`,
              }))}
              onChange={choose}
            />
          ) : (
            <Menu
              style={{ width: 220 }}
              selectedKeys={[String(chosen.id)]}
              onClick={({ key }) => choose(key)}
              items={groups.map(([channelId, own]) => ({
                key: `channel${channelId}`,
                type: 'group' as const,
                label: channelName(channelId),
                children: own.map((rule) => ({ key: String(rule.id), label: label(rule) })),
              }))}
            />
          )}
          <Version rule={chosen} />
        </div>
      )}
    </div>
  )
}
