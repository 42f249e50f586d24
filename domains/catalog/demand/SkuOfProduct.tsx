import { Select } from 'antd'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { useCall } from '#kit/web/useCall.ts'
import { storeCalls } from '../product/product.calls.ts'

const MOST = 600

/** A specification of the product the form names. */
export function SkuOfProduct(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const productId = Number(useFormDraft().productId ?? 0)
  const { data, isFetching } = useCall(
    storeCalls.attrValues,
    { productId, limit: MOST },
    { quiet: true, enabled: productId > 0 },
  )
  return (
    <Select<number>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      disabled={(disabled ?? false) || productId === 0}
      loading={isFetching}
      placeholder={productId === 0 ? '请先选择商品' : '请选择'}
      value={textOf(value) === '' ? null : Number(value)}
      options={(data?.list ?? []).map((row) => ({ value: row.id, label: row.suk || row.skuCode }))}
      onChange={(skuId) => onChange(skuId ?? null)}
    />
  )
}
