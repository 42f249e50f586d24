import { type RefObject, useEffect } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import { forgottenFields, type OwnInputs } from './places.ts'
import { SCREEN } from './values.ts'

/**
 * Complains in the console about fields that a form neither shows nor leaves out of its shape on purpose; every test
 * that opens the form fails with it. What stands in the `box` with its data-path, such as a table below the groups, has
 * its place. Frame §5.
 */
export function useAllPlaced(
  shape: Shape,
  groups: readonly { fields: readonly string[] }[] | undefined,
  inputs: OwnInputs | undefined,
  box: RefObject<HTMLElement | null>,
): void {
  const forgotten = forgottenFields(shape, groups, inputs ?? {}, SCREEN).join(', ')
  useEffect(() => {
    const missing = forgotten
      .split(', ')
      .filter((name) => name !== '' && !box.current?.querySelector(`[data-path="${name}"]`))
    if (missing.length > 0) console.error(`Fields without a place in their form: ${missing.join(', ')}`)
  }, [forgotten, box])
}
