import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { fieldLabel } from '../../model/names.ts'
import { FIELD_LABELS } from '../../model/texts.ts'
import type { ProcessEdge, ProcessNode, ProcessValues, Properties } from '../../model/types.ts'
import { fieldLabelOf, isRequired, kindOf } from '../../todo/nodeFields.ts'
import { attributeRows, type Right, readRights, splitTokens, textIn } from './edit.ts'
import { textOfItem } from './editing.ts'
import { factsOf } from './facts.ts'
import { choicesOf, type Item, PROCESS_SECTIONS, sectionsOf } from './fields.ts'
import { type FieldRow, fieldRows } from './formFields.ts'
import { handlerNames } from './handlerOptions.ts'
import type { DrawerHost, NamedChoice } from './host.types.ts'
import { labelIn } from './NamedBox.tsx'
import { RIGHT_LABELS } from './RightsTable.tsx'
import { TokenName } from './TokenName.tsx'

interface ElementFactsProps {
  /** null: the process */
  element: ProcessNode | ProcessEdge | null
  process: ProcessValues
  host: DrawerHost
}

/** The drawer of somebody who only looks: what is set, and nothing else. */
export function ElementFacts({ element, process, host }: ElementFactsProps) {
  const sections = element === null ? PROCESS_SECTIONS : sectionsOf(element.type)
  const properties = element?.properties ?? {}
  const items: FactLine[] = [
    { label: FIELD_LABELS.name, children: element?.id ?? process.name },
    {
      label: FIELD_LABELS.displayName,
      children: element === null ? process.displayName : (element.text?.value ?? ''),
    },
    ...sections.flatMap((section) =>
      section.items.flatMap((item) => linesOf(item, properties, process, host)),
    ),
    ...(element === null ? [] : factsOf(element).map(({ label, text }) => ({ label, children: text }))),
  ]
  return (
    <Descriptions
      size="small"
      bordered
      column={1}
      styles={{ label: { width: 130 }, content: { overflowWrap: 'anywhere' } }}
      items={items.filter((one) => one.children !== '')}
    />
  )
}

interface FactLine {
  label: string
  children: ReactNode
}

function linesOf(item: Item, properties: Properties, process: ProcessValues, host: DrawerHost): FactLine[] {
  const { label } = item
  if (item.kind === 'attributes')
    return attributeRows(properties).map(({ key, value }) => ({
      label: fieldLabel(key),
      children: choiceText(key, value),
    }))
  if (item.kind === 'formFields')
    return fieldRows(properties).map((row) => ({
      label: `${label}：${row.displayName || row.name}`,
      children: fieldText(row, readRights(properties)[row.name]),
    }))
  if (item.kind === 'rights') {
    const own = new Set(fieldRows(properties).map(({ name }) => name))
    return Object.entries(readRights(properties))
      .filter(([name]) => !own.has(name))
      .map(([name, right]) => ({
        label: `${label}：${labelIn(host.formFields ?? [], name) ?? name}`,
        children: RIGHT_LABELS[right],
      }))
  }
  if (item.kind === 'size') {
    const size = [textIn(properties, 'width'), textIn(properties, 'height')]
    return size.includes('') ? [] : [{ label, children: size.join(' × ') }]
  }
  const text = textOfItem(item, properties, process)
  if (text === '') return []
  if (item.kind === 'actors')
    return [
      {
        label,
        children: (
          <>
            {splitTokens(text).map((token) => (
              <span key={token} className="k-among">
                <TokenName token={token} />
              </span>
            ))}
          </>
        ),
      },
    ]
  if (item.kind === 'handler' || item.kind === 'handlers') {
    const known = handlerNames(host.handlers, item.handler)
    const names = item.kind === 'handler' ? [text] : splitTokens(text)
    return [{ label, children: names.map((name) => called(known, name)).join('，') }]
  }
  return [{ label, children: choiceText(item.name, text) }]
}

function called(known: readonly NamedChoice[], name: string): string {
  const label = labelIn(known, name)
  return label === undefined ? name : `${label}（${name}）`
}

function fieldText({ name, type, attrs }: FieldRow, right: Right | undefined): string {
  return [
    name,
    fieldLabelOf(type),
    ...(isRequired(attrs) ? ['必填'] : []),
    ...(right === undefined ? [] : [RIGHT_LABELS[right]]),
    ...(kindOf(type).attrs.includes('options') ? [(attrs.options ?? '').replaceAll('\n', '、')] : []),
  ]
    .filter((part) => part !== '')
    .join('，')
}

function choiceText(name: string, value: string): string {
  return choicesOf(name).find((one) => one.value === value)?.label ?? value
}
