import { useState } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { OwnInputs } from './places.ts'
import { startValues } from './values.ts'

/** The values a form starts with, kept while it is open: of the row that is edited, or the initial ones. */
export function useStart(
  shape: Shape,
  row: WireRow | undefined,
  initial: WireRow | undefined,
  inputs?: OwnInputs,
): WireRow {
  const [start] = useState(() => row ?? startValues(shape, initial, inputs))
  return start
}
