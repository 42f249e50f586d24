import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { fieldLabel } from '../../model/names.ts'
import { FIELD_LABELS } from '../../model/texts.ts'
import type { ProcessEdge, ProcessNode, ProcessValues, Properties } from '../../model/types.ts'
import { attributeRows, readRights, splitTokens, textIn } from './edit.ts'
import { textOfItem } from './editing.ts'
import { factsOf } from './facts.ts'
import { choicesOf, type Item, PROCESS_SECTIONS, sectionsOf } from './fields.ts'
import type { DrawerHost } from './host.types.ts'
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
  if (item.kind === 'rights')
    return Object.entries(readRights(properties)).map(([name, right]) => ({
      label: `${label}：${host.formFields?.find((one) => one.value === name)?.label ?? name}`,
      children: RIGHT_LABELS[right],
    }))
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
  return [{ label, children: choiceText(item.name, text) }]
}

function choiceText(name: string, value: string): string {
  return choicesOf(name).find((one) => one.value === value)?.label ?? value
}
