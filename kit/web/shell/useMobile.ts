import { useSyncExternalStore } from 'react'

// Below 992 px; 992 itself is a desktop. Platform §4.2.
const narrow = matchMedia('(max-width: 991.98px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's. */
export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
