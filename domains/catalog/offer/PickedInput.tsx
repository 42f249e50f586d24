import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { ariaOf, type InputProps, isNone } from '#kit/web/fieldUi.ts'
import { rememberNames, useRefNames } from '#kit/web/refs.ts'
import { pickProducts, pickSkus } from '../catalog.pickers.tsx'
import './tag/label.css'

const idsOf = (value: unknown): number[] => (isNone(value) ? [] : String(value).split(',').map(Number))

interface Picked {
  id: number
  label: string
}

interface ListedProps extends InputProps {
  entity: string
  text: string
  pick(): Promise<readonly Picked[] | null>
}

/** Chosen rows as tags beside the button that adds more. */
function Listed({ entity, text, pick, ...props }: ListedProps) {
  const { value, onChange, id, disabled } = props
  const ids = idsOf(value)
  const names = useRefNames(entity, ids)
  const add = async () => {
    const picked = await pick()
    if (picked === null) return
    rememberNames(
      entity,
      picked.map((one) => ({ value: one.id, label: one.label })),
    )
    onChange([...new Set([...ids, ...picked.map((one) => one.id)])].join(','))
  }
  return (
    <div className="p-picked">
      {names.map((one) => (
        <Tag
          key={one.value}
          closable={disabled !== true}
          closeIcon={<span title={`移除${one.label}`}>×</span>}
          onClose={(event) => {
            event.preventDefault()
            onChange(ids.filter((other) => other !== one.value).join(','))
          }}
        >
          <span className="p-name">{one.label}</span>
        </Tag>
      ))}
      <Button
        {...ariaOf(props)}
        id={id}
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled ?? false}
        onClick={() => void add()}
      >
        {text}
      </Button>
    </div>
  )
}

/** Several products, chosen in 商品列表. */
export function ProductsInput(props: InputProps) {
  const pick = async () =>
    (await pickProducts({ multiple: true }))?.map((row) => ({ id: row.id, label: row.productName })) ?? null
  return <Listed {...props} entity="product" text="选择商品" pick={pick} />
}

/** Several specifications of products. */
export function SkusInput(props: InputProps) {
  const pick = async () =>
    (await pickSkus())?.map((row) => ({ id: row.skuId ?? row.id, label: `${row.productName} ${row.suk}` })) ??
    null
  return <Listed {...props} entity="sku" text="选择规格" pick={pick} />
}
