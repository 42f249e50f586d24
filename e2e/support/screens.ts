// The addresses of all pages that rooms declare, for tests made from them.
import { rooms } from '../../app/domains.ts'
import type { Page } from '../../kit/shared/pages.ts'

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

/** Pages of one record, and prints, which are told by their address what to print. */
export const recordScreens = paths.filter((path) => path.includes(':') || isPrint(path))

/** Screens that open by their address alone. */
export const screens = [...new Set(paths.map((path) => path.replace(/\/:\w+\?/g, '')))].filter(
  (path) => path.startsWith('/') && !path.includes(':') && !isPrint(path),
)
