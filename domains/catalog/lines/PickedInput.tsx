import { CloseOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { idsOf } from '#kit/fields/refs/web.tsx'
import type { Option } from '#kit/shared/standardCalls.ts'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'
import { rememberNames, useRefNames } from '#kit/web/refs.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { pickProducts, pickSkus } from '../catalog.pickers.tsx'
import { pasteCodes } from './PasteCodes.tsx'
import type { FoundSku } from './skuFind.ts'
import './lines.css'

interface Goods {
  entity: 'product' | 'sku'
  /** on the button and in the count */
  called: string
  pick(chosen: readonly number[]): Promise<readonly Option[] | null>
  /** what a pasted code means here */
  pasted(sku: FoundSku): Option
}

const PRODUCTS: Goods = {
  entity: 'product',
  called: '商品',
  pick: async () =>
    (await pickProducts({ multiple: true }))?.map((row) => ({ value: row.id, label: row.productName })) ??
    null,
  pasted: (sku) => ({ value: Number(sku.productId), label: String(sku.productName) }),
}

const nameOf = (row: { productName: unknown; suk: unknown; skuCode: unknown }): string =>
  `${row.productName} ${row.suk} ${row.skuCode}`

const SKUS: Goods = {
  entity: 'sku',
  called: '规格',
  pick: async (chosen) =>
    (await pickSkus({ off: (row) => (chosen.includes(row.id) ? '已选择' : null) }))?.map((row) => ({
      value: row.id,
      label: nameOf(row),
    })) ?? null,
  pasted: (sku) => ({ value: Number(sku.skuId), label: nameOf(sku) }),
}

/** Several goods: chosen in 商品列表, or by pasted codes. Catalog §10. */
function PickedInput({ goods, ...props }: InputProps & { goods: Goods }) {
  const { id, field, value, disabled, onChange } = props
  const { entity, called } = goods
  const chosen = idsOf(value)
  const names = useRefNames(entity, chosen)
  const add = (found: readonly Option[]) => {
    const fresh = [...new Map(found.map((one) => [one.value, one])).values()].filter(
      (one) => !chosen.includes(one.value),
    )
    if (found.length > 0 && fresh.length === 0) toastInfo(`所选${called}已在其中`)
    rememberNames(entity, fresh)
    onChange([...chosen, ...fresh.map((one) => one.value)].slice(0, field.max).join(','))
  }
  return (
    <>
      <Space wrap>
        <Button
          {...ariaOf(props)}
          id={id}
          disabled={disabled}
          onClick={async () => add((await goods.pick(chosen)) ?? [])}
        >
          选择{called}
        </Button>
        <Button
          disabled={disabled}
          onClick={async () => add(((await pasteCodes({})) ?? []).map(goods.pasted))}
        >
          粘贴编码
        </Button>
        <span className="k-hint">
          已选 {chosen.length} 个{called}
        </span>
      </Space>
      {names.length > 0 && (
        <ul className="l-names">
          {names.map((one) => (
            <li key={one.value}>
              <span>{one.label}</span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`移除 ${one.label}`}
                disabled={disabled}
                onClick={() => onChange(chosen.filter((other) => other !== one.value).join(','))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const ProductsInput = (props: InputProps) => <PickedInput {...props} goods={PRODUCTS} />

export const SkusInput = (props: InputProps) => <PickedInput {...props} goods={SKUS} />
