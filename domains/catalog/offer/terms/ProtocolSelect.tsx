import { Select } from 'antd'
import { useDict } from '#kit/web/dict.ts'
import { ariaOf, type InputProps, isNone, textOf } from '#kit/web/fieldUi.ts'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'

/** The protocols of the mall and of the supply chain, grouped. */
function useProtocols() {
  const groups = [
    { label: '商城协议', entries: useDict('protocol_name_mall') },
    { label: '供应链协议', entries: useDict('protocol_name_gyl') },
  ]
  return groups
    .filter((group) => group.entries.length > 0)
    .map(({ label, entries }) => ({
      label,
      options: entries.map((one) => ({ value: one.dictValue, label: one.dictLabel })),
    }))
}

export function ProtocolInput(props: InputProps) {
  const { id, value, onChange, disabled } = props
  return (
    <Select<string>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      className="k-fill"
      value={isNone(value) ? null : textOf(value)}
      disabled={disabled ?? false}
      options={useProtocols()}
      placeholder="请选择"
      onChange={onChange}
    />
  )
}

/** The filter 协议类型. */
export const protocolFilter = optionsFilter('protocolCode', '协议类型', function useAll() {
  return useProtocols().flatMap(({ options }) => options)
})
