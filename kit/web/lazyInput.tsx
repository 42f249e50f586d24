import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { InputProps } from './fieldUi.ts'
import { Busy, type Place } from './states/Busy.tsx'

/**
 * An input whose code is loaded when it is first shown: what rooms register before the first screen (`register`) and what
 * lists show nothing of would otherwise come with the first page. Code that is there already is drawn at once: `lazy`
 * would draw what stands in its place first. `place`: how high it will be.
 */
export function lazyInput<P extends object = InputProps>(
  load: () => Promise<{ default: ComponentType<P> }>,
  place?: Place,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const Later = lazy(async () => {
    const file = await load()
    loaded = file.default
    return file
  })
  return (props: P) => {
    // The same one as long as it is shown: another one would begin anew.
    const [Input] = useState<ComponentType<P>>(() => loaded ?? ((given) => <Later {...given} />))
    return (
      <Suspense fallback={<Busy {...(place && { place })} />}>
        <Input {...props} />
      </Suspense>
    )
  }
}
