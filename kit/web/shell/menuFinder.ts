import Fuse from 'fuse.js'
import { initialsOf } from './initials.ts'
import type { MenuEntry } from './menu.ts'

const PATTERN_MAX = 32
const SHOWN = 20

/**
 * What finds pages: a part of their name or address, or the initials of their name; the best first, at most 20.
 * Platform §4.4.
 */
export function menuFinder(entries: readonly MenuEntry[]): (text: string) => MenuEntry[] {
  const initials = entries.map((entry) => ({
    entry,
    own: initialsOf(entry.name.split(' > ').at(-1) ?? ''),
  }))
  const fuse = new Fuse(entries, {
    keys: [
      { name: 'name', weight: 0.7 },
      { name: 'url', weight: 0.3 },
    ],
    threshold: 0.2,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
  })
  return (text) => {
    const pattern = text.trim().slice(0, PATTERN_MAX)
    const letters = /^[a-z]{2,}$/i.test(pattern) ? pattern.toLowerCase() : null
    const spelled = letters === null ? [] : initials.filter(({ own }) => own.includes(letters))
    // The shorter a name that holds the initials, the more of it was typed.
    const first = spelled.sort((a, b) => a.own.length - b.own.length).map(({ entry }) => entry)
    const found = fuse.search(pattern, { limit: SHOWN }).map(({ item }) => item)
    return [...new Set([...first, ...found])].slice(0, SHOWN)
  }
}
