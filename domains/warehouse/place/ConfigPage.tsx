import { Button, Input, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { int, refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { today } from '#kit/shared/time.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { useEntityForm } from '#kit/web/form/useEntityForm.ts'
import { useUnsaved } from '#kit/web/form/useForm.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { configCalls as calls } from './config.calls.ts'
import { wareHouseConfig } from './config.entity.ts'
import { configFaults } from './config.rules.ts'
import { section } from './section.entity.ts'
import { warehouseCalls } from './warehouse.calls.ts'
import './place.css'

const GROUPS = [
  { title: '服务范围', fields: ['channelIds', 'areaIds', 'priority', 'cutOffTime'] },
  {
    title: '收货',
    fields: [
      ...[
        'overReceivePct',
        'needQc',
        'acceptCheck',
        'blindReceive',
        'autoExamineTypes',
        'dockCount',
        'slotMinutes',
      ],
      ...['slotStart', 'slotEnd'],
    ],
  },
  {
    title: '出库',
    fields: [
      ...['allocRule', 'pickMode', 'waveMax', 'slotCount', 'needPick', 'needCheck', 'needNightCount'],
      'custShelfRules',
    ],
  },
  { title: '调拨', fields: ['oneStep', 'inTransitWarnDays', 'transferTolerancePct'] },
  { title: '冻结', fields: ['unfreezeNeedExamine', 'autoFreeze'] },
  { title: '盘点', fields: ['countMode', 'blind', 'tolerancePct', 'toleranceAmount', 'closeMonth'] },
  { title: '标签与SAP', fields: ['labelSize', 'boxLabelSize', 'weighPrefix', 'sapPush'] },
]
const CALLS = { update: calls.update }
const { warehouseId: _warehouseId, ...SHAPE } = wareHouseConfig.shape
const MOST = 200

const check = (values: WireRow) =>
  Object.fromEntries(configFaults(values, today().slice(0, 7)).map(({ field, message }) => [field, message]))

/** 仓库配置: the warehouses at the left, at the right what is set for the chosen one. Warehouse §4.3. */
export default function ConfigPage() {
  const [address, setAddress] = useSearchParams()
  const asked = Number(address.get('warehouseId') ?? 0)
  const [keywords, setKeywords] = useState('')
  const phone = useIsPhone()
  const { data, error, refetch } = useCall(
    warehouseCalls.all,
    { keywords, limit: MOST },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0 && keywords === '')
    return <Empty text="还没有可以配置的仓库，请先在“仓库列表”中新增仓库" />
  const chosen = asked === 0 ? (data[0]?.value ?? 0) : asked
  const choose = (id: number) => setAddress({ warehouseId: String(id) }, { replace: true })
  return (
    <div className="k-page w-two">
      {phone ? (
        <RefSelect
          field={section.shape.warehouseId}
          aria-label="仓库"
          value={[chosen]}
          placeholder="请选择"
          onChange={([id]) => id !== undefined && choose(id)}
        />
      ) : (
        <nav aria-label="仓库">
          <Input.Search
            allowClear
            placeholder="仓库编码、名称"
            aria-label="搜索仓库"
            onSearch={setKeywords}
          />
          <div className="w-places">
            {data.map(({ value, label }) => (
              <Button
                key={value}
                block
                type={value === chosen ? 'primary' : 'text'}
                aria-current={value === chosen}
                onClick={() => choose(value)}
              >
                {label}
              </Button>
            ))}
          </div>
        </nav>
      )}
      {chosen > 0 && <Config key={chosen} warehouseId={chosen} />}
    </div>
  )
}

function Config({ warehouseId }: { warehouseId: number }) {
  const { data, error, refetch, isFetchedAfterMount } = useCall(calls.info, { warehouseId }, { quiet: true })
  const [reading, setReading] = useState(0)
  const reload = async () => {
    await refetch()
    setReading((count) => count + 1)
  }
  if (data === undefined || !isFetchedAfterMount)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void reload()} />
  return (
    <Ready
      key={reading}
      id={data.id}
      name={data.warehouseName}
      warehouseId={warehouseId}
      row={data}
      onReload={() => void reload()}
    />
  )
}

interface ReadyProps {
  id: number
  name: string
  warehouseId: number
  row: WireRow
  onReload(): void
}

function Ready({ id, name, warehouseId, row, onReload }: ReadyProps) {
  const start = useMemo(() => row, [row])
  const { form, saving, save } = useEntityForm({
    shape: SHAPE,
    calls: CALLS,
    id,
    title: `仓库配置 ${name}`,
    start,
    check,
    success: '保存成功',
    touches: ['/admin/wms/wareHouseConfig', '/admin/warehouse'],
    onSaved: onReload,
    onReload,
  })
  useUnsaved(form.dirty)
  const may = mayCall(calls.update)
  return (
    <div>
      <h2 className="k-group-title">{name}</h2>
      <FormBody form={form} groups={GROUPS} readOnly={!may} jumps />
      <div className="k-page-foot">
        <Space wrap>
          {may && (
            <Button type="primary" loading={saving} disabled={!form.dirty} onClick={() => void save()}>
              保存
            </Button>
          )}
          {mayCall(calls.copy) && (
            <Button disabled={form.dirty} onClick={() => void openCopy(warehouseId, name).then(onReload)}>
              复制到其他仓库
            </Button>
          )}
        </Space>
      </div>
    </div>
  )
}

const copying = entity(
  'wareHouseConfig',
  '仓库配置',
  {
    fromId: int('来源仓库', { form: false }),
    toIds: refs('目标仓库', 'warehouse', { required: true, max: MOST }),
  },
  { title: 'toIds' },
)

/** Chooses the warehouses that take over these settings, all but the closed month. */
const openCopy = (fromId: number, name: string) =>
  openForm({
    of: copying,
    id: null,
    title: `复制“${name}”的配置`,
    calls: { save: calls.copy },
    success: '复制成功',
    complete: (input) => ({ ...input, fromId }),
    touches: ['/admin/wms/wareHouseConfig', '/admin/warehouse'],
  })
