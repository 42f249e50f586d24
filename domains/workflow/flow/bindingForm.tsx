import { Select } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { optionsFilter } from '#kit/web/list/optionsFilter.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { bindingCalls } from '../binding/binding.calls.ts'
import { processBinding } from '../binding/binding.entity.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import { compile, ExpressionError } from '../model/expression.ts'
import { ProcessSelect } from '../todo/processFilter.tsx'

const WIDTH = 760
const FRESH_MS = 60_000
const { businessType, titleTemplate } = processBinding.shape

/** What may be chosen in definitions and bindings. */
export function useChoices() {
  return useCall(definitionCalls.choices, {}, { quiet: true, fresh: FRESH_MS }).data
}

const useTypes = () => useChoices()?.types.map(({ type, label }) => ({ value: type, label }))

function TypeInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const options = useTypes()
  return (
    <Select<string>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      {...(disabled === undefined ? {} : { disabled })}
      className="k-fill"
      value={textOf(value) || null}
      loading={options === undefined}
      options={options ?? []}
      placeholder={placeholderOf(props, '请选择')}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="没有可以绑定的单据类型"
      onChange={onChange}
    />
  )
}

function ProcessInput(props: InputProps) {
  const { value, onChange, id = '' } = props
  return (
    <ProcessSelect
      id={id}
      value={textOf(value)}
      placeholder={placeholderOf(props, '请选择')}
      onChange={onChange}
    />
  )
}

function FormInput(props: InputProps) {
  const { value, onChange, id } = props
  const options = useChoices()?.pages.map(({ path, label }) => ({
    value: path,
    label: `${label}（${path}）`,
  }))
  return (
    <Select<string>
      {...ariaOf(props)}
      {...(id === undefined ? {} : { id })}
      className="k-fill"
      value={textOf(value) || null}
      options={options ?? []}
      placeholder="业务类型的页面"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      onChange={(path: string | undefined) => onChange(path ?? '')}
    />
  )
}

/** What a condition and a title may name, of the chosen type. */
function Variables({ type }: { type: string }) {
  const fields = useChoices()?.types.find((one) => one.type === type)?.fields ?? []
  if (fields.length === 0) return null
  return (
    <p className="k-hint">
      可用变量：
      {fields.map(({ name, label }) => (
        <span key={name} className="fl-variable">
          <code>{name}</code> {label}
        </span>
      ))}
    </p>
  )
}

/** The same check the server makes, before anything is sent. */
function check({ condition }: WireRow): Record<string, string> {
  const text = textOf(condition).trim()
  if (text === '') return {}
  try {
    compile(text)
    return {}
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { condition: `适用条件有误：${error.message}` }
  }
}

const CALLS = { save: bindingCalls.save, update: bindingCalls.save }
const NAMES = Object.keys(processBinding.shape)

/** Opens the form of a binding; null: a new one, of the process when one is given. */
export function openBinding(
  row: (WireRow & { id: number }) | null,
  processName = '',
): Promise<number | null> {
  return openForm({
    of: processBinding,
    calls: CALLS,
    id: row?.id ?? null,
    width: WIDTH,
    initial: row ?? { processName },
    inputs: {
      businessType: { Input: TypeInput },
      processName: { Input: ProcessInput, label: '流程' },
      condition: { wide: true },
      titleTemplate: { wide: true, placeholder: titleTemplate.help ?? '' },
      form: { Input: FormInput, wide: true },
      sort: { help: '同一业务类型有多条时，按顺序取第一条条件成立的，数字小的在前' },
    },
    check,
    below: ({ values }) => <Variables type={textOf(values.businessType)} />,
    // Its save takes all fields, also of one that is there.
    complete: (_, values) => Object.fromEntries(NAMES.map((name) => [name, values[name]])),
  })
}

/** The filter 业务类型. */
export const typeFilter = optionsFilter('businessType', businessType.label, useTypes)
