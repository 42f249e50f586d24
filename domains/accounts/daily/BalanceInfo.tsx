import { Button, Space } from 'antd'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount } from '#kit/shared/text.ts'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { accountEntry, ZFLAGS } from '../account/account.entity.ts'
import { balanceDailyCalls as calls } from './balanceDaily.calls.ts'
import { balanceDaily } from './balanceDaily.entity.ts'

type Line = OutWireOf<typeof calls.info>

const LIST = '/user/balance'
const CALLS = { list: calls.entries, exportRows: calls.entryExport }
const SUBJECT = { name: 'entryNo' }
const SHOW = ['accountNo', 'accountName', 'pm', 'transactionType', 'amount', 'linkId', 'createTime']
const COLUMNS = { createTime: { title: '时间' } }
const FILTERS = [fieldFilter('accountNo', text('账户号', { max: 30 }))]
const { shape } = balanceDaily

/** 余额对账详情: the entries that a line of a daily batch counts. Orders §6.10. */
export default function BalanceInfo() {
  const { zbatch = '', zflag = '' } = useParams()
  const tab = useTab()
  const { setTitle } = tab
  const flag = ZFLAGS.find(({ value }) => String(value) === zflag)
  const { data, error, refetch } = useCall(
    calls.info,
    { zbatch, ...(flag && { zflag: flag.value }) },
    { quiet: true },
  )
  useEffect(() => setTitle(`余额对账 ${zbatch} ${flag?.label ?? ''}`), [setTitle, zbatch, flag])
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-page">
      <RecordHead
        name={`${data.bizDate} ${labelOf('accountType', data)} ${labelOf('zflag', data)}`}
        number={data.zbatch}
        states={[shape.sapSync.choices?.find((one) => one.value === data.sapSync)]}
        figures={[
          { label: '期初', value: groupedAmount(data.openingBalance ?? '0.00') },
          { label: '本标识金额', value: groupedAmount(data.amount ?? '0.00') },
          {
            label: '期末',
            value: groupedAmount(data.closingBalance ?? '0.00'),
            hint: '期初与四个标识的金额合计',
          },
          { label: '笔数 / 账户数', value: `${data.entryNum} / ${data.accountNum}` },
        ]}
        facts={data.sapDescription !== '' && <p className="k-hint">{data.sapDescription}</p>}
      >
        <Space>
          <Button onClick={() => tab.close(LIST)}>返回</Button>
        </Space>
      </RecordHead>
      <ListPage
        of={accountEntry}
        calls={CALLS}
        subject={SUBJECT}
        show={SHOW}
        columns={COLUMNS}
        filters={FILTERS}
        fixed={{ zbatch, zflag: data.zflag }}
        dated=""
        empty="这一天没有该标识的流水"
      />
    </div>
  )
}

const labelOf = (name: 'accountType' | 'zflag', row: Line): string =>
  shape[name].choices?.find((one) => one.value === row[name])?.label ?? ''
