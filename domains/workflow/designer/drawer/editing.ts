import { createContext, use } from 'react'
import type { ProcessValues, Properties } from '../../model/types.ts'
import { fieldMap, textIn, withField, withText } from './edit.ts'
import type { Item } from './fields.ts'
import type { DrawerHost } from './host.types.ts'

/** What the inputs of one drawer share. */
export interface Editing {
  /** of the element; none for the process */
  properties: Properties
  process: ProcessValues
  host: DrawerHost
  /** changes the properties as they are at that moment */
  change(edit: (now: Properties) => Properties): void
  changeProcess(name: string, text: string): void
  resize(width: number, height: number): void
  /** inputs that hold what is not written yet; each writes it, false: it cannot be written */
  pending: Set<() => boolean>
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (editing === null) throw new Error('an input of the drawer stands outside of one')
  return editing
}

/** The text an item holds, wherever it lies. */
export function textOfItem(item: Item, properties: Properties, process: ProcessValues): string {
  if (item.place === 'process') return textIn({ ...process }, item.name)
  return item.place === 'field' ? (fieldMap(properties)[item.name] ?? '') : textIn(properties, item.name)
}

/** The text of an item and how to change it. */
export function useItem(item: Item): [text: string, set: (text: string) => void] {
  const { properties, process, change, changeProcess } = useEditing()
  const set = (text: string) => {
    if (item.place === 'process') changeProcess(item.name, text)
    else if (item.place === 'field') change((now) => withField(now, item.name, text))
    else change((now) => withText(now, item.name, text))
  }
  return [textOfItem(item, properties, process), set]
}
