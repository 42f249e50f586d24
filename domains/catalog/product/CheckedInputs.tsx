import { Input, Tooltip } from 'antd'
import { useState } from 'react'
import { FieldInput } from '#kit/fields/web.tsx'
import { barcodeCheckDigitFits } from '#kit/shared/text.ts'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useProductPlace } from './ProductFormContext.ts'
import { storeCalls } from './product.calls.ts'

/** Which other product already has a value; asked once the person has left the input. */
function useTaken(a: 'barCode' | 'storeName', value: string, asked: boolean): string | null {
  const { id } = useProductPlace()
  const { data } = useCall(
    storeCalls.isExist,
    { a, b: value, ...(id === null ? {} : { excludeId: id }) },
    { enabled: asked && value !== '' && mayCall(storeCalls.isExist), quiet: true, fresh: 10_000 },
  )
  return data?.isExist ? data.productName : null
}

/** Shorter codes are also the beginnings of these, so that they are judged only when the person is done. */
const WHOLE_CODE = 13

/** A barcode, its check digit tested while it is typed, its owner asked for afterwards. Catalog §8.4. */
export function BarcodeInput(props: InputProps) {
  const value = textOf(props.value).trim()
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState(false)
  const done = !typing || value.length >= WHOLE_CODE
  const wrong = done && !barcodeCheckDigitFits(value)
  const taken = useTaken('barCode', value, typed && !typing && !wrong)
  // Once refused, the field itself says so.
  const remark = props.invalid
    ? ''
    : wrong
      ? '商品条码校验位不正确'
      : taken === null
        ? ''
        : `该条码已被商品“${taken}”使用`
  const input = (
    <Input
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      disabled={props.disabled}
      placeholder={props.compact ? '' : '可扫描'}
      maxLength={props.field.max}
      status={remark === '' ? '' : 'warning'}
      allowClear={!props.compact}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyped(true)
        props.onChange(event.target.value.trim())
      }}
    />
  )
  if (props.compact) return remark === '' ? input : <Tooltip title={remark}>{input}</Tooltip>
  return (
    <>
      {input}
      <div className="p-remark" role="status">
        {remark}
      </div>
    </>
  )
}

/** The name of a product; another one of the same name is allowed, but told. Catalog §2.3. */
export function NameInput(props: InputProps) {
  const value = textOf(props.value).trim()
  const [left, setLeft] = useState('')
  const taken = useTaken('storeName', value, left === value)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the input inside was left.
    <div onBlur={() => setLeft(value)}>
      <FieldInput {...props} />
      <div className="p-remark" role="status">
        {taken === null ? '' : '已存在同名商品'}
      </div>
    </div>
  )
}
