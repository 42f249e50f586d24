import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Narrower than 768 px now. */
export const isPhone = (): boolean => phone.matches

/** Narrower than 768 px: filters stand in a drawer, tables become cards, dialogs fill the screen. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone)
}
