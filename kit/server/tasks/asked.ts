import { z } from 'zod'
import {
  IMPORT_TICKS,
  type ImportAsk,
  type ImportDefinition,
  type ImportTick,
  type RowError,
} from '../fileTask.ts'

/** As many notes are kept of a run; more would not be read. */
const MOST_NOTES = 100

/** What a run told: the first notes, and how many there were. */
export interface Notes {
  list: RowError[]
  count: number
}

/** The ticks among names joined by commas that the import offers. */
export function ticksOf(definition: ImportDefinition, names: string): ImportTick[] {
  const given = new Set(names.split(',').map((one) => one.trim()))
  return IMPORT_TICKS.filter((tick) => given.has(tick) && definition.ticks?.[tick] !== undefined)
}

/** The ticks an import offers, each with what the person reads. */
export function offeredTicks(definition: ImportDefinition): { name: ImportTick; label: string }[] {
  return IMPORT_TICKS.flatMap((name) => {
    const label = definition.ticks?.[name]
    return label === undefined ? [] : [{ name, label }]
  })
}

/** What a task was started with, and a place for what it tells. */
export function askedOf(params: Record<string, unknown>): { ask: ImportAsk; notes: Notes } {
  const found = z.array(z.enum(IMPORT_TICKS)).safeParse(params.ticks)
  const ticks = new Set(found.success ? found.data : [])
  const notes: Notes = { list: [], count: 0 }
  const ask: ImportAsk = {
    ticked: (tick) => ticks.has(tick),
    tell(note) {
      notes.count += 1
      if (notes.list.length < MOST_NOTES) notes.list.push(note)
    },
  }
  return { ask, notes }
}
