import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, quantity, ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { CallError, request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { PriceSource, spanText } from './PriceParts.tsx'
import { calcCall } from './price.calls.ts'

type Line = OutWireOf<typeof calcCall>['lines'][number]

const SHAPE = {
  channelId: choice('渠道', CHANNELS, { required: true }),
  shoudaId: ref('售达方', 'shouda'),
  payerId: ref('付款方', 'payer'),
  salesChannelId: ref('销售渠道', 'salesChannel', { help: '留空取售达方的销售渠道' }),
  orgLevelId: ref('组织等级', 'orgLevel', { help: '留空取售达方所属单位的等级' }),
  uid: ref('用户', 'user'),
  qty: quantity('数量', { required: true }),
  time: datetime('时间', { help: '留空为现在' }),
}

/** 价格试算: the price of a line, its amount and tax, and each place a price was looked for. Catalog §4.1. */
export function PriceCalc({ skuId, unitName }: { skuId: number; unitName: string }) {
  const form = useForm(SHAPE, { channelId: 1202, qty: 1 })
  const [line, setLine] = useState<Line | null>(null)
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    if (!form.check()) return
    setAsking(true)
    try {
      const { qty, ...terms } = form.input(false)
      const { lines } = await request(calcCall, {
        ...terms,
        lines: [{ skuId, qty: Number(qty), unitId: null, packs: [] }],
      })
      setLine(lines[0] ?? null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <FormBody form={form} inputs={{ qty: { label: `数量（${unitName}）` } }} />
      <Button type="primary" loading={asking} className="p-above" onClick={() => void ask()}>
        试算
      </Button>
      {line !== null && <Result line={line} />}
    </>
  )
}

function Result({ line }: { line: Line }) {
  const facts: readonly [string, unknown][] = [
    ['单价', line.price],
    ['取价依据', line.reason],
    ['原价', line.otPrice],
    ['是否锁定价', line.locked === 1 ? '是，不再享受会员价' : '否'],
    ['金额', line.amount],
    ['不含税金额', line.net],
    [`税额（${line.taxRate ?? 0}%）`, line.tax],
    ['基础价', line.basePrice],
    ['最低限价', line.floorPrice],
  ]
  return (
    <>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, sm: 2, md: 3 }}
        items={facts.map(([label, value]) => ({
          key: label,
          label,
          children: value === null || value === '' ? NONE : String(value),
        }))}
      />
      <h3 className="k-group-title">取价过程</h3>
      <Table<Line['steps'][number]>
        rowKey="label"
        scroll={{ x: 900 }}
        columns={[
          {
            title: '结果',
            dataIndex: 'used',
            width: 70,
            render: (used: number) =>
              used === 1 ? <StateTag label="采用" means="done" /> : <span className="k-hint">{NONE}</span>,
          },
          { title: '步骤', dataIndex: 'label', width: 110 },
          { title: '对象', dataIndex: 'name', width: 140, render: orNone },
          { title: '价格', dataIndex: 'price', width: 90, align: 'right', render: orNone },
          { title: '说明', dataIndex: 'note', width: 170, render: orNone },
          {
            title: '来源',
            dataIndex: 'sourceName',
            width: 200,
            render: (_, row) => <PriceSource {...row} />,
          },
          {
            title: '有效期',
            dataIndex: 'startTime',
            width: 270,
            render: (_, row) => spanText(row.startTime, row.endTime),
          },
        ]}
        dataSource={[...line.steps]}
        locale={{ emptyText: <Empty text="没有取价过程" /> }}
      />
    </>
  )
}

const orNone = (value: string | null) => value || NONE
