import { useState } from 'react'
import { z } from 'zod'

const kept = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) })
type HomeLayout = z.output<typeof kept>

const NOTHING: HomeLayout = { order: [], hidden: [] }
const keyOf = (adminId: number) => `home:${adminId}`

function read(adminId: number): HomeLayout {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '{}'))
  } catch {
    return NOTHING
  }
}

/** The cards of a home page in the person's order; cards that came later stand where the product puts them. */
export function orderedKeys(keys: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((key) => keys.includes(key))
  const sorted = [...known]
  for (const [at, key] of keys.entries()) {
    if (known.includes(key)) continue
    const before = keys.slice(0, at).findLast((one) => sorted.includes(one))
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, key)
  }
  return sorted
}

/** Which cards of the home page a person sees in this browser, and in which order. Screens §6. */
export function useHomeLayout(adminId: number, keys: readonly string[]) {
  const [layout, setLayout] = useState(() => read(adminId))
  const keep = (next: HomeLayout) => {
    localStorage.setItem(keyOf(adminId), JSON.stringify(next))
    setLayout(next)
  }
  const order = orderedKeys(keys, layout.order)
  return {
    order,
    isHidden: (key: string) => layout.hidden.includes(key),
    toggle(key: string) {
      const { hidden } = layout
      keep({
        ...layout,
        hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key],
      })
    },
    /** step -1: one place up, 1: one down */
    move(key: string, step: 1 | -1) {
      const at = order.indexOf(key)
      const moved = order.with(at, order[at + step] ?? key).with(at + step, key)
      keep({ ...layout, order: moved })
    },
    reset: () => keep(NOTHING),
  }
}
