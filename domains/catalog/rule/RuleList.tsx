import { DeleteOutlined } from '@ant-design/icons'
import { Flex, Tag } from 'antd'
import { type Act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openRule } from './RuleDialog.tsx'
import { ruleCalls } from './rule.calls.ts'
import { rule } from './rule.entity.ts'
import { readRuleValue } from './rule.rules.ts'

const READS = ['ruleValue', 'ruleName'] as const
type Row = RowSeen<typeof ruleCalls.list, typeof READS>

const linesOf = (row: Row) => {
  const read = readRuleValue(row.ruleValue)
  return 'value' in read ? read.value : []
}

const SHOW = ['ruleName', 'names', 'values']
const COLUMNS = {
  ruleName: { width: 180 },
  names: {
    title: '商品规格',
    width: 200,
    render: (row: Row) =>
      linesOf(row)
        .map((line) => line.value)
        .join('、'),
  },
  values: {
    title: '商品属性',
    width: 420,
    render: (row: Row) =>
      linesOf(row).map((line) => (
        <Flex key={line.value} wrap gap={4} style={{ marginBlock: 2 }}>
          {line.detail.map((value) => (
            <Tag key={value} variant="filled">
              {value}
            </Tag>
          ))}
        </Flex>
      )),
  },
}
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(ruleCalls.remove, {
    label: '批量删除',
    icon: <DeleteOutlined />,
    danger: true,
    prompt: (rows) => `确定删除选中的${rows.length}个商品规格吗？已使用的商品不受影响`,
    input: (rows) => ({ id: rows.map((row) => row.id).join(',') }),
    success: '删除成功',
  }),
]

/** 商品规格: templates of specifications that products copy. Catalog §3.6. */
export default function RuleList() {
  return (
    <ListPage
      reads={READS}
      of={rule}
      calls={ruleCalls}
      show={SHOW}
      columns={COLUMNS}
      batch={BATCH}
      dated=""
      openForm={(row) => openRule(row)}
    />
  )
}
