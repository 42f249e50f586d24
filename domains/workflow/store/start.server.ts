let clock: () => Date = () => new Date()

/** The instant processes live at. */
export const now = (): Date => clock()

/** For tests: lets processes live at another time; without one, at the real one again. */
export function setClock(tell: () => Date = () => new Date()): void {
  clock = tell
}
