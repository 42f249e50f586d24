import { Button } from 'antd'
import { goTo } from '#kit/web/navigate.ts'
import { currentSession, mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { openPick, openShort } from '../pick/PickLines.tsx'
import { pickCalls as calls } from '../pick/pick.calls.ts'
import { PICK_TOUCHES } from '../pick/pickActs.tsx'
import { LIST } from '../pick/pickList.entity.ts'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { GoodsJob } from './GoodsJob.tsx'
import { leftOf } from './lines.rules.ts'

const MOST = 500
const OPEN = `${LIST.open},${LIST.picking}`

/** 拣货: what is fetched, in the order of walking. Warehouse §5.2, §7. */
export default function PickJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Pick id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { status: OPEN, keywords: code, limit: 50 },
    { quiet: true },
  )
  const own = currentSession().person?.id
  const choices = data?.list
    .filter((row) => row.pickerId === null || row.pickerId === own)
    .map((row) => ({
      id: row.id,
      title: row.pickSn,
      note: `${row.skuCount} 种 ${row.totalQty} 件${row.pickerId === null ? '，待领取' : '，拣货中'}`,
    }))
  return (
    <Chooser
      job="pick"
      title="拣货"
      label="扫描拣货单号"
      empty="没有待领取或正在拣的拣货单"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function Pick({ id }: { id: number }) {
  const head = useCall(calls.info, { id }, { quiet: true })
  const body = useCall(calls.lines, { pickListId: id, limit: MOST }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined || head.data === undefined)
    return <JobReading title="拣货" back="/wms/scan/pick" of={[body, head]} />
  const { warehouseId, pickSn, status } = head.data
  const isOpen = status === LIST.open || status === LIST.picking
  const lines = data.list.map((line) => ({
    ...{ id: line.id, skuId: line.skuId, sectionId: line.sectionId, name: line.storeName, suk: line.suk },
    ...{ lotNo: line.lotNo, expiryDate: line.expiryDate },
    want: Math.round((line.qty - line.shortQty) * 1000) / 1000,
    done: line.pickedQty,
    whole: line,
  }))
  const finish = async () => {
    await change(calls.finish, { id }, { success: '拣货已完成', touches: PICK_TOUCHES })
    goTo('/wms/scan/pick')
  }
  return (
    <GoodsJob
      title={`拣货 ${pickSn}`}
      label="扫描库区或商品条码"
      doc={`pick:${id}`}
      back="/wms/scan/pick"
      to={`/wms/scan/pick/${id}`}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      send={(line, { scanId, code, qty }) => ({
        path: calls.pick.path,
        input: { lineId: line.id, qty, lotNo: '', reason: '', scanId, code },
      })}
      tools={({ whole }) =>
        isOpen &&
        whole.pickedQty + whole.shortQty < whole.qty && (
          <>
            {mayCall(calls.short) && <Button onClick={() => void openShort(whole)}>缺货</Button>}
            <Button onClick={() => void openPick(whole)}>改批次</Button>
          </>
        )
      }
      finish={{
        label: '完成拣货',
        off: (now) => {
          const open = now.filter((line) => leftOf(line) > 0).length
          if (!isOpen) return '拣货单已结束'
          if (open > 0) return `还有${open}行未拣完`
          return mayCall(calls.finish) ? null : '没有完成拣货的权限'
        },
        run: () => void finish(),
      }}
    />
  )
}
