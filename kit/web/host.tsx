import { type ReactElement, useSyncExternalStore } from 'react'

/**
 * Where dialogs that code opens (`open() → Promise`) are rendered: inside the providers of the application, so that
 * they have its theme, its cache and its router.
 */
interface Opened {
  key: number
  element: ReactElement
}

let opened: readonly Opened[] = []
let last = 0
const listeners = new Set<() => void>()

function become(next: readonly Opened[]): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Shows a dialog until it answers; `render` gets the function that closes it with its answer. */
export function openDialog<T>(render: (close: (answer: T) => void) => ReactElement): Promise<T> {
  const key = ++last
  return new Promise((resolve) => {
    const close = (answer: T) => {
      become(opened.filter((one) => one.key !== key))
      resolve(answer)
    }
    become([...opened, { key, element: render(close) }])
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the opened dialogs; stands once, below the router. */
export function DialogHost() {
  const all = useSyncExternalStore(subscribe, () => opened)
  return (
    <>
      {all.map(({ key, element }) => (
        <div key={key}>{element}</div>
      ))}
    </>
  )
}
