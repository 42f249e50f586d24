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

/** Gives the focus back to what had it, unless that is gone or something else took the focus in the meantime. */
function giveBack(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
    before.focus({ preventScroll: true })
}

/**
 * Shows a dialog until it answers; `render` gets the function that closes it with its answer. Whoever works by keyboard
 * goes on where they were: at the button that opened it. Screens §5.
 */
export function openDialog<T>(render: (close: (answer: T) => void) => ReactElement): Promise<T> {
  const key = ++last
  const before = document.activeElement
  return new Promise((resolve) => {
    const close = (answer: T) => {
      become(opened.filter((one) => one.key !== key))
      resolve(answer)
      // Once the dialog is no longer drawn: it keeps the focus to itself until then.
      requestAnimationFrame(() => giveBack(before))
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
