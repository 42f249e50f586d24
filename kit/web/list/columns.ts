import { useState } from 'react'
import { trust } from '#kit/shared/loose.ts'

/** What a person changed about the columns of a screen: their order and which are hidden. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
}

const NONE: ColumnChoice = { order: [], hidden: [] }
const keyOf = (screen: string) => `columns:${screen}`

/** The person's columns of a screen, in local storage `columns:{screen}`. Platform §4.5. */
export function useColumnChoice(screen: string): [ColumnChoice, (choice: ColumnChoice | null) => void] {
  const [choice, setChoice] = useState<ColumnChoice>(() => read(screen))
  return [
    choice,
    (next) => {
      if (next === null) localStorage.removeItem(keyOf(screen))
      else localStorage.setItem(keyOf(screen), JSON.stringify(next))
      setChoice(next ?? NONE)
    },
  ]
}

function read(screen: string): ColumnChoice {
  try {
    const text = localStorage.getItem(keyOf(screen))
    return text === null ? NONE : { ...NONE, ...trust<ColumnChoice>(JSON.parse(text)) }
  } catch {
    return NONE
  }
}

/** The names of the columns that are not shown: as the person chose, or as a column begins that they have not met yet. */
export const hiddenIn = (
  columns: readonly { name: string; hidden: boolean }[],
  { order, hidden }: ColumnChoice,
): string[] =>
  columns
    .filter((one) => (order.includes(one.name) ? hidden.includes(one.name) : one.hidden))
    .map((one) => one.name)

/** Names in the chosen order; those a new version brought stand where they were declared. */
export function ordered(names: readonly string[], choice: ColumnChoice): string[] {
  const chosen = choice.order.filter((name) => names.includes(name))
  if (chosen.length === 0) return [...names]
  const result = [...chosen]
  names.forEach((name, index) => {
    if (!result.includes(name)) result.splice(index, 0, name)
  })
  return result
}

/** Columns with one of them as the first; those of what it tells as well begin hidden. Screens §2. */
export const withFirst = <C extends { name: string; hidden: boolean }>(
  columns: readonly C[],
  first: C,
  told: readonly string[],
): C[] => [
  first,
  ...columns
    .filter((one) => one.name !== first.name)
    .map((one) => (told.includes(one.name) ? { ...one, hidden: true } : one)),
]
