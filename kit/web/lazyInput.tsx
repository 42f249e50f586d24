import { type ComponentType, lazy, Suspense } from 'react'
import type { InputProps } from './fieldUi.ts'
import { Busy } from './states/Busy.tsx'

/**
 * An input whose code is loaded when it is first shown: what rooms register before the first screen (`register`)
 * would otherwise come with the login page.
 */
export function lazyInput(
  load: () => Promise<{ default: ComponentType<InputProps> }>,
): ComponentType<InputProps> {
  const Input = lazy(load)
  return (props) => (
    <Suspense fallback={<Busy />}>
      <Input {...props} />
    </Suspense>
  )
}
