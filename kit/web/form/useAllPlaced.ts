import { useEffect } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import { forgottenFields, type OwnInputs } from './places.ts'
import { SCREEN } from './values.ts'

/**
 * Complains in the console about fields that a form neither shows nor leaves out of its shape on purpose; every test
 * that opens the form fails with it. Frame §5.
 */
export function useAllPlaced(
  shape: Shape,
  groups: readonly { fields: readonly string[] }[] | undefined,
  inputs: OwnInputs | undefined,
): void {
  const forgotten = forgottenFields(shape, groups, inputs ?? {}, SCREEN).join(', ')
  useEffect(() => {
    if (forgotten !== '') console.error(`Fields without a place in their form: ${forgotten}`)
  }, [forgotten])
}
