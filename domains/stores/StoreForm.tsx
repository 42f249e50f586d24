import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import type { FormState } from '#kit/web/form/useForm.ts'
import { toastError } from '#kit/web/toast.ts'
import { AddressInput } from './AddressInput.tsx'
import { store } from './store.entity.ts'
import { readPoint, storeFaults } from './store.rules.ts'
import { storeCalls } from './stores.calls.ts'
import { DayTimeInput, ValidTimeInput } from './TimeInputs.tsx'

const GROUPS = [
  {
    title: '基本信息',
    fields: ['image', 'name', 'storeCode', 'storeType', 'companyId', 'shoudaId', 'phone', 'introduction'],
  },
  { title: '营业', fields: ['dayTime', 'validTime', 'businessStatus', 'isShow', 'channelIds'] },
  { title: '配送', fields: ['warehouseId', 'deliveryRadius', 'startAmount', 'deliveryFee'] },
  { title: '证照', fields: ['licenceFile'] },
  // Last, so that the point is pasted right below it.
  { title: '地址', fields: ['address', 'detailedAddress', 'latitude', 'longitude'] },
]

const INPUTS = {
  companyId: { help: '加盟店须选择所属单位' },
  shoudaId: { help: '须为所属单位的售达方' },
  address: { Input: AddressInput },
  dayTime: { Input: DayTimeInput },
  validTime: { Input: ValidTimeInput, help: '自提订单可以核销的日期，留空不限' },
  latitude: { placeholder: '如 26.0745' },
  longitude: { placeholder: '如 119.2965' },
}

// Without a point the text is one for both (storeFaults); that they are asked for, their labels tell.
const SHAPE = {
  ...store.shape,
  latitude: { ...store.shape.latitude, required: true },
  longitude: { ...store.shape.longitude, required: true },
}

/** A sold-to party is one of the company. */
const hidden = (name: string, values: WireRow): boolean =>
  name === 'shoudaId' && (values.companyId ?? null) === null
/** Another company has other sold-to parties. */
const derive = (name: string) => (name === 'companyId' ? { shoudaId: null } : undefined)
const check = (values: WireRow) =>
  Object.fromEntries(storeFaults(values).map(({ field, message }) => [field, message]))

/** A point copied from a map page, into both inputs. */
function PointPaste({ form }: { form: FormState }) {
  const [text, setText] = useState('')
  const fill = () => {
    const point = readPoint(text)
    if (point === null) return toastError('请输入“纬度,经度”，如 26.0745,119.2965')
    form.set('latitude', point.latitude)
    form.set('longitude', point.longitude)
    setText('')
  }
  return (
    <section className="k-group">
      <h3 className="k-group-title">粘贴坐标</h3>
      <p className="k-hint">在任意地图网页上选中门店位置并复制坐标，粘贴到这里即可填入纬度和经度。</p>
      <Space.Compact block className="s-point">
        <Input
          aria-label="坐标"
          value={text}
          placeholder="纬度,经度"
          onChange={(event) => setText(event.target.value)}
          onPressEnter={fill}
        />
        <Button disabled={text === ''} onClick={fill}>
          填入
        </Button>
      </Space.Compact>
    </section>
  )
}

/** 新增门店, 编辑门店. Catalog §5. */
export default function StoreForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={store}
      shape={SHAPE}
      calls={storeCalls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      check={check}
      derive={derive}
      below={(form) => <PointPaste form={form} />}
      back="/storeManagement"
    />
  )
}
