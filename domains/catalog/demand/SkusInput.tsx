import { CloseOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { idsOf } from '#kit/fields/refs/web.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { rememberNames, useRefNames } from '#kit/web/refs.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { pasteCodes } from '../lines/PasteCodes.tsx'
import './demand.css'

interface Named {
  id: number
  name: string
}

/** Several specifications: chosen in 商品列表, or by pasted codes. Catalog §4.3, §10. */
export function SkusInput({ id, field, value, disabled, onChange }: InputProps) {
  const chosen = idsOf(value)
  const names = useRefNames('sku', chosen)
  const add = (found: readonly Named[]) => {
    const fresh = found.filter((one) => !chosen.includes(one.id))
    if (fresh.length < found.length) toastInfo(`${found.length - fresh.length}个规格已在其中`)
    rememberNames(
      'sku',
      fresh.map((one) => ({ value: one.id, label: one.name })),
    )
    onChange([...chosen, ...fresh.map((one) => one.id)].slice(0, field.max).join(','))
  }
  const pick = async () => {
    const picked = await pickSkus({ off: (row) => (chosen.includes(row.id) ? '已选择' : null) })
    add((picked ?? []).map((row) => ({ id: row.id, name: `${row.productName} ${row.suk} ${row.skuCode}` })))
  }
  const paste = async () => {
    const found = await pasteCodes({})
    const named = (found ?? []).map((one) => ({
      id: Number(one.skuId),
      name: `${one.productName} ${one.suk} ${one.skuCode}`,
    }))
    add(named)
  }
  return (
    <>
      <Space wrap>
        <Button id={id} disabled={disabled} onClick={() => void pick()}>
          选择商品
        </Button>
        <Button disabled={disabled} onClick={() => void paste()}>
          粘贴编码
        </Button>
        <span className="k-hint">已选 {chosen.length} 个规格</span>
      </Space>
      <ul className="d-names">
        {names.map((one) => (
          <li key={one.value}>
            <span>{one.label}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={`移除 ${one.label}`}
              disabled={disabled}
              onClick={() => onChange(chosen.filter((skuId) => skuId !== one.value).join(','))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
