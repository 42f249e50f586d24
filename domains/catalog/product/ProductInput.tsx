import { Button, Space } from 'antd'
import { ariaOf, type InputProps, placeholderOf } from '#kit/web/fieldUi.ts'
import { rememberNames, useRefNames } from '#kit/web/refs.ts'
import { pickProducts } from '../catalog.pickers.tsx'

/** A product in a form of any room: chosen in 商品列表. Platform §5.1. */
export function ProductInput(props: InputProps) {
  const { id, value, disabled, onChange } = props
  const chosen = Number(value ?? 0)
  const [named] = useRefNames('product', chosen === 0 ? [] : [chosen])
  const choose = async () => {
    const [picked] = (await pickProducts()) ?? []
    if (picked === undefined) return
    rememberNames('product', [{ value: picked.id, label: picked.productName }])
    onChange(picked.id)
  }
  return (
    <Space.Compact block>
      <Button
        {...ariaOf(props)}
        id={id}
        disabled={disabled}
        className="p-choose"
        onClick={() => void choose()}
      >
        {named === undefined ? placeholderOf(props, '请选择') : named.label}
      </Button>
      {chosen !== 0 && (
        <Button disabled={disabled} onClick={() => onChange(null)}>
          清除
        </Button>
      )}
    </Space.Compact>
  )
}
