import { DatePicker, Input, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { ActorsInput } from './ActorsInput.tsx'
import { AttributeTable } from './AttributeTable.tsx'
import { DraftLine } from './DraftLine.tsx'
import { splitTokens, withPerformType } from './edit.ts'
import { useEditing, useItem } from './editing.ts'
import { FormFieldsTable } from './FormFieldsTable.tsx'
import { expressionFault, handlerWarning, minutesFault, timeFault } from './faults.ts'
import { choicesOf, type Item } from './fields.ts'
import { handlerNames, handlerOptions } from './handlerOptions.ts'
import { Line, saidOf } from './Line.tsx'
import { labelIn, NamedBox } from './NamedBox.tsx'
import { RightsTable } from './RightsTable.tsx'
import { SizeInput } from './SizeInput.tsx'
import { useDraft } from './useDraft.ts'

/** The input of an item, after its kind. */
export function ItemInput({ item }: { item: Item }) {
  switch (item.kind) {
    case 'text':
      return <TextInput item={item} />
    case 'expression':
      return <TextInput item={item} faultOf={expressionFault} area="code" />
    case 'minutes':
      return <TextInput item={item} faultOf={minutesFault} />
    case 'time':
      return <TimeInput item={item} />
    case 'choice':
      return <ChoiceInput item={item} />
    case 'performType':
      return <PerformInput item={item} />
    case 'handler':
    case 'form':
    case 'callee':
      return <NamedInput item={item} />
    case 'handlers':
      return <HandlersInput item={item} />
    case 'actors':
      return <ActorsInput item={item} />
    case 'size':
      return <SizeInput />
    case 'attributes':
      return <AttributeTable />
    case 'formFields':
      return <FormFieldsTable item={item} />
    case 'rights':
      return <RightsTable item={item} />
  }
}

interface TextInputProps {
  item: Item
  faultOf?(text: string): string | null
  area?: 'code'
}

function TextInput({ item, faultOf, area }: TextInputProps) {
  const [text, set] = useItem(item)
  return (
    <DraftLine
      label={item.label}
      help={item.help}
      value={text}
      set={set}
      faultOf={faultOf}
      {...(area === undefined ? {} : { area })}
    />
  )
}

const SHOWN_TIME = 'YYYY-MM-DD HH:mm:ss'

/** Free text beside a calendar that writes a date and a time into it. */
function TimeInput({ item }: { item: Item }) {
  const id = useId()
  const [stored, set] = useItem(item)
  const draft = useDraft(stored, set)
  const fault = timeFault(draft.text)
  const moment = dayjs(draft.text)
  const isMoment = /^\d{4}-\d\d-\d\d[ T]/.test(draft.text) && moment.isValid()
  return (
    <Line id={id} label={item.label} help={item.help} fault={fault}>
      <Space.Compact block>
        <Input
          id={id}
          value={draft.text}
          allowClear
          maxLength={200}
          {...saidOf(id, fault)}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.flush}
        />
        <DatePicker
          className="wf-clock"
          aria-label={`选择${item.label}`}
          showTime
          allowClear={false}
          placeholder=""
          value={isMoment ? moment : null}
          onChange={(chosen) => {
            draft.type(chosen === null ? '' : chosen.format(SHOWN_TIME))
            draft.flush()
          }}
        />
      </Space.Compact>
    </Line>
  )
}

function ChoiceInput({ item }: { item: Item }) {
  const id = useId()
  const { properties } = useEditing()
  const [text, set] = useItem(item)
  // How a countersign fails says nothing about a task of one person.
  if (item.name === 'countersignFailPolicy' && properties.performType !== 'ALL') return null
  const options = choicesOf(item.name)
  const known = options.some((one) => one.value === text)
  const shown = text === '' ? item.usual : text
  return (
    <Line
      id={id}
      label={item.label}
      help={item.help}
      fault={text === '' || known ? null : `${item.label}取值不正确`}
    >
      <Select
        id={id}
        className="k-fill"
        value={shown ?? null}
        options={options}
        placeholder="按系统设置"
        allowClear={item.usual === undefined}
        onChange={(value) => set(value ?? '')}
      />
    </Line>
  )
}

function PerformInput({ item }: { item: Item }) {
  const id = useId()
  const { change } = useEditing()
  const [text] = useItem(item)
  return (
    <Line id={id} label={item.label} help={item.help}>
      <Select
        id={id}
        className="k-fill"
        value={text === '' ? 'ANY' : text}
        options={choicesOf(item.name)}
        onChange={(to) => change((now) => withPerformType(now, to))}
      />
    </Line>
  )
}

/** A registered name, a form or a process: chosen from those that are known, or typed. */
function NamedInput({ item }: { item: Item }) {
  const id = useId()
  const { host } = useEditing()
  const [name, set] = useItem(item)
  const known =
    item.kind === 'form'
      ? (host.forms ?? [])
      : item.kind === 'callee'
        ? (host.processes ?? [])
        : handlerNames(host.handlers, item.handler)
  const warning = namedWarning(item, name, host)
  const help = labelIn(known, name) === undefined ? item.help : `编码：${name}`
  return (
    <Line id={id} label={item.label} help={help} warning={warning}>
      <NamedBox
        id={id}
        value={name}
        known={known}
        options={item.kind === 'handler' ? handlerOptions(host.handlers, item.handler) : known}
        {...saidOf(id, warning, false)}
        onChange={set}
      />
    </Line>
  )
}

function namedWarning(item: Item, text: string, host: ReturnType<typeof useEditing>['host']): string | null {
  if (text === '' || item.kind === 'form') return null
  if (item.kind === 'handler') return handlerWarning(host.handlers, item.handler, [text])
  const { processes } = host
  return processes === undefined || processes.some((one) => one.value === text)
    ? null
    : `子流程「${text}」未部署`
}

/** Registered names in their order, comma separated. */
function HandlersInput({ item }: { item: Item }) {
  const id = useId()
  const { host } = useEditing()
  const [text, set] = useItem(item)
  const names = splitTokens(text)
  const known = handlerNames(host.handlers, item.handler)
  const warning = handlerWarning(host.handlers, item.handler, names)
  return (
    <Line id={id} label={item.label} help={item.help} warning={warning}>
      <Select<string[]>
        id={id}
        className="k-fill"
        mode="tags"
        value={names}
        options={handlerOptions(host.handlers, item.handler)}
        labelRender={({ value }) => <span title={`${value}`}>{labelIn(known, `${value}`) ?? value}</span>}
        tokenSeparators={[',', '，']}
        placeholder="选择或输入，可多个"
        notFoundContent={null}
        {...saidOf(id, warning, false)}
        onChange={(next) => set(splitTokens(next.join(',')).join(','))}
      />
    </Line>
  )
}
