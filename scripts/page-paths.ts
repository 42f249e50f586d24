// Prints the addresses of all pages that rooms declare. For browser tests and the bench it runs as a process of its own: Node reads
// the rooms in two seconds, the runner of the browser tests, which translates every file by itself, in twenty.
import { rooms } from '../app/domains.ts'
import type { Page } from '../kit/shared/pages.ts'

export interface PagePaths {
  /** screens that open by their address alone */
  screens: string[]
  /** pages of one record, and prints, which are told by their address what to print */
  recordScreens: string[]
}

/** The room that alone is under test, if one is: npm test -- <room>. */
const only = process.env.TS_TEST_ROOM

const isPrint = (path: string): boolean => /print/i.test(path)

/** Of pages that the menu does not know, those that are printed; the others are reached by journeys of their own. */
const pathsOf = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ key, path, pages: below = [], behind = [] }) => [
    ...(path === undefined || (key === undefined && !isPrint(path)) ? [] : [path]),
    ...pathsOf([...below, ...behind]),
  ])

const paths = [
  ...new Set(
    rooms
      .filter((room) => only === undefined || room.facts.name === only)
      .flatMap((room) => pathsOf(room.facts.pages ?? [])),
  ),
]

const found: PagePaths = {
  screens: [...new Set(paths.map((path) => path.replace(/\/:\w+\?/g, '')))].filter(
    (path) => path.startsWith('/') && !path.includes(':') && !isPrint(path),
  ),
  recordScreens: paths.filter((path) => path.includes(':') || isPrint(path)),
}
console.log(JSON.stringify(found))
