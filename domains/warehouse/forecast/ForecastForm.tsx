import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { forecastCalls as calls } from './forecast.calls.ts'
import { SOURCE, singleItemForecast } from './forecast.entity.ts'
import { nextPeriod } from './forecastActs.tsx'

const GROUPS = [
  {
    title: '预测',
    fields: [
      'warehouseId',
      'skuId',
      'supplierId',
      'periodStart',
      'periodEnd',
      'forecastQty',
      'confidence',
      'source',
    ],
  },
  { title: '到货', fields: ['planQty', 'expectDate', 'remark'] },
]
const isKnown = (values: WireRow): boolean => Number(values.id ?? 0) > 0
const INPUTS = {
  warehouseId: { disabled: isKnown },
  skuId: { disabled: isKnown },
  supplierId: { help: '转预约前必填' },
  planQty: { help: '箱数和托数按商品的箱规、托规计算' },
  expectDate: { help: '留空按到货提前期计算' },
}

/** 新增单品预测, 编辑单品预测. Warehouse §5.10. */
export default function ForecastForm() {
  const { id } = useParams()
  return (
    <FormPage
      id={id === undefined ? null : Number(id)}
      of={singleItemForecast}
      calls={calls}
      groups={GROUPS}
      inputs={INPUTS}
      initial={{ ...nextPeriod(), source: SOURCE.purchase }}
      back="/wts/singleItemForecast"
    />
  )
}
